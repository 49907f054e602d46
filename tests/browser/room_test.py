"""The room in a browser: four persons in four tabs play a match to its end,
each pane has its own secrets, a name is text, the program is killed twice and a
page loaded again has everything, and the page of the match, saved from the
room, is green in a browser that never saw the server.

usage: room_test.py PROGRAM
"""
import os
import subprocess
import sys
import tempfile

import browser
import long_night
from room import come_in, open_room

NAMES = ["Ann", "Bob", "<img src=x onerror=document.title='owned'>", "丁丁"]


def check_kept(room, people):
    """Killed at once and started again, the room has what was said."""
    mark = people[0].ask("#status")
    people[0].ask("#matches")  # what stood in front of it is stored by then
    group = people[0].lines()[:mark]
    panes = [p.lines("me") for p in people]
    room.stop(at_once=True)
    room.start()
    for p, pane in zip(people, panes):
        p.reload()
        p.hears(group[-1])
        assert p.lines()[:mark] == group, (p.lines(), group)
        if pane:
            p.hears(pane[-1], "me")
        assert p.lines("me")[:len(pane)] == pane, (p.lines("me"), pane)


def check_secrets(people):
    """Each has a prey, and a pane that is nobody else's."""
    panes = []
    for p in people:
        p.hears("You hunt", "me")
        panes.append("".join(p.lines("me")))
        assert "owned" not in p.driver.title
    assert len(set(panes)) == len(people)


def share(person, folder):
    """The page and the match file, saved by their links."""
    person.wait("document.querySelectorAll('.pane.group a.file').length === 2",
                "page and match file")
    saved = [person.save(name, folder) for name in person.files()]
    assert saved[0].endswith(".html") and saved[1].endswith(".jsonl"), saved
    return saved


def check_shared(program, page, match):
    """Offline, in a browser that never saw the server."""
    done = subprocess.run([program, "verify", match], timeout=120, check=False,
                          stdout=subprocess.DEVNULL)
    assert done.returncode == 0, "the match file is true"
    with browser.open_browser() as driver:
        assert browser.open_page(driver, page) == "green"
        steps = driver.execute_script(
            "return document.querySelectorAll('#log li').length")
        assert steps > 10, steps
        assert driver.title != "owned"
        assert not browser.complaints(driver)


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        with open_room(program) as room, \
                browser.open_browser(downloads=folder) as driver:
            people = come_in(driver, room, NAMES)
            long_night.open_table(people, ["#set cap 3"])
            check_secrets(people)
            long_night.play(people, turns=5)
            check_kept(room, people)
            long_night.play(people)
            for p in people:
                p.hears("The end")
            share(people[1], folder)
            for p in people:
                p.come()
                assert "owned" not in driver.title
                spoken = [line for line in browser.complaints(driver)
                          if "WebSocket" not in line]  # while it was killed
                assert not spoken, spoken
            room.stop(at_once=True)
            room.start()
            people[2].reload()
            page, match = share(people[2], folder)
        check_shared(os.path.abspath(program), page, match)


main(sys.argv[1])
