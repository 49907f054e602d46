"""On demand, the room in a browser: a match by the keyboard alone, several
persons in one window, a second address, hostile names, axe-core, and pictures
of all of it at 360 and 1440 px by day and by night.

usage: room_more.py PROGRAM DIR
"""
import http.client
import os
import sys

import browser
from room import Person, come_in, open_room, wait
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

HOSTILE = ["<img src=x onerror=document.title='owned'>",
           "'\"><script>document.title='owned'</script>",
           "\u202eevil\u200b{{n}}&lt;", "@Nightjar"]

failures = []


def expect(good, what):
    if not good:
        failures.append(what)
        print("FAILED: " + what)


# --- the keyboard ---

def focus(driver):
    return driver.execute_script(
        "const e = document.activeElement; return e.id || e.textContent")


def tab_to(driver, what, back=False):
    """Presses Tab until that has the focus, which has to be seen."""
    for _ in range(150):
        if focus(driver) == what:
            break
        keys = ActionChains(driver)
        if back:
            keys.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT)
        else:
            keys.send_keys(Keys.TAB)
        keys.perform()
    expect(focus(driver) == what, "Tab leads to %s" % what)
    expect(driver.execute_script(
        "const s = getComputedStyle(document.activeElement);"
        "return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2"),
           "one sees where the focus is: %s" % what)


def press(driver, *keys):
    ActionChains(driver).send_keys(*keys).perform()


def check_keyboard(program):
    """Name, table, seats, moves and dialogs, without a mouse."""
    with open_room(program) as room, browser.open_browser() as driver:
        driver.get(room.address)
        wait(driver, "!document.getElementById('hello').hidden", "a name")
        expect(focus(driver) == "name", "the name has the focus")
        press(driver, "Ann", Keys.ENTER)
        wait(driver, "document.querySelector('.chip') !== null", "the people")
        tab_to(driver, "guide_open", back=True)
        press(driver, Keys.ENTER)
        wait(driver, "document.getElementById('guide').open", "the guide")
        tab_to(driver, "Long Night")
        press(driver, Keys.ENTER)
        press(driver, Keys.ENTER)  # the first step has the focus
        for step in ("step_join", "step_fill", "step_begin"):
            tab_to(driver, step)
            press(driver, Keys.ENTER)
        wait(driver, "!document.getElementById('guide').open", "it closes")
        me = "[...document.querySelectorAll('.pane.group .buttons button')]" \
             ".some(b => b.textContent === 'Stop')"
        calls = "document.querySelector('.pane.group li.calls') !== null && " + me
        wait(driver, calls, "it is my turn")
        tab_to(driver, "Stop")
        press(driver, Keys.SPACE)
        wait(driver, "[...document.querySelectorAll('.pane.group .words')]"
             ".some(w => w.textContent.includes('(Ann) walked'))", "I have stopped")
        tab_to(driver, "invite", back=True)
        press(driver, Keys.ENTER)
        wait(driver, "document.getElementById('invitation').open", "invitation")
        press(driver, Keys.ESCAPE)
        wait(driver, "!document.getElementById('invitation').open", "it closes")
        expect(focus(driver) == "invite", "the focus is where it was")
        expect(not browser.complaints(driver), "the console is silent")


# --- several persons in one window ---

def check_one_window(program):
    with open_room(program) as room, browser.open_browser() as driver:
        ann = Person(driver, room.address, "Ann")
        for name in HOSTILE[:2]:
            driver.find_element(By.CSS_SELECTOR, "#here .quiet").click()
            driver.find_element(By.ID, "name").send_keys(name + "\n")
            wait(driver, "document.getElementById('hello').hidden", "came in")
        names = [e.text for e in driver.find_elements(By.CSS_SELECTOR, ".person")]
        expect(len(names) == 3 and names[0] == "Ann", "three sit here: %s" % names)
        driver.find_elements(By.CSS_SELECTOR, ".person")[0].click()
        ann.say("#me", "me")
        driver.find_elements(By.CSS_SELECTOR, ".person")[1].click()
        expect("#me" not in "".join(ann.lines("me")), "a pane is Ann's alone")
        ann.say("hello")
        driver.refresh()
        wait(driver, "document.querySelectorAll('.person').length === 3",
             "all three are back")
        ann.hears("hello")
        driver.find_elements(By.CSS_SELECTOR, ".person")[0].click()
        ann.hears("#me", "me")
        expect("owned" not in driver.title, "no name did anything")
        expect(not browser.complaints(driver), "the console is silent")


# --- hostile names ---

def check_hostile(program):
    with open_room(program) as room, browser.open_browser() as driver:
        people = come_in(driver, room, ["Ann"] + HOSTILE[:3])
        for p in people:
            p.say("@" + people[1].name + " " + HOSTILE[1])
            p.say(HOSTILE[0], "me")
        for p in people:
            p.come()
            expect("owned" not in driver.title, "no name did anything")
            expect(not driver.find_elements(By.CSS_SELECTOR, ".seat img"),
                   "nothing of it became markup")
            expect(not browser.complaints(driver), "nothing was tried")


