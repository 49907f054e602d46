"""The room in a browser: four persons in four tabs begin a match, each pane
has its own secrets, a name is text, and a page loaded again has everything.

usage: room_test.py PROGRAM
"""
import os
import subprocess
import sys
import tempfile

import browser
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

NAMES = ["Ann", "Bob", "<img src=x onerror=document.title='owned'>", "丁丁"]
PANE = ".seat:not([hidden]) .pane.%s "


def wait(driver, script, what):
    WebDriverWait(driver, browser.SECONDS).until(
        lambda d: d.execute_script("return " + script), what)


def has(driver, pane, text):
    wait(driver, "document.querySelector('%s.log')?.innerText.includes('%s')"
         % (PANE % pane, text), "%s in %s" % (text, pane))


def say(driver, tab, text):
    driver.switch_to.window(tab)
    driver.find_element(By.CSS_SELECTOR,
                        PANE % "group" + "textarea").send_keys(text + "\n")
    has(driver, "group", text)


def play(driver, address):
    tabs = []
    driver.get(address)
    for name in NAMES:
        if tabs:
            driver.switch_to.new_window("tab")
            driver.get(address.split("/enter")[0] + "/")
        wait(driver, "!document.getElementById('hello').hidden", "a name")
        driver.find_element(By.ID, "name").send_keys(name + "\n")
        wait(driver, "document.querySelectorAll('.chip').length > %d"
             % len(tabs), "the people")
        tabs.append(driver.current_window_handle)
    say(driver, tabs[0], "#new Long Night")
    for tab in tabs:
        say(driver, tab, "#join")
    say(driver, tabs[0], "#begin")
    panes = set()
    for tab in tabs:
        driver.switch_to.window(tab)
        has(driver, "me", "+100")
        driver.refresh()
        has(driver, "group", "#begin")
        has(driver, "me", "+100")
        panes.add(driver.execute_script(
            "return document.querySelector('.pane.me .log').innerText"))
        assert "owned" not in driver.title
        assert not browser.complaints(driver)
    assert len(panes) == len(tabs)


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as home:
        with subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0"],
                              cwd=home, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True) as serve:
            try:
                serve.stdout.readline()
                address = serve.stdout.readline().strip()
                with browser.open_browser() as driver:
                    play(driver, address)
            finally:
                serve.terminate()


main()
