// One person's line to the server: it comes back by itself, and says where it
// had stopped reading.

const SLOWEST = 8000;

export class Seat {
  // `on` has functions by the word `is` of a frame, and `up` and `down`.
  constructor(person, on) {
    this.secret = person.secret;
    this.name = person.name;
    this.id = 0;
    this.life = "";
    this.since = 0;
    this.on = on;
    this.wait = 250;
    this.ended = false;
    this.open();
  }

  open() {
    this.socket = new WebSocket("ws://" + location.host + "/talk");
    this.socket.onopen = () => this.send({do: "back", secret: this.secret,
      life: this.life, since: this.since});
    this.socket.onmessage = (e) => this.take(JSON.parse(e.data));
    this.socket.onclose = () => this.closed();
  }

  take(frame) {
    if (frame.is === "you") {
      this.wait = 250;
      this.id = frame.id;
      this.name = frame.name;
      this.fresh = this.life !== "" && this.life !== frame.life;
      this.life = frame.life;
      this.here = true;
    }
    if (frame.is === "line")
      this.since = frame.seq;
    if (frame.is === "moved" || (frame.is === "no" && frame.why === "person"))
      this.ended = true;
    if (this.on[frame.is])
      this.on[frame.is](this, frame);
  }

  closed() {
    this.here = false;
    this.on.down(this);
    if (this.ended)
      return;
    setTimeout(() => this.ended || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, SLOWEST);
  }

  // False: it could not be said now.
  send(wish) {
    if (this.socket.readyState !== WebSocket.OPEN)
      return false;
    this.socket.send(JSON.stringify(wish));
    return true;
  }

  back() {
    this.ended = false;
    this.open();
  }

  leave() {
    this.ended = true;
    this.socket.close();
  }
}

// One wish without a person: the answer, or null where the line breaks.
export function ask(wish) {
  return new Promise((done) => {
    const socket = new WebSocket("ws://" + location.host + "/talk");

    socket.onopen = () => socket.send(JSON.stringify(wish));
    socket.onmessage = (e) => {
      done(JSON.parse(e.data));
      socket.close();
    };
    socket.onclose = () => done(null);
  });
}
