"""A room that is served for a test, and the people in it, each in a tab."""
import contextlib
import os
import subprocess
import tempfile

import browser
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

PANE = ".seat:not([hidden]) .pane.%s "


class Room:
    """The program, which can be killed and started again on its address."""

    def __init__(self, program, listen="127.0.0.1:0"):
        self.program = os.path.abspath(program)
        self.folder = tempfile.TemporaryDirectory()
        self.serve = None
        self.listen = listen
        self.start()

    def start(self):
        self.serve = subprocess.Popen(
            [self.program, "serve", "--listen", self.listen],
            cwd=self.folder.name, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
        self.serve.stdout.readline()
        self.address = self.serve.stdout.readline().strip()
        self.site = self.address.split("/enter")[0]
        self.listen = self.site.split("//")[1]

    def stop(self, at_once=False):
        if at_once:
            self.serve.kill()
        else:
            self.serve.terminate()
        self.serve.wait(browser.SECONDS)
        self.serve.stdout.close()


@contextlib.contextmanager
def open_room(program, listen="127.0.0.1:0"):
    room = Room(program, listen)
    try:
        yield room
    finally:
        if room.serve.poll() is None:
            room.stop()
        room.folder.cleanup()


def wait(driver, script, what, seconds=browser.SECONDS):
    return WebDriverWait(driver, seconds).until(
        lambda d: d.execute_script("return " + script), what)


class Person:
    """Somebody at a tab of his own."""

    def __init__(self, driver, address, name, known=False):
        """New here, or, as this browser knows him, going on."""
        self.driver = driver
        driver.get(address)
        wait(driver, "!document.getElementById('hello').hidden || "
             "document.querySelector('.chip') !== null", "a name")
        if not known:
            driver.find_element(By.ID, "name").send_keys(name + "\n")
        elif driver.find_element(By.ID, "hello").is_displayed():
            driver.find_element(By.CSS_SELECTOR, "#known button").click()
        wait(driver, "document.querySelector('.chip') !== null", "the people")
        self.tab = driver.current_window_handle
        self.name = driver.find_element(By.CSS_SELECTOR, ".person").text

    def come(self):
        if self.driver.current_window_handle != self.tab:
            self.driver.switch_to.window(self.tab)

    def lines(self, pane="group"):
        """What stands in the pane, line by line."""
        self.come()
        return self.driver.execute_script(
            "return [...document.querySelectorAll('%s.log li')].map(l => "
            "l.querySelector('.words')?.textContent ?? '')" % (PANE % pane))

    def wait(self, script, what):
        self.come()
        return wait(self.driver, script, "%s: %s" % (self.name, what))

    def hears(self, text, pane="group", times=1):
        """Waits until so many lines of the pane have it."""
        try:
            WebDriverWait(self.driver, browser.SECONDS).until(
                lambda d: sum(text in l for l in self.lines(pane)) >= times)
        except TimeoutException:
            raise AssertionError("%s does not hear %r, but: %s" % (
                self.name, text, self.lines(pane)[-6:])) from None

    def say(self, text, pane="group"):
        """Types it, and waits until it stands there."""
        n = sum(text in l for l in self.lines(pane))
        self.driver.find_element(By.CSS_SELECTOR,
                                 PANE % pane + "textarea").send_keys(text + "\n")
        self.hears(text, pane, n + 1)

    def ask(self, text, pane="group"):
        """Says it and waits for an answer; how many lines there are then."""
        n = len(self.lines(pane))
        self.say(text, pane)
        WebDriverWait(self.driver, browser.SECONDS).until(
            lambda d: len(self.lines(pane)) >= n + 2,
            "%s is answered to %s" % (self.name, text))
        return n + 2

    def press(self, label, pane="group"):
        """Presses the last button of that name."""
        self.come()
        find = ("return [...document.querySelectorAll('%s.buttons button')]"
                ".findLast(b => b.textContent === arguments[0])" % (PANE % pane))
        WebDriverWait(self.driver, browser.SECONDS).until(
            lambda d: d.execute_script(find, label),
            "%s has a button %s: %s" % (self.name, label, self.labels(pane)))
        self.driver.execute_script(find, label).click()

    def labels(self, pane="group"):
        """What can be pressed there."""
        self.come()
        return self.driver.execute_script(
            "return [...document.querySelectorAll('%s.buttons button')]"
            ".map(b => b.textContent)" % (PANE % pane))

    def reload(self):
        self.come()
        self.driver.refresh()
        self.wait("document.querySelector('.chip') !== null", "is back")

    def files(self, pane="group"):
        """Names of the files that can be had there."""
        self.come()
        return self.driver.execute_script(
            "return [...document.querySelectorAll('%s.log a.file')].map(a => "
            "a.download)" % (PANE % pane))

    def save(self, name, folder, pane="group"):
        """Saves one by its link; returns where it lies."""
        self.come()
        link = self.driver.execute_script(
            "return [...document.querySelectorAll('%s.log a.file')].find(a => "
            "a.download === arguments[0])" % (PANE % pane), name)
        before = set(os.listdir(folder))
        link.click()
        new = WebDriverWait(self.driver, browser.SECONDS).until(
            lambda d: [f for f in set(os.listdir(folder)) - before
                       if not f.endswith(".crdownload") and
                       not f.startswith(".")], "%s is saved" % name)
        return os.path.join(folder, new[0])


def come_in(driver, room, names):
    """Persons of these names, each in a tab."""
    people = []
    for name in names:
        if people:
            driver.switch_to.new_window("tab")
        people.append(Person(driver, room.site + "/" if people else room.address,
                             name))
    for p in people:
        p.wait("document.querySelectorAll('.chip').length === %d" % len(names),
               "everybody is here")
    return people
