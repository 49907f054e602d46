"""The replay page in a browser, one match of each game: it opens from a file
without network, its proof turns green, any change turns it red, keys and links
work, what people wrote is text, and the console stays silent.

usage: page_test.py PROGRAM SOURCE_DIR
NJ_PAGE_LOOK=DIR: also every seat's eyes against `nightjar replay --as`, and
screenshots of 360 and 1440 px by day and by night into DIR; where
tests/browser/node_modules has axe-core (npm ci), its findings too.
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib

import browser
from selenium.webdriver.support.ui import WebDriverWait

HOSTILE = ("</script><script>document.title='owned'</script>"
           "<img src=x onerror=\"document.title='owned'\">"
           "<b id=owned>\u202e&lt;{{n}}")
LIMITS = {"long_night": 300_000}  # bytes; other games a million
MATCHES = {"long_night": "long_night-wild-five",
           "masked_killer": "masked_killer-street-13",
           "night_of_cards": "night_of_cards-classic-seven"}

failures = []


def expect(good, what):
    if not good:
        failures.append(what)
        print("FAILED: " + what)


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=120,
                          check=False)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


# --- what a page carries ---

def part_of(html, name):
    return re.search('id="%s">([^<]*)<' % name, html)


def unpack(html, name):
    return zlib.decompress(base64.b64decode(part_of(html, name).group(1)))


def repack(html, name, content):
    m = part_of(html, name)
    packed = base64.b64encode(zlib.compress(content, 9)).decode()
    return html[:m.start(1)] + packed + html[m.end(1):]


def altered(html, change):
    data = json.loads(unpack(html, "data"))
    change(data)
    return repack(html, "data", json.dumps(data).encode())


# --- one page ---

def shown(driver):
    """Number of the step that is shown."""
    return int(driver.find_element("id", "count").text.split(" ")[0])


def check_size(game, path):
    size = os.path.getsize(path)
    expect(size <= LIMITS.get(game, 1_000_000), "%s has %d bytes" % (path, size))
    return size


def check_shape(game, html):
    policy = re.search('Content-Security-Policy" content="([^"]*)"', html)
    expect(policy and policy.group(1).startswith("default-src 'none';"),
           game + ": its policy forbids what it does not name")
    expect("unsafe" not in policy.group(1) and "http" not in policy.group(1),
           game + ": its policy allows sums alone")
    expect(not re.search(r'(src|href|action)\s*=\s*"?(https?:|//)', html),
           game + ": nothing of it is elsewhere")


def check_keys(driver, game):
    body = driver.find_element("tag name", "body")
    body.send_keys("\ue010")  # End
    last = shown(driver)
    body.send_keys("\ue012")  # left
    expect(shown(driver) == last - 1, game + ": the left key goes back")
    body.send_keys("\ue011")  # Home
    expect(shown(driver) == 1, game + ": Home is the beginning")
    body.send_keys("\ue014")  # right
    expect(shown(driver) == 2, game + ": the right key goes on")
    body.send_keys(" ")
    playing = "return document.getElementById('play').classList.contains('on')"
    expect(driver.execute_script(playing), game + ": the space bar plays")
    body.send_keys(" ")
    expect(not driver.execute_script(playing), game + ": and stops")
    WebDriverWait(driver, browser.SECONDS).until(
        lambda d: "step=" in d.current_url, game + ": the address names the step")


def check_clause(driver, game):
    clause = driver.find_element("css selector", ".now .clause")
    clause.click()
    rule = driver.find_element("css selector", ".now .rule")
    expect(rule.is_displayed() and len(rule.text) > 10,
           game + ": a clause is one click away")


def check_true(driver, game, path):
    expect(browser.open_page(driver, path) == "green", game + ": it is green")
    check_keys(driver, game)
    driver.find_element("tag name", "body").send_keys("\ue010")
    expect(len(driver.find_elements("css selector", "#board svg *")) > 20,
           game + ": something is drawn")
    driver.find_element("tag name", "body").send_keys("\ue011")
    check_clause(driver, game)
    browser.open_page(driver, path, "#step=5&as=2")
    expect(driver.find_element("id", "as").get_attribute("value") == "2" and
           shown(driver) <= 5, game + ": a link leads to its step")
    expect(not browser.complaints(driver), game + ": the console is silent")


def pictures(driver):
    """Which picture is shown at each step that one sees, by its number."""
    return driver.execute_script("""
        const shown = [], slider = document.getElementById('slider');
        for (let i = 0; i <= Number(slider.max); i++) {
          slider.value = i;
          slider.dispatchEvent(new Event('input'));
          shown.push(Number(document.getElementById('board').dataset.picture));
        }
        return shown;""")


def check_boards(driver, game, html, path):
    """All of the board at each step for who sees all; a seat sees pictures that
    came with what it heard, and at the end the course."""
    data = json.loads(unpack(html, "data"))
    whole = {s[7] for s in data["steps"][:-1] if s[7] >= 0}
    expect(len(whole) > 2, game + ": it has whole boards")
    browser.open_page(driver, path, "#step=1&as=all")
    expect(whole <= set(pictures(driver)), game + ": all of them are shown")
    heard = {m[4] for s in data["steps"] for m in s[6]
             if m[0] == "G" or m[0][0] == "P" and "1" in m[0][1:].split("+")}
    browser.open_page(driver, path, "#step=1&as=1")
    expect(set(pictures(driver)) <= heard | {-1, data["course"]},
           game + ": a seat is shown what it was shown, and not the whole")


def check_red(driver, game, html, path):
    """Each part that the proof stands on, altered."""
    chain = bytearray(unpack(html, "chain"))
    chain[len(chain) // 2] ^= 1

    def other_secret(data):
        data["head"]["secret"] = "00" + data["head"]["secret"][2:]

    def other_word(data):
        data["head"]["joins"].append("x")

    def other_message(data):
        message = data["steps"][-1][6][-1]
        message[0] = "G" if message[0] == "R" else "R"

    def other_draw(data):
        draws = next(s[5] for s in data["steps"] if s[5])
        draws[1] = (draws[1] + 1) % draws[0]

    pages = {"a byte of the chain": repack(html, "chain", bytes(chain))}
    for change in (other_secret, other_word, other_message, other_draw):
        pages[change.__name__] = altered(html, change)
    for what, text in pages.items():
        write(path, text)
        expect(browser.open_page(driver, path) == "red",
               "%s: %s makes it red" % (game, what))


def check_hostile(driver, game, html, path):
    """All texts are what somebody might call himself."""
    def poison(data):
        data["title"] = HOSTILE
        data["seats"] = [HOSTILE for _ in data["seats"]]
        for step in data["steps"]:
            step[4] = HOSTILE
            for message in step[6]:
                message[2] = message[3] = HOSTILE
        data["marks"] = [m + HOSTILE if m[0] == "t" else m for m in data["marks"]]

    write(path, altered(html, poison))
    browser.open_page(driver, path, "#step=3&as=1" + HOSTILE)
    expect(driver.title != "owned" and
           not driver.find_elements("css selector", "#owned, img"),
           game + ": hostile texts do nothing")
    expect(HOSTILE[:20] in driver.find_element("id", "title").text,
           game + ": they are shown as they are")
    expect(not browser.complaints(driver), game + ": and nothing was tried")


# --- a file that is untrue ---

def check_untrue(driver, program, source, folder):
    path = os.path.join(folder, "untrue.jsonl")
    page = os.path.join(folder, "untrue.html")
    write(path, source.replace('"code":"', '"code":"X', 1))
    done = run(program, "replay", path, "--html", page)
    expect(done.returncode == 1, "an untrue file is told by the exit status")
    expect(browser.open_page(driver, page) == "red", "its page is red")
    expect("sum" in driver.find_element("id", "why").text, "and says why")


# --- on demand ---

def words_of(program, match, seat):
    """What a seat's chats had, in one line each, by `nightjar replay`."""
    out = run(program, "replay", match, "--as", str(seat)).stdout
    lines = [re.sub(r"^  (?:(?:G|P[0-9+]+) +|     )", "", line).strip()
             for line in out.splitlines() if line.startswith("  ")]
    return [line for line in lines if line]


