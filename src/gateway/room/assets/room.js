// The room: who sits at this window, what each reads and writes.
import {Seat, ask} from "/seat.js";
import {Pane, button, make} from "/talk.js";

const $ = (id) => document.getElementById(id);
const GAMES = ["long_night", "shadow_hotel", "night_of_cards", "masked_killer"];
const LANGUAGES = {"zh-CN": "简体中文", "zh-TW": "繁體中文", "en": "English"};

let words = {};
let language = "en";
const seats = []; // {line, panes, element, chips, unread, seen}
let active = null;
let game = GAMES[0];

// --- what the browser remembers ---

function recall(where, name, fallback) {
  try {
    return JSON.parse(where.getItem("nightjar." + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

function remember(where, name, value) {
  where.setItem("nightjar." + name, JSON.stringify(value));
}

const knownPeople = () => recall(localStorage, "people", []);

function noteHere() {
  remember(sessionStorage, "here", seats.map((s) => s.line.secret));
}

// --- words ---

function say(key, values = {}) {
  let text = (words[language] || {})[key] ?? key;

  for (const [name, value] of Object.entries(values))
    text = text.replaceAll("{{" + name + "}}", () => value);
  return text;
}

function firstLanguage() {
  const chosen = recall(localStorage, "language", null);

  if (chosen in LANGUAGES)
    return chosen;
  for (const l of navigator.languages) {
    if (/^zh-(TW|HK|MO|Hant)/i.test(l))
      return "zh-TW";
    if (/^zh/i.test(l))
      return "zh-CN";
    if (/^en/i.test(l))
      return "en";
  }
  return "en";
}

function translate() {
  document.documentElement.lang = language;
  for (const e of document.querySelectorAll("[data-say]"))
    e.textContent = say(e.dataset.say);
  for (const e of document.querySelectorAll("[data-label]"))
    e.setAttribute("aria-label", say(e.dataset.label));
  seats.forEach(translateSeat);
  drawHere();
  drawGames();
  drawTitle();
}

function toast(text) {
  $("toast").textContent = text;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { $("toast").textContent = ""; }, 6000);
}

function drawTitle() {
  const unread = seats.reduce((n, s) => n + s.unread, 0);

  document.title = (unread > 0 ? "(" + unread + ") " : "") +
    (active ? active.line.name + " · " : "") + say("title");
}

// --- a seat ---

function translateSeat(seat) {
  seat.panes.forEach((p) => p.translate());
  seat.element.setAttribute("aria-label", seat.line.name);
  seat.switches[0].textContent = say("group");
  seat.switches[1].textContent = seat.line.name;
  seat.notice.textContent = say("offline");
  seat.moved.firstChild.textContent = say("moved", {name: seat.line.name});
  seat.moved.lastChild.textContent = say("moved_back");
  drawPeople(seat);
}

function drawPeople(seat) {
  seat.chips.replaceChildren();
  for (const p of seat.people || []) {
    const chip = button(p.name + (p.here ? "" : " (" + say("away") + ")"), () => {
      const box = seat.panes[0].box;

      box.value += (box.value && !box.value.endsWith(" ") ? " " : "") +
        "@" + p.name + " ";
      box.focus();
    }, p.here ? "chip" : "chip away");

    chip.dir = "auto";
    chip.setAttribute("aria-label", say("mention", {name: p.name}));
    seat.chips.append(chip);
  }
}

function makePane(seat, to) {
  return new Pane(seat.line, to, say, {
    say: (text) => seat.line.send({do: "say", to, text}),
    edit: (n, text) => seat.line.send({do: "edit", to, n, text}),
    press: (n, token) => seat.line.send({do: "press", to, n, token}),
  });
}

function turn(seat, pane) {
  seat.element.dataset.pane = pane;
  seat.switches.forEach((b, i) => b.setAttribute("aria-pressed",
    String((i === 0) === (pane === "group"))));
  seat.switches[pane === "group" ? 0 : 1].classList.remove("news");
  seat.panes.forEach((p) => p.down());
}

function build(seat) {
  const chats = make("div", undefined, "chats");

  seat.element = make("section", undefined, "seat");
  seat.chips = make("div", undefined, "chips");
  seat.chips.setAttribute("role", "group");
  seat.notice = make("p", undefined, "notice");
  seat.notice.setAttribute("role", "status");
  seat.notice.hidden = true;
  seat.moved = make("div", undefined, "moved");
  seat.moved.append(make("p"), button("", () => {
    seat.moved.hidden = true;
    seat.line.back();
  }));
  seat.moved.hidden = true;
  seat.switches = ["group", "me"].map((pane) =>
    button("", () => turn(seat, pane), "switch"));
  const bar = make("div", undefined, "switches");
  bar.append(...seat.switches);
  chats.append(...seat.panes.map((p) => p.element));
  seat.element.append(seat.chips, seat.notice, seat.moved, bar, chats);
  $("seats").append(seat.element);
}

const on = {
  you(line) {
    const seat = seats.find((s) => s.line === line);

    if (line.fresh)
      seat.panes.forEach((p) => p.clear());
    seat.notice.hidden = true;
    translateSeat(seat);
    drawHere();
    drawTitle();
  },
  people(line, frame) {
    const seat = seats.find((s) => s.line === line);

    seat.people = frame.all;
    drawPeople(seat);
  },
  line(line, frame) {
    const seat = seats.find((s) => s.line === line);
    const mine = frame.to === "me";
    const fresh = seat.panes[mine ? 1 : 0].take(frame) && frame.n > seat.seen;

    seat.seen = Math.max(seat.seen, frame.n);
    if (!fresh || frame.by === line.id)
      return;
    if (seat.element.dataset.pane !== (mine ? "me" : "group"))
      seat.switches[mine ? 1 : 0].classList.add("news");
    if (seat !== active || document.hidden) {
      seat.unread++;
      drawHere();
      drawTitle();
    }
  },
  toast(line, frame) {
    toast(frame.text);
  },
  moved(line) {
    seats.find((s) => s.line === line).moved.hidden = false;
  },
  invitation(line, frame) {
    $("address").textContent = frame.address;
    $("copy").textContent = say("copy");
    $("invitation").showModal();
  },
  no(line, frame) {
    toast(say("no_" + frame.why));
    if (frame.why === "person")
      forget(line);
  },
  down(line) {
    const seat = seats.find((s) => s.line === line);

    if (seat)
      seat.notice.hidden = line.ended;
  },
};

// The server does not know this person any more.
function forget(line) {
  const at = seats.findIndex((s) => s.line === line);

  remember(localStorage, "people",
    knownPeople().filter((p) => p.secret !== line.secret));
  if (at < 0)
    return;
  seats[at].element.remove();
  seats.splice(at, 1);
  noteHere();
  if (seats.length > 0)
    show(seats[0]);
  else
    hello();
}

function show(seat) {
  active = seat;
  seat.unread = 0;
  for (const s of seats)
    s.element.hidden = s !== seat;
  for (const id of ["seats", "here", "invite", "guide_open"])
    $(id).hidden = false;
  $("hello").hidden = true;
  $("door").hidden = true;
  seat.panes.forEach((p) => p.down());
  drawHere();
  drawTitle();
}

function sit(person) {
  const seat = {unread: 0, seen: 0};

  seat.line = new Seat(person, on);
  seat.panes = [makePane(seat, "group"), makePane(seat, "me")];
  build(seat);
  seats.push(seat);
  translateSeat(seat);
  turn(seat, "group");
  noteHere();
  show(seat);
}

function drawHere() {
  $("here").replaceChildren();
  for (const seat of seats) {
    const b = button(seat.line.name, () => {
      show(seat);
      seat.panes[0].box.focus();
    }, "person");

    b.setAttribute("aria-pressed", String(seat === active));
    if (seat.unread > 0)
      b.append(" ", make("span", String(seat.unread), "badge"));
    $("here").append(b);
  }
  $("here").append(button("+ " + say("add"), () => hello(), "quiet"));
}

// --- coming in ---

function hello() {
  const here = seats.map((s) => s.line.secret);
  const others = knownPeople().filter((p) => !here.includes(p.secret));

  if (recall(localStorage, "key", null) === null && others.length === 0) {
    $("door").hidden = false;
    return;
  }
  $("hello").hidden = false;
  $("seats").hidden = true;
  $("hello_close").hidden = seats.length === 0;
  $("known_ask").hidden = others.length === 0;
  $("known").replaceChildren(...others.map((p) => button(p.name, () => sit(p))));
  $("name").value = "";
  $("name").focus();
}

async function comeIn(e) {
  const key = recall(localStorage, "key", "");

  e.preventDefault();
  const answer = await ask({do: "new", secret: key, text: $("name").value});
  if (answer === null) {
    toast(say("offline"));
  } else if (answer.is === "you") {
    const person = {name: answer.name, secret: answer.secret};

    remember(localStorage, "people", [...knownPeople(), person]);
    sit(person);
    active.panes[0].box.focus();
  } else {
    toast(say("no_" + answer.why));
  }
}

// The address that works once is used up here, and leaves the browser's bar.
async function useToken() {
  const m = /^\/enter\/([0-9a-f]{64})$/.exec(location.pathname);

  if (!m)
    return;
  history.replaceState(null, "", "/");
  const answer = await ask({do: "enter", secret: m[1]});
  if (answer !== null && answer.is === "key")
    remember(localStorage, "key", answer.secret);
  else
    toast(answer === null ? say("offline") : say("no_" + answer.why));
}

// --- a first match ---

function drawGames() {
  $("games").replaceChildren(...GAMES.map((g) => {
    const b = button(say("game_" + g), () => {
      game = g;
      $("steps").hidden = false;
      drawGames();
      $("step_open").focus();
    });

    b.setAttribute("aria-pressed", String(g === game && !$("steps").hidden));
    return b;
  }));
  $("about").textContent = say("about_" + game);
  $("typed_open").textContent = say("new_" + game);
}

function sayInGroup(seat, text) {
  if (!seat.line.send({do: "say", to: "group", text}))
    toast(say("offline"));
}

// The referee answers a group in Simplified Chinese until somebody says otherwise.
function openTable() {
  if (recall(sessionStorage, "spoken", "zh-CN") !== language) {
    sayInGroup(active, say("type_lang"));
    remember(sessionStorage, "spoken", language);
  }
  sayInGroup(active, say("new_" + game));
}

function joinAll() {
  seats.forEach((seat) => sayInGroup(seat, say("type_join")));
}

function wire() {
  $("hello").addEventListener("submit", comeIn);
  $("hello_close").addEventListener("click", () => show(active));
  $("invite").addEventListener("click", () =>
    active.line.send({do: "invite"}) || toast(say("offline")));
  $("guide_open").addEventListener("click", () => $("guide").showModal());
  $("guide_close").addEventListener("click", () => $("guide").close());
  $("invitation_close").addEventListener("click", () => {
    $("address").textContent = "";
    $("invitation").close();
  });
  $("copy").addEventListener("click", async () => {
    const range = document.createRange();

    range.selectNodeContents($("address"));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    try {
      await navigator.clipboard.writeText($("address").textContent);
      $("copy").textContent = say("copied");
    } catch {
      // It is selected: another machine's address has no clipboard.
    }
  });
  $("step_open").addEventListener("click", openTable);
  $("step_join").addEventListener("click", joinAll);
  $("step_fill").addEventListener("click", () =>
    sayInGroup(active, say("type_fill")));
  $("step_begin").addEventListener("click", () => {
    sayInGroup(active, say("type_begin"));
    $("guide").close();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && active) {
      active.unread = 0;
      drawHere();
      drawTitle();
    }
  });
  for (const [l, name] of Object.entries(LANGUAGES)) {
    const option = make("option", name);

    option.value = l;
    option.lang = l;
    $("language").append(option);
  }
  $("language").value = language;
  $("language").addEventListener("change", () => {
    language = $("language").value;
    remember(localStorage, "language", language);
    translate();
  });
}

async function main() {
  words = await (await fetch("/words.json")).json();
  language = firstLanguage();
  wire();
  translate();
  await useToken();
  const people = knownPeople();
  const here = recall(sessionStorage, "here", []);
  for (const secret of here) {
    const person = people.find((p) => p.secret === secret);

    if (person)
      sit(person);
  }
  if (seats.length > 0)
    show(seats[0]);
  else
    hello();
}

main();
