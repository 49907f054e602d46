// What a chat looks like: its lines, and where one writes. What people wrote
// becomes text and nothing else.

export function make(tag, words, kind) {
  const element = document.createElement(tag);

  if (words !== undefined)
    element.textContent = words;
  if (kind)
    element.className = kind;
  return element;
}

export function button(words, on, kind) {
  const b = make("button", words, kind);

  b.type = "button";
  b.addEventListener("click", on);
  return b;
}

function pictureOf(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

  return URL.createObjectURL(new Blob([bytes], {type: "image/png"}));
}

export class Pane {
  // `do` has: say(text), edit(n, text), press(n, token).
  constructor(seat, to, say, does) {
    this.seat = seat;
    this.to = to;
    this.say = say;
    this.does = does;
    this.lines = new Map();
    this.element = make("section", undefined, "pane " + to);
    this.head = make("h2");
    this.hint = make("small");
    this.log = make("div", undefined, "log");
    this.list = make("ol");
    this.log.append(this.list);
    this.log.setAttribute("role", "log");
    this.log.setAttribute("aria-live", "polite");
    this.log.tabIndex = 0;
    this.low = true;
    this.log.addEventListener("scroll", () => { this.low = this.isLow(); });
    // A window that is turned, or a keyboard that comes up, hides no last line.
    new ResizeObserver(() => this.low && this.down()).observe(this.log);
    this.element.append(this.head, this.log, this.composer());
    this.translate();
  }

  composer() {
    const form = make("form", undefined, "composer");

    this.box = make("textarea");
    this.box.rows = 2;
    this.box.maxLength = 4000;
    this.sender = make("button");
    this.sender.type = "submit";
    this.leave = button("", () => this.edit(null), "quiet");
    this.leave.hidden = true;
    this.box.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && !e.shiftKey && !e.isComposing) {
        e.preventDefault();
        this.submit();
      } else if (e.key === "Escape" && this.editing) {
        this.edit(null);
      }
    });
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      this.submit();
    });
    form.append(this.box, this.leave, this.sender);
    return form;
  }

  submit() {
    const text = this.box.value.trim();

    if (text === "")
      return;
    if (this.editing ? this.does.edit(this.editing, text) : this.does.say(text))
      this.edit(null);
  }

  // Another line of his is in the box; null: a new one.
  edit(line) {
    this.editing = line ? line.n : 0;
    this.box.value = line ? line.text : "";
    this.leave.hidden = !line;
    this.translate();
    this.box.focus();
  }

  translate() {
    const name = this.seat.name;

    this.head.textContent = this.to === "group" ? this.say("group")
      : this.say("mine", {name});
    this.hint.textContent = this.to === "group" ? this.say("group_hint")
      : this.say("mine_hint", {name});
    this.head.append(" ", this.hint);
    this.log.setAttribute("aria-label", this.head.textContent);
    this.box.setAttribute("aria-label",
      this.say(this.to === "group" ? "write_group" : "write_mine"));
    this.box.placeholder = this.box.getAttribute("aria-label");
    this.sender.textContent = this.say(this.editing ? "save" : "send");
    this.leave.textContent = this.say("cancel");
    for (const line of this.lines.values())
      this.fill(line);
  }

  // The server has begun a new life, and says again what it has kept.
  clear() {
    for (const line of this.lines.values())
      if (line.url)
        URL.revokeObjectURL(line.url);
    this.lines = new Map();
    this.list.replaceChildren();
  }

  take(frame) {
    const low = this.isLow();
    const old = this.lines.get(frame.n);
    const line = Object.assign({element: old ? old.element : make("li")}, frame);

    if (old && old.url)
      URL.revokeObjectURL(old.url);
    if (frame.picture)
      line.url = pictureOf(frame.picture);
    delete line.picture;
    this.lines.set(frame.n, line);
    this.fill(line);
    if (!old)
      this.insert(line);
    if (low)
      this.down();
    return !old;
  }

  // Does it show its last line, or nearly?
  isLow() {
    return this.log.scrollHeight - this.log.scrollTop -
      this.log.clientHeight < 80;
  }

  down() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  insert(line) {
    let after = this.list.lastElementChild;

    line.element.dataset.n = line.n;
    while (after && Number(after.dataset.n) > line.n)
      after = after.previousElementSibling;
    if (after)
      after.after(line.element);
    else
      this.list.prepend(line.element);
  }

  fill(line) {
    const own = line.by === this.seat.id;
    const li = line.element;

    li.className = (line.by === 0 ? "referee" : own ? "own" : "other") +
      (line.calls.includes(this.seat.id) ? " calls" : "");
    li.replaceChildren(this.label(line));
    if (line.text === undefined)
      li.append(make("p", this.say("taken_back"), "gone"));
    else
      this.fillWords(li, line);
    if (own && line.text !== undefined)
      li.append(this.tools(line));
  }

  label(line) {
    const who = line.by === 0 ? this.say("referee") : line.name;
    const at = new Date(line.at);
    const label = make("p", undefined, "who");
    const time = make("time", at.toTimeString().slice(0, 5));

    time.dateTime = at.toISOString();
    label.append(make("bdi", who, "name"), " ", time);
    if (line.changed)
      label.append(" ", make("small", this.say("changed")));
    return label;
  }

  fillWords(li, line) {
    const words = make("p", line.text, "words");

    words.dir = "auto";
    if (line.folded) {
      const more = make("details");

      more.append(make("summary", this.say("more")), words);
      li.append(more);
    } else {
      li.append(words);
    }
    if (line.url) {
      const image = make("img");

      image.src = line.url;
      image.alt = this.say("picture");
      image.addEventListener("load", () => this.lines.get(line.n) === line &&
        li === this.list.lastElementChild && this.down());
      li.append(image);
    }
    if (line.file)
      li.append(this.file(line));
    if (line.buttons)
      li.append(this.buttons(line));
  }

  // The server sends it to be stored, not shown.
  file(line) {
    if (!line.key)
      return make("p", line.file + "\n" + this.say("file_gone"), "gone");
    const link = make("a", this.say("file", {name: line.file,
      size: Math.ceil(line.size / 1000) + " kB"}), "file");

    link.href = "/file/" + line.key;
    link.download = line.file;
    link.dir = "auto";
    return link;
  }

  buttons(line) {
    const row = make("div", undefined, "buttons");

    row.style.setProperty("--columns", line.columns);
    for (const b of line.buttons) {
      if (b.token) {
        row.append(button(b.label, () => this.does.press(line.n, b.token)));
      } else if (b.url.startsWith("https://")) {
        const link = make("a", b.label);

        link.href = b.url;
        link.rel = "noreferrer noopener";
        link.target = "_blank";
        row.append(link);
      }
    }
    return row;
  }

  tools(line) {
    const row = make("div", undefined, "tools");

    row.append(button(this.say("edit"), () => this.edit(line), "quiet"),
      button(this.say("take_back"), () => this.does.edit(line.n, ""), "quiet"));
    return row;
  }
}