def check_eyes(driver, program, match, page, game):
    browser.open_page(driver, page)
    seats = [o.get_attribute("value") for o in driver.find_elements(
        "css selector", "#as option") if o.get_attribute("value").isdigit()]
    for seat in seats:
        browser.open_page(driver, page, "#step=1&as=" + seat)
        texts = driver.execute_script(
            "return [...document.querySelectorAll('#log .text')]"
            ".map(e => e.textContent)")
        had = [line.strip() for text in texts for line in text.split("\n")]
        wanted = words_of(program, match, seat)
        expect([x for x in had if x] == wanted,
               "%s: seat %s has on its page what its chats had" % (game, seat))


def look(driver, program, match, page, game, folder):
    check_eyes(driver, program, match, page, game)
    for width, height in ((360, 740), (1440, 900)):
        for dark in (False, True):
            browser.set_view(driver, width, height, dark)
            for step in (12, 100000):
                browser.open_page(driver, page, "#step=%d&as=all" % step)
                found = browser.axe(driver)
                expect(not found, "%s: axe finds %s" % (game, found))
                driver.save_screenshot(os.path.join(folder, "%s-%d-%s-%d.png" % (
                    game, width, "night" if dark else "day", step)))
    browser.set_view(driver, 1440, 900, False)


# --- all of it ---

