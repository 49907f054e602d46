#!/usr/bin/python3
"""deploy/dashboard.json is what Grafana documents as a dashboard: fields that
there are, of their types, panels that fit the page, questions to the source
that its reader chooses.

usage: dashboard.py FILE

The names are those of Grafana's published types (@grafana/schema 13.2,
raw/dashboard), less what a page of ours has no use for.
"""
import json
import re
import sys

COLUMNS = 24
NUMBER = (int, float)
FIELDS = {
    "dashboard": {"title": str, "uid": str, "schemaVersion": int,
                  "version": int, "editable": bool, "refresh": str,
                  "time": dict, "timezone": str, "tags": list,
                  "templating": dict, "panels": list, "description": str},
    "time": {"from": str, "to": str},
    "templating": {"list": list},
    "variable": {"name": str, "label": str, "type": str, "query": str},
    "panel": {"id": int, "type": str, "title": str, "datasource": dict,
              "gridPos": dict, "fieldConfig": dict, "targets": list,
              "options": dict, "description": str},
    "datasource": {"type": str, "uid": str},
    "gridPos": {"h": int, "w": int, "x": int, "y": int},
    "fieldConfig": {"defaults": dict, "overrides": list},
    "defaults": {"unit": str, "min": NUMBER, "max": NUMBER, "decimals": int,
                 "mappings": list},
    "target": {"refId": str, "expr": str, "legendFormat": str},
}
MAY_MISS = {"description", "options", "min", "max", "decimals", "mappings"}
OPTIONS = {"stat": {"textMode": {"auto", "value", "value_and_name", "name",
                                 "none"}},
           "timeseries": {}}
UNITS = {"short", "s", "percent", "percentunit", "bytes"}
said = []


def say(where, what):
    said.append(f"{where}: {what}")


def has_fields(where, kind, value):
    """Says what is unknown, missing or of another type; true if nothing is."""
    known, before = FIELDS[kind], len(said)
    if not isinstance(value, dict):
        say(where, f"no {kind}")
        return False
    for name, it in value.items():
        wanted = known.get(name)
        if wanted is None:
            say(where, f"a {kind} has no '{name}'")
        elif not isinstance(it, wanted) or (wanted is not bool and
                                            isinstance(it, bool)):
            say(where, f"'{name}' is of another type")
    for name in known:
        if name not in value and name not in MAY_MISS:
            say(where, f"no '{name}'")
    return len(said) == before


def look_at_place(where, place, taken):
    if not has_fields(where, "gridPos", place):
        return
    if min(place["x"], place["y"]) < 0 or min(place["w"], place["h"]) < 1 or \
            place["x"] + place["w"] > COLUMNS:
        say(where, "stands beside the page")
    for x in range(place["x"], place["x"] + place["w"]):
        for y in range(place["y"], place["y"] + place["h"]):
            if taken.setdefault((x, y), where) != where:
                say(where, f"covers {taken[x, y]}")
                return


def look_at_targets(where, targets):
    ids = [t["refId"] for t in targets if has_fields(where, "target", t)]
    if not targets or len(set(ids)) != len(ids):
        say(where, f"questions are {ids}")
    for target in targets:
        asked = target.get("expr", "")
        if asked.count("(") != asked.count(")") or "nightjar_" not in asked:
            say(where, f"asks '{asked}'")


def look_at_options(where, panel):
    known = OPTIONS[panel["type"]]
    for name, value in panel.get("options", {}).items():
        if value not in known.get(name, ()):
            say(where, f"a {panel['type']} has no '{name}' of '{value}'")


def look_at_panel(panel, sources, taken):
    where = f"panel {panel.get('id')}"
    if not has_fields(where, "panel", panel):
        return
    if panel["type"] not in OPTIONS:
        say(where, f"no '{panel['type']}' is known here")
        return
    source = panel["datasource"]
    if has_fields(where, "datasource", source) and (
            source["type"] != "prometheus" or source["uid"] not in sources):
        say(where, f"asks {source}")
    config = panel["fieldConfig"]
    if has_fields(where, "fieldConfig", config) and \
            has_fields(where, "defaults", config["defaults"]) and \
            config["defaults"]["unit"] not in UNITS:
        say(where, f"unit '{config['defaults']['unit']}'")
    look_at_options(where, panel)
    look_at_place(where, panel["gridPos"], taken)
    look_at_targets(where, panel["targets"])


def look_at(page):
    if not has_fields("page", "dashboard", page):
        return
    has_fields("time", "time", page["time"])
    has_fields("templating", "templating", page["templating"])
    variables = page["templating"].get("list", [])
    for variable in variables:
        has_fields("variable", "variable", variable)
    sources = {f"${{{v.get('name')}}}" for v in variables
               if v.get("type") == "datasource" and
               v.get("query") == "prometheus"}
    if not re.fullmatch(r"\d+[smh]", page["refresh"]):
        say("page", f"refresh '{page['refresh']}'")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", page["uid"]):
        say("page", f"uid '{page['uid']}'")
    ids = [panel.get("id") for panel in page["panels"]]
    if not ids or len(set(ids)) != len(ids):
        say("page", f"numbers of panels are {ids}")
    taken = {}
    for panel in page["panels"]:
        look_at_panel(panel, sources, taken)


with open(sys.argv[1], encoding="utf-8") as file:
    look_at(json.load(file))
print("\n".join(said), end="\n" if said else "")
sys.exit(1 if said else 0)