# --- another address ---

def status(address, host, path, headers=None):
    """Of a request to that address which calls it `host`."""
    c = http.client.HTTPConnection(*address, timeout=10)
    c.putrequest("GET", path, skip_host=True)
    for name, value in {"Host": host, **(headers or {})}.items():
        c.putheader(name, value)
    c.endheaders()
    code = c.getresponse().status
    c.close()
    return code


UPGRADE = {"Connection": "Upgrade", "Upgrade": "websocket",
           "Sec-WebSocket-Version": "13",
           "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}


def check_address(program, at):
    """By another address of this machine: it and no other name is served."""
    with open_room(program, at + ":0") as room, browser.open_browser() as driver:
        there = (at, int(room.listen.split(":")[1]))
        host = "%s:%d" % there
        expect(status(there, host, "/") == 200, "the page by its address")
        for other in ("evil.example:%d" % there[1], at, "%s:1" % at, ""):
            expect(status(there, other, "/") in (400, 403),
                   "not as %r" % other)
            expect(status(there, host, "/talk", {
                **UPGRADE, "Origin": "http://" + other}) == 403,
                   "no line from a page of %r" % other)
        expect(status(there, host, "/talk", {
            **UPGRADE, "Origin": "http://" + host}) == 101, "a line of our page")
        for neighbour in ("127.0.0.1", "127.0.0.3"):
            try:
                code = status((neighbour, there[1]), host, "/")
            except OSError:
                code = None
            expect(code is None, "nobody listens at " + neighbour)
        ann = Person(driver, room.address, "Ann")
        ann.say("#games")
        ann.come()
        driver.find_element(By.ID, "invite").click()
        wait(driver, "document.getElementById('invitation').open", "invitation")
        address = driver.find_element(By.ID, "address").text
        expect(address.startswith("http://%s/enter/" % host),
               "an invitation names the address: " + address)
        with browser.open_browser() as other:
            bob = Person(other, address, "Bob")
            bob.say("hello")
            ann.hears("hello")
            other.get(address)
            expect("used already" in other.page_source, "once")


# --- by eye, and by axe ---

def look(driver, folder, name):
    """Pictures and findings of what is shown, four ways."""
    for width, height in ((360, 740), (1440, 900)):
        for dark in (False, True):
            browser.set_view(driver, width, height, dark)
            found = browser.axe(driver)
            expect(not found, "%s, %d px: axe finds %s" % (name, width, found))
            wide = driver.execute_script(
                "return document.documentElement.scrollWidth")
            expect(wide <= width, "%s fits %d px: %d" % (name, width, wide))
            driver.save_screenshot(os.path.join(folder, "room-%s-%d-%s.png" % (
                name, width, "night" if dark else "day")))
    browser.set_view(driver, 1440, 900, False)


def check_looks(program, folder):
    """The way in, and the dialogs."""
    with open_room(program) as room, browser.open_browser() as driver:
        driver.get(room.address)
        wait(driver, "!document.getElementById('hello').hidden", "a name")
        look(driver, folder, "hello")
        Person(driver, room.site + "/", "Ann")
        driver.get(room.address)
        look(driver, folder, "used")
        Person(driver, room.site + "/", "Ann", known=True)
        driver.find_element(By.ID, "guide_open").click()
        driver.find_element(By.CSS_SELECTOR, "#games button").click()
        look(driver, folder, "guide")
        driver.find_element(By.ID, "guide_close").click()
        driver.find_element(By.ID, "invite").click()
        wait(driver, "document.getElementById('invitation').open", "invitation")
        look(driver, folder, "invitation")


def show(driver, pane):
    """On a narrow window one pane is shown at a time."""
    driver.execute_script("document.querySelectorAll('.switch')"
                          "[arguments[0]].click()", pane)


def check_games(program, folder):
    """Each game as it begins, by group and pane."""
    for game, bots in (("Long Night", 0), ("Shadow Hotel", 0),
                       ("Night of Cards", 2), ("Masked Killer", 0)):
        with open_room(program) as room, browser.open_browser() as driver:
            people = come_in(driver, room, ["Ann", "Bob", "Cy", "丁丁"])
            people[0].say("#new " + game)
            for p in people:
                p.say("#join")
            if bots:
                people[0].say("#bots %d" % bots)
            people[0].say("#begin")
            for p in people:
                p.wait("document.querySelectorAll('.pane.me .log li').length > 0",
                       "something of its own")
            people[0].come()
            look(driver, folder, game.split()[0].lower())
            browser.set_view(driver, 360, 500, False)
            people[0].wait("document.querySelector('.pane.group .log li:last-child')"
                           ".getBoundingClientRect().bottom <= 500",
                           "a smaller window shows the last line")
            show(driver, 1)
            look(driver, folder, game.split()[0].lower() + "-own")


def main(program, folder):
    os.makedirs(folder, exist_ok=True)
    check_keyboard(program)
    check_one_window(program)
    check_hostile(program)
    check_address(program, "127.0.0.2")
    check_looks(program, folder)
    check_games(program, folder)
    print("%d failures" % len(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