def matches(program, source_dir, folder):
    for game, name in MATCHES.items():
        yield game, os.path.join(source_dir, "tests/matches", name + ".jsonl")
    done = run(program, "simulate", "shadow-hotel", "--matches", "1",
               "--record", folder)
    expect(done.returncode == 0, "a match of the hotel: " + done.stderr)
    yield "shadow_hotel", os.path.join(folder, "shadow_hotel-1.jsonl")


def check_sizes(program, source_dir, folder):
    """The longest recorded match of each game has a page of its size."""
    longest = {}
    page = os.path.join(folder, "size.html")
    there = os.path.join(source_dir, "tests/matches")
    for name in sorted(os.listdir(there)):
        if name.endswith(".jsonl"):
            size = os.path.getsize(os.path.join(there, name))
            game = name.split("-")[0]
            longest[game] = max(longest.get(game, (0, "")), (size, name))
    expect(len(longest) >= 3, "matches were found")
    for game, (_, name) in sorted(longest.items()):
        done = run(program, "replay", os.path.join(there, name), "--html", page)
        expect(done.returncode == 0, name + ": " + done.stderr)
        print("%s: %d bytes" % (name, check_size(game, page)))


def main(program, source_dir):
    wanted = os.environ.get("NJ_PAGE_LOOK")
    with tempfile.TemporaryDirectory() as folder, browser.open_browser() as driver:
        check_sizes(program, source_dir, folder)
        for game, match in matches(program, source_dir, folder):
            page = os.path.join(folder, game + ".html")
            done = run(program, "replay", match, "--html", page)
            expect(done.returncode == 0, game + ": " + done.stderr)
            check_size(game, page)
            html = read(page)
            check_shape(game, html)
            check_true(driver, game, page)
            check_boards(driver, game, html, page)
            check_red(driver, game, html, os.path.join(folder, "red.html"))
            check_hostile(driver, game, html, os.path.join(folder, "bad.html"))
            if wanted:
                look(driver, program, match, page, game, wanted)
        check_untrue(driver, program, read(os.path.join(
            source_dir, "tests/matches/long_night-1.jsonl")), folder)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
