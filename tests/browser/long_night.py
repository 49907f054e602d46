"""Four persons play Long Night in the room, by buttons and by typing."""
import random

from selenium.webdriver.support.ui import WebDriverWait

import browser

UP = "Up now: "
END = "The end"


def open_table(people, settings):
    people[0].say("#lang en")
    people[0].say("#new Long Night")
    for p in people:
        p.say("#join")
    for words in settings:
        people[0].say(words)
    people[0].say("#begin")
    people[0].hears(UP)


def standing(people):
    """Lines that begin a turn, so far; is it over?"""
    lines = people[0].lines()
    return [l for l in lines if UP in l], any(l.startswith(END) or
                                              "\n" + END in l for l in lines)


def take_turn(people, turns, rng):
    """Who is up walks a step or two, and ends the turn."""
    up = turns[-1].split(UP)[1].split(",")[0]
    who = next(p for p in people if "(%s)" % p.name in up)
    if rng.random() < 0.5:
        who.press(rng.choice(["⬆", "⬇", "⬅", "➡"]))
    else:
        who.say("#" + "".join(rng.choices("udlr", k=rng.randint(1, 3))))
    n = len(turns)

    def moved_on(_):
        now, over = standing(people)
        return over or len(now) > n

    try:
        WebDriverWait(who.driver, 1.5).until(moved_on)
    except Exception:  # the step was free; the turn goes on
        who.say("stop")
        WebDriverWait(who.driver, browser.SECONDS).until(moved_on)


def play(people, turns=None, seed=1):
    """To the end, or so many turns; returns how many were taken."""
    rng = random.Random(seed)
    taken = 0
    while turns is None or taken < turns:
        begun, over = standing(people)
        if over:
            break
        take_turn(people, begun, rng)
        taken += 1
    return taken
