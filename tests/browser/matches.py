"""On demand: four persons in four tabs (at Night of Cards six) play a whole match
of each game in the room, by the buttons and words that it offers, and share its
page, which is green from a file with no server.

usage: matches.py PROGRAM [GAME...]
"""
import os
import random
import re
import sys
import tempfile
import time

import browser
import long_night
from room import come_in, open_room

NAMES = ["Ann", "Bob", "Cy", "丁丁", "Eve", "Fay"]
PATIENCE = 300  # seconds without anything new


def open_table(people, game, settings):
    people[0].say("#lang en")
    people[0].say("#new " + game)
    for p in people:
        p.say("#join")
    for words in settings:
        people[0].say(words)
    people[0].say("#begin")


def play_on(people, take_turns):
    """Lets everybody act until the match is over and its files have come."""
    seen, since = 0, time.monotonic()
    while len(people[0].files()) < 2:
        now = sum(len(p.lines("me")) for p in people) + len(people[0].lines())
        if now != seen:
            seen, since = now, time.monotonic()
        assert time.monotonic() - since < PATIENCE, [
            (p.name, p.lines("me")[-2:]) for p in people]
        take_turns()


def referee_lines(person, pane):
    """Lines of the referee there."""
    person.come()
    return person.driver.execute_script(
        "return [...document.querySelectorAll('.seat:not([hidden]) .pane.%s "
        ".log li.referee')].map(l => l.querySelector('.words')?.textContent "
        "?? '')" % pane)


# --- the games ---

def play_long_night(people, rng):
    long_night.open_table(people, [])
    long_night.play(people, seed=rng.random())
    people[0].hears(long_night.END)


def play_shadow_hotel(people, rng):
    """Each walks as long as he has steps, by its buttons, or ends his turn."""
    open_table(people, "Shadow Hotel", ["#set spawn_secs 0", "#set last_round 5"])
    done = {}

    def take_turns():
        for p in people:
            lines = referee_lines(p, "me")
            if not lines or done.get(p.name) == len(lines):
                continue
            steps = re.search(r"Steps left: (\d+)", lines[-1])
            if steps is None:
                continue
            done[p.name] = len(lines)
            ways = [b for b in p.labels("me")[-9:] if b.startswith("→")]
            if int(steps.group(1)) > 0 and ways and rng.random() < 0.6:
                p.press(rng.choice(ways), "me")
            else:
                p.press("End turn", "me")

    play_on(people, take_turns)


def play_night_of_cards(people, rng):
    """Six of them: each is done at once, by day after a vote."""
    open_table(people, "Night of Cards", [
        "#set bells off", "#set lifedeath off", "#set max_days 5"])
    done = {}

    def take_turns():
        phases = re.findall(r"\] (Night|Day) \d+:", "\n".join(
            referee_lines(people[0], "group")))
        for p in people:
            if done.get(p.name) == len(phases):
                continue
            done[p.name] = len(phases)
            if not phases:
                p.say("#order default", "me")
                continue
            if phases[-1] == "Day":
                p.say("vote %d" % rng.randint(1, len(people)))
            p.say("done", "me")

    play_on(people, take_turns)


def play_masked_killer(people, rng):
    """Victims walk a step and end their turns, the killer stalks."""
    open_table(people, "Masked Killer", ["#set killer first"])
    victims = dict(zip(("Laurie", "Annie", "Bob"), people[1:]))
    for victim, p in victims.items():
        p.say("pick " + victim)
    people[0].hears("start at", "me")
    people[0].say("start at R8", "me")
    done = [0]

    def take_turns():
        turns = [l for l in referee_lines(people[0], "group")
                 if "to act: round" in l]
        if len(turns) == done[0]:
            return
        done[0] = len(turns)
        head = turns[-1].split(" to act: round")[0].split("\n")[-1]
        who = next((p for v, p in victims.items() if v + " (" in head), None)
        if who:
            who.say("move " + rng.choice("NESW"))
            who.say("end")
        else:
            people[0].say("stalk " + rng.choice("NESW"), "me")
            people[0].say("end", "me")

    play_on(people, take_turns)


GAMES = {"long_night": play_long_night, "shadow_hotel": play_shadow_hotel,
         "night_of_cards": play_night_of_cards,
         "masked_killer": play_masked_killer}


def check(program, game, folder):
    began = time.monotonic()
    with open_room(program) as room, \
            browser.open_browser(downloads=folder) as driver:
        n = 6 if game == "night_of_cards" else 4
        people = come_in(driver, room, NAMES[:n])
        GAMES[game](people, random.Random(1))
        people[2].wait("document.querySelectorAll('.pane.group a.file').length "
                       "=== 2", "page and match file")
        page = [people[2].save(name, folder) for name in people[2].files()][0]
        for p in people:
            p.come()
            assert not browser.complaints(driver)
    with browser.open_browser() as driver:
        assert browser.open_page(driver, page) == "green"
        steps = driver.execute_script(
            "return document.querySelectorAll('#log li').length")
    print("%s: %d steps, %.0f s, green" % (game, steps,
                                           time.monotonic() - began), flush=True)


def main(program, games):
    for game in games or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            check(os.path.abspath(program), game, folder)


main(sys.argv[1], sys.argv[2:])
