'use strict';
/* What anybody can compute again: commitment, seed, dice and the chain of
 * digests (the formats stand in match/digest.c and match/seed.c). */
const proof = (() => {
  const utf8 = new TextEncoder();
  const plain = new TextDecoder('utf-8', {fatal: true});

  const hex = b => Array.from(b, x => x.toString(16).padStart(2, '0')).join('');
  const bytes = h => Uint8Array.from(h.match(/../g) || [], x => parseInt(x, 16));
  const hash = (b, key) => noble.blake2b(b, key ? {dkLen: 32, key} : {dkLen: 32});
  const same = (a, b) => hex(a) === hex(b);

  /* --- writing as the digests do --- */

  const number = v => {
    const out = [];
    for (; v >= 0x80; v = Math.floor(v / 128)) out.push(v % 128 + 128);
    out.push(v);
    return out;
  };
  const text = s => {
    const b = utf8.encode(s);
    return [...number(b.length), ...b];
  };
  const join = (...parts) => Uint8Array.from(parts.flatMap(p => Array.from(p)));

  const commitment = h => hash(join(utf8.encode('nightjar-commit-1'), bytes(h.secret)));
  const seed = h => hash(join(
      utf8.encode('nightjar-seed-2'), number(h.match), text(h.code),
      number(h.options.length), h.options.flatMap(o => [...text(o[0]), ...text(o[1])]),
      number(h.computers.length), h.computers.flatMap(number),
      number(h.joins.length), h.joins.flatMap(text)), bytes(h.secret));
  const first = h => hash(join(text(h.game), number(h.rules), bytes(h.data),
      number(h.match), text(h.code), bytes(h.commitment)));

  /* --- reading what a digest has hashed --- */

  class Reader {
    constructor(b) { this.b = b; this.at = 0; }
    u8() {
      if (this.at >= this.b.length) throw new Error('short');
      return this.b[this.at++];
    }
    number() {
      let v = 0, by = 1, x;
      do {
        x = this.u8();
        v += (x & 127) * by;
        by *= 128;
      } while (x >= 128);
      return v;
    }
    signed() {
      const v = this.number();
      return v % 2 ? -(v + 1) / 2 : v / 2;
    }
    take(n) {
      if (this.at + n > this.b.length) throw new Error('short');
      return this.b.subarray(this.at, this.at += n);
    }
    text() { return plain.decode(this.take(this.number())); }
    value(type) {
      if (type <= 3) return void this.signed();
      if (type === 4) return void this.take(this.number());
      if (type === 10) {
        for (let n = this.number(); n > 0; n--) this.text();
      } else if (type === 11) {
        const fields = this.u8();
        for (let f = 0; f < fields; f++) { this.text(); this.take(2); }
        for (let n = this.number() * fields; n > 0; n--) this.signed();
      } else {
        this.text();
      }
    }
    args() {
      for (let n = this.u8(); n > 0; n--) { this.text(); this.value(this.u8()); }
    }
    start(options) {
      const texts = new Set(options.filter(o => o[2]).map(o => o[0]));
      this.text();
      for (let key = this.text(); key !== ''; key = this.text())
        if (texts.has(key)) this.text(); else this.signed();
      for (let n = this.u8(); n > 0; n--) { this.text(); this.u8(); this.text(); }
    }
    message() {
      const to = this.u8(), seats = this.number(), key = this.text();
      this.args();
      for (let n = this.u8(); n > 0; n--) this.text();
      return audience(to, seats) + ' ' + key;
    }
  }

  const audience = (to, seats) => {
    if (to !== 1) return 'G?HR'[to];
    const list = [];
    for (let k = 1; seats > 0; k++, seats = Math.floor(seats / 2))
      if (seats % 2) list.push(k);
    return 'P' + list.join('+');
  };

  const KINDS = ['start', 'order', 'timer', 'leave', 'override', 'undo'];

  /* What an input was and caused, out of the bytes behind the digest before. */
  const read = (b, options) => {
    const r = new Reader(b), out = {messages: []};
    out.seq = r.number();
    out.at = r.signed();
    out.kind = KINDS[r.u8()];
    const seat = r.u8();
    out.seat = seat === 255 ? 0 : seat + 1;
    r.take(2);
    out.verb = r.text();
    r.args();
    r.text();
    if (out.kind === 'start') r.start(options);
    for (let what = r.u8(); what !== 83; what = r.u8()) {
      if (what === 77) {
        out.messages.push(r.message());
      } else {
        r.u8();
        r.text();
        r.signed();
      }
    }
    r.u8();
    for (let i = 0; i < 3; i++) r.number();
    r.take(r.u8());
    out.draws = r.number();
    return out;
  };

  const tells = (step, input) => step[0] === input.at && step[1] === input.kind &&
      step[2] === input.seat && step[6].length === input.messages.length &&
      step[6].every((m, i) => m[0] + ' ' + m[1] === input.messages[i]);

  /* --- dice --- */

  const ALL = 1n << 64n;

  class Dice {
    constructor(seed) {
      this.seed = seed;
      this.stream = new Uint8Array(0);
      this.starts = [0]; /* the word at which each draw begins */
    }
    word(i) {
      while (8 * (i + 1) > this.stream.length) {
        const more = noble.chacha20orig(this.seed, new Uint8Array(8),
            new Uint8Array(4096), undefined, this.stream.length / 64);
        const all = new Uint8Array(this.stream.length + more.length);
        all.set(this.stream);
        all.set(more, this.stream.length);
        this.stream = all;
      }
      return new DataView(this.stream.buffer).getBigUint64(8 * i, true);
    }
    draw(n) {
      let at = this.starts[this.starts.length - 1], x;
      const top = ALL - ALL % BigInt(n);
      do x = this.word(at++); while (x >= top);
      this.starts.push(at);
      return Number(x % BigInt(n));
    }
    /* An undo goes back to where the dice were. */
    step(draws, total, undo) {
      const before = total - draws.length / 2, done = this.starts.length - 1;
      if (before < 0 || before > done || before < done && !undo) return false;
      this.starts.length = before + 1;
      for (let i = 0; i < draws.length; i += 2)
        if (this.draw(draws[i]) !== draws[i + 1]) return false;
      return true;
    }
  }

  /* --- all of it --- */

  const split = chain => {
    const r = new Reader(chain), list = [];
    while (r.at < chain.length) list.push(r.take(r.number()));
    return list;
  };

  const follow = (data, chain, result) => {
    const h = data.head, hashed = split(chain), dice = new Dice(bytes(h.seed));
    let digest = first(h), draws = 0;
    result.draws = h.rng === 'chacha20';
    result.chain = hashed.length === data.steps.length && hashed.length === h.inputs;
    hashed.forEach((b, i) => {
      const step = data.steps[i], input = read(b, h.options);
      digest = hash(join(digest, b));
      if (!step || input.seq !== i + 1 || !tells(step, input)) result.chain = false;
      else if (result.draws &&
          !dice.step(step[5], input.draws, input.kind === 'undo')) result.draws = false;
      draws = input.draws;
    });
    result.count = draws;
    result.digest = hex(digest);
    if (!same(digest, bytes(h.digest))) result.chain = false;
  };

  /* Each of commitment, seed, draws and chain is true or false; `test`: the
   * dice were a test's, of which nothing can be shown. */
  const check = (data, chain) => {
    const result = {commitment: false, seed: false, draws: false, chain: false,
      count: 0, digest: '', test: false, good: false};
    if (!data.head) return result;
    try {
      const h = data.head;
      result.test = h.rng !== 'chacha20';
      result.commitment = same(commitment(h), bytes(h.commitment));
      result.seed = same(seed(h), bytes(h.seed));
      follow(data, chain, result);
    } catch (e) {
      result.chain = false;
    }
    result.good = data.verdict === 'true' && result.chain &&
        (result.test || result.commitment && result.seed && result.draws);
    return result;
  };

  const unpack = async id => {
    const packed = Uint8Array.from(atob(document.getElementById(id).textContent),
        c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };

  return {check, unpack, utf8: b => plain.decode(b)};
})();
