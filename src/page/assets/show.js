'use strict';
/* The course: which step is shown, through whose eyes. Whatever people called
 * themselves or wrote gets into the page as text and in no other way. */
(() => {
  const $ = id => document.getElementById(id);
  const SPEEDS = [2400, 1200, 500];
  let data, views = {}, view, at = 0, clock = 0, speed = 1, linking = 0;

  const say = (key, values) => (data.ui[key] || '').replace(/\{\{(\w+)\}\}/g,
      (all, name) => values && name in values ? values[name] : all);

  const put = (parent, tag, name, text) => {
    const e = document.createElement(tag);
    if (name) e.className = name;
    if (text !== undefined) e.textContent = text;
    parent.append(e);
    return e;
  };

  /* --- whose eyes --- */

  const seatsOf = to => to[0] === 'P' ? to.slice(1).split('+').map(Number) : [];
  const hears = (as, to) => as === 'all' || to === 'G' ||
      (as === 'host' ? to === 'H' : seatsOf(to).includes(Number(as)));
  const heard = (as, step) => step[6].filter(m => hears(as, m[0]));
  /* A clock that ran out where one heard nothing of it was somebody's secret. */
  const saw = (as, step) => as === 'all' || step[1] !== 'timer' &&
      (step[3] === 0 || step[2] === Number(as));

  /* The steps of which one knows something, and the picture at each. */
  const look = as => {
    const whole = as === 'all' && data.steps.some(s => s[7] >= 0);
    const steps = [];
    let picture = -1, of = '', begun = false;
    const show = (number, what) => { picture = number; of = what; };
    data.steps.forEach((step, i) => {
      const messages = heard(as, step);
      begun = begun || whole && step[7] >= 0;
      if (whole && step[7] >= 0) show(step[7], '');
      for (const m of messages) if (!begun && m[4] >= 0) show(m[4], m[0]);
      if (i === data.steps.length - 1 && data.course >= 0) show(data.course, '');
      if (messages.length || saw(as, step)) steps.push({i, picture, of, messages});
    });
    return steps;
  };

  /* --- what was said --- */

  const toWhom = to => {
    if (to === 'G') return say('to_group');
    if (to === 'H') return say('to_host');
    if (to === 'R') return say('to_record');
    return say('to_seats', {seats: seatsOf(to).map(k => data.seats[k - 1] || k).join(say('comma'))});
  };

  const toggleClause = (button, id) => {
    const open = button.getAttribute('aria-expanded') !== 'true';
    const box = button.parentNode.nextSibling;
    button.setAttribute('aria-expanded', open);
    box.hidden = !open;
    if (!open || box.firstChild) return;
    const [title, body] = data.clauses[id] || ['', ''];
    put(box, 'strong', '', title || id);
    put(box, 'p', '', body.trim() || say('clause_none'));
  };

  const putMessage = (li, m) => {
    const kind = {G: 'group', P: 'seat', H: 'host', R: 'record'}[m[0][0]];
    const box = put(li, 'div', 'said ' + kind);
    const head = put(box, 'div', 'to');
    put(head, 'span', '', toWhom(m[0]));
    if (m[2]) {
      const b = put(head, 'button', 'clause', m[2]);
      b.type = 'button';
      b.setAttribute('aria-expanded', 'false');
      b.setAttribute('aria-label', say('clause', {clause: m[2]}));
      b.addEventListener('click', () => toggleClause(b, m[2]));
      put(box, 'div', 'rule').hidden = true;
    }
    put(box, 'p', 'text', m[3]);
  };

  const time = ms => new Date(ms + data.zone * 60000).toISOString().slice(11, 19);

  const putStep = (list, shown) => {
    const step = data.steps[shown.i];
    const li = put(list, 'li');
    li.hidden = true;
    const head = put(li, 'button', 'step');
    head.type = 'button';
    put(head, 'span', 'n', shown.i + 1);
    put(head, 'time', '', time(step[0]));
    if (step[2] && saw(view, step)) put(head, 'b', '', data.seats[step[2] - 1] || step[2]);
    if (saw(view, step) && step[1] !== 'start') put(head, 'code', '', step[4]);
    head.addEventListener('click', () => go(shown.i + 1));
    for (const m of shown.messages) if (m[3] !== '') putMessage(li, m); /* others are pictures */
    return li;
  };

  /* --- where we are --- */

  const steps = () => views[view];

  /* All of it to be read, or its beginning. */
  const scroll = (list, li) => {
    const top = li.offsetTop - list.offsetTop;
    list.scrollTop = li.offsetHeight > list.clientHeight ? top
        : top + li.offsetHeight - list.clientHeight + 8;
  };

  const showPicture = shown => {
    const box = $('board');
    box.replaceChildren();
    box.dataset.picture = shown.picture;
    if (shown.picture < 0) {
      put(box, 'p', '', say('board_none'));
      return;
    }
    if (shown.of && shown.of !== 'G') put(box, 'h2', '', toWhom(shown.of));
    box.append(board.draw(data, shown.picture, say('board', {n: shown.i + 1})));
  };

  const reveal = () => {
    const list = $('log'), shown = steps()[at];
    for (let i = 0; i < list.children.length; i++) list.children[i].hidden = i > at;
    const old = list.querySelector('.now');
    if (old) old.classList.remove('now');
    list.children[at].classList.add('now');
    scroll(list, list.children[at]);
    $('count').textContent = say('step', {n: shown.i + 1, total: data.steps.length});
    $('slider').value = at;
    $('slider').setAttribute('aria-valuetext', $('count').textContent);
    showPicture(shown);
    for (const [id, off] of [['first', at === 0], ['back', at === 0],
        ['next', at === steps().length - 1], ['last', at === steps().length - 1]])
      $(id).disabled = off;
  };

  /* Once it rests there: browsers refuse an address that changes all the time. */
  const link = () => {
    clearTimeout(linking);
    linking = setTimeout(() => {
      const hash = `#step=${steps()[at].i + 1}&as=${view}`;
      if (location.hash !== hash) history.replaceState(null, '', hash);
    }, 300);
  };

  const move = to => {
    at = Math.max(0, Math.min(steps().length - 1, to));
    reveal();
    link();
  };

  /* To a step by its number, or the one before that this seat knows of. */
  const go = n => {
    let to = 0;
    steps().forEach((s, i) => { if (s.i < n) to = i; });
    move(to);
  };

  const choose = as => {
    const n = steps() ? steps()[at].i + 1 : 1;
    if (!views[as]) views[as] = look(as);
    view = as;
    $('as').value = as;
    $('log').replaceChildren();
    for (const s of views[as]) putStep($('log'), s);
    $('slider').max = views[as].length - 1;
    at = 0;
    go(n);
  };

  /* --- playing --- */

  const stop = () => {
    clearInterval(clock);
    clock = 0;
    $('play').classList.remove('on');
    $('play').setAttribute('aria-label', say('play'));
  };

  const tick = () => at + 1 < steps().length ? move(at + 1) : stop();

  const play = () => {
    if (clock) return stop();
    if (at === steps().length - 1) move(0);
    clock = setInterval(tick, SPEEDS[speed]);
    $('play').classList.add('on');
    $('play').setAttribute('aria-label', say('pause'));
  };

  const showSpeed = () => {
    $('speed').textContent = ['½×', '1×', '2×'][speed];
    $('speed').setAttribute('aria-label', $('speed').textContent + ' ' + say('speed'));
  };

  const faster = () => {
    speed = (speed + 1) % SPEEDS.length;
    showSpeed();
    if (clock) { stop(); play(); }
  };

  const KEYS = {
    ' ': play, ArrowLeft: () => move(at - 1), ArrowRight: () => move(at + 1),
    Home: () => move(0), End: () => move(steps().length - 1)
  };

  const press = ev => {
    const tag = ev.target.tagName;
    if (ev.ctrlKey || ev.altKey || ev.metaKey || tag === 'SELECT' || tag === 'INPUT' ||
        (tag === 'BUTTON' || tag === 'SUMMARY') && ev.key === ' ' || !KEYS[ev.key]) return;
    ev.preventDefault();
    KEYS[ev.key]();
  };

  /* --- the proof --- */

  const putCheck = (list, key, good, values) => {
    const li = put(list, 'li', good ? 'good' : 'bad');
    put(li, 'span', 'mark', good ? '✓' : '✗');
    put(li, 'span', '', say(key, values));
  };

  const putFact = (list, key, value) => {
    put(list, 'dt', '', say(key));
    put(list, 'dd', '', value);
  };

  const showProof = result => {
    const word = result.good ? result.test ? 'test' : 'green' : 'red';
    document.documentElement.dataset.proof = word;
    $('verdict').textContent = say('proof_' + word);
    $('proof').className = word;
    if (data.why) {
      $('why').hidden = false;
      $('why').textContent = say('why', {why: data.why});
    }
    if (!result.good) $('proof').open = true;
    if (!data.head) return;
    if (!result.test) {
      putCheck($('checks'), 'check_commitment', result.commitment);
      putCheck($('checks'), 'check_seed', result.seed);
      putCheck($('checks'), 'check_draws', result.draws, {n: result.count});
    }
    putCheck($('checks'), 'check_chain', result.chain, {n: data.steps.length});
    putFact($('facts'), 'commitment', data.head.commitment);
    putFact($('facts'), 'digest', result.digest || data.head.digest);
    putFact($('facts'), 'secret', data.head.secret);
    putFact($('facts'), 'seed', data.head.seed);
    put($('advice'), 'p', '', say('advice_compare'));
    put($('advice'), 'p', '', say('advice_verify'));
  };

  /* --- the beginning --- */

  const label = () => {
    for (const e of document.querySelectorAll('[data-say]')) e.textContent = say(e.dataset.say);
    for (const e of document.querySelectorAll('[data-label]')) {
      e.setAttribute('aria-label', say(e.dataset.label));
      e.title = say(e.dataset.label);
    }
  };

  const addEyes = () => {
    const eyes = [['all', say('as_all')], ['group', say('as_group')]];
    data.seats.forEach((name, k) => eyes.push([String(k + 1), name]));
    if (data.steps.some(s => s[6].some(m => m[0] === 'H'))) eyes.push(['host', say('as_host')]);
    for (const [value, name] of eyes) put($('as'), 'option', '', name).value = value;
  };

  const follow = () => {
    const wish = new URLSearchParams(location.hash.slice(1));
    const as = wish.get('as') || view;
    const known = Array.from($('as').options).some(o => o.value === as);
    if (known && as !== view) choose(as);
    if (!view) choose('all');
    if (/^\d{1,7}$/.test(wish.get('step') || '')) go(Number(wish.get('step')));
  };

  const listen = () => {
    $('play').addEventListener('click', play);
    $('speed').addEventListener('click', faster);
    $('first').addEventListener('click', KEYS.Home);
    $('back').addEventListener('click', KEYS.ArrowLeft);
    $('next').addEventListener('click', KEYS.ArrowRight);
    $('last').addEventListener('click', KEYS.End);
    $('slider').addEventListener('input', () => move(Number($('slider').value)));
    $('as').addEventListener('change', () => choose($('as').value));
    document.addEventListener('keydown', press);
    addEventListener('hashchange', follow);
  };

  const begin = async () => {
    data = JSON.parse(proof.utf8(await proof.unpack('data')));
    $('title').textContent = data.title || say('untrue');
    label();
    if (data.steps && data.steps.length) {
      $('stage').hidden = false;
      $('controls').hidden = false;
      board.shapes(data.shapes);
      addEyes();
      follow();
      listen();
      showSpeed();
      stop();
    }
    /* The course is there before the sums are done. */
    setTimeout(async () => showProof(proof.check(data,
        data.head ? await proof.unpack('chain') : new Uint8Array(0))), 0);
  };

  begin().catch(() => {
    document.documentElement.dataset.proof = 'red';
    document.getElementById('proof').className = 'red';
    document.getElementById('verdict').textContent = '✗';
    document.getElementById('broken').hidden = false;
  });
})();
