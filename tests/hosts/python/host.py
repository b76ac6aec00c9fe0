"""Asks the component, in wasmtime, what the native program was asked, and compares the answers.

    host.py COMPONENT INPUTS
"""

import json
import sys

from wasmtime import Engine, Store
from wasmtime.component import Component, Linker, Record, ResourceAny, Variant

from example import decisions, record

KINDS = {"vector": "vectors", "case": "cases", "probe": "probes"}


def main():
    component, inputs = sys.argv[1:]
    with open(inputs, encoding="utf-8") as file:
        inputs = json.load(file)
    check_example(component)
    host = Host(component)
    asked, differences = 0, []
    counts = dict.fromkeys(KINDS, 0)
    for script in inputs["scripts"]:
        asks, answers = script["asks"], script["answers"]
        if not asks or len(asks) != len(answers):
            sys.exit(f"{script['name']}: {len(asks)} questions, {len(answers)} answers")
        for ask, expected in zip(asks, answers):
            asked += 1
            found = host.answer(ask)
            if found != expected:
                differences.append(f"{script['name']}: {difference(ask, expected, found)}")
        counts[script["kind"]] += 1
    for kind, key in KINDS.items():
        if counts[kind] == 0 or counts[kind] != inputs[key]:
            sys.exit(f"error: {counts[kind]} {key} were run of {inputs[key]}")
    if asked != inputs["questions"]:
        sys.exit(f"error: {asked} questions were asked of {inputs['questions']}")
    if differences:
        sys.exit(f"error: {len(differences)} of {asked} answers differ, first {differences[0]}")
    counted = ", ".join(f"{counts[kind]} {key}" for kind, key in KINDS.items())
    print(f"{counted}: {asked} answers equal the native program's")


def check_example(component):
    """The README's example does what the README says."""
    decided = decisions(component)
    tags = [decision.tag for decision in decided]
    if tags != ["continue", "continue", "warn", "continue", "hard-stop"]:
        sys.exit(f"error: the example decides {tags}")
    stop = decided[4].payload
    if getattr(stop, "stop-reason") != "loop_capped" or stop.suppressed != ["call-1"]:
        sys.exit(f"error: the example stops with {vars(stop)}")


def difference(ask, expected, found):
    """A question, and where its answers part."""
    same = 0
    while same < min(len(expected), len(found)) and expected[same] == found[same]:
        same += 1
    start = max(0, same - 60)
    return (
        f"{ask['ask']}: expected …{expected[start:start + 160]}…, "
        f"found …{found[start:start + 160]}…"
    )


class Refused(Exception):
    """The component answered with its `error`."""


class Host:
    """The component, and what was made of it."""

    def __init__(self, path):
        engine = Engine()
        self.store = Store(engine)
        component = Component.from_file(engine, path)
        self.instance = Linker(engine).instantiate(self.store, component)
        self.functions = {}
        self.detector = None
        self.session = None

    def call(self, interface, name, *arguments):
        function = self.functions.get((interface, name))
        if function is None:
            parent = self.instance.get_export_index(
                self.store, f"loopledger:core/{interface}@0.1.0"
            )
            index = self.instance.get_export_index(self.store, name, parent)
            function = self.instance.get_func(self.store, index)
            self.functions[interface, name] = function
        result = function(self.store, *arguments)
        # Of all results only an error is a bare variant.
        if isinstance(result, Variant):
            raise Refused(f"error {result.tag} {text(plain(result.payload))}")
        return result

    def answer(self, ask):
        try:
            return self.ask(ask["ask"], ask)
        except Refused as refused:
            return str(refused)

    def ask(self, kind, ask):
        if kind in ("detector", "unchecked"):
            prefix = "[constructor]" if kind == "detector" else "[static]detector."
            name = prefix + kind
            made = self.call("detection", name, settings(ask["settings"]))
            self.detector = self.replaced(self.detector, made)
            return "null"
        if kind == "session":
            made = self.call("records", "[constructor]session")
            self.session = self.replaced(self.session, made)
            return "null"
        if kind == "revisions":
            return text(self.call("records", kind))
        if kind == "parse-configuration":
            return text(plain(self.call("records", kind, *file(ask)[:2])))
        if kind in DETECTOR:
            arguments = DETECTOR[kind](ask)
            answer = self.call(
                "detection", f"[method]detector.{kind}", self.detector, *arguments
            )
            return detector_answer(kind, answer)
        if kind == "add-in-steps":
            return self.add_in_steps(ask)
        if kind in SESSION:
            arguments = SESSION[kind](ask)
            answer = self.call("records", f"[method]session.{kind}", self.session, *arguments)
            return session_answer(kind, answer)
        raise ValueError(f"{kind!r} is no question that this host knows")

    def add_in_steps(self, ask):
        reading = self.call("records", "begin-file", *file(ask))
        steps = []
        while True:
            progress = self.call("records", "[method]reading.advance", reading, ask["budget"])
            done, total, is_done = vars(progress).values()
            steps.append([done, total])
            if is_done:
                break
        return text([steps, self.call("records", "[method]session.add", self.session, reading)])

    def replaced(self, old, new):
        assert isinstance(new, ResourceAny)
        if old is not None:
            old.drop(self.store)
        return new


# Questions as values of the WIT.


def settings(value):
    limits = value["configuration"]
    return record(
        revision=value["revision"],
        configuration=None if limits is None else configuration(limits),
    )


def configuration(value):
    overrides = value["tool_freq_overrides"].items()
    overrides = [record(tool=tool, **limits) for tool, limits in overrides]
    return record(**{**value, "tool_freq_overrides": overrides})


def run_identity(value):
    """A text, a number, or `None` for the run whose id is null."""
    return None if value == "null" else next(iter(value.values()))


def context(ask):
    value = ask["context"]
    return record(thread_id=value["threadId"], run=run_identity(value["run"]))


def call(value):
    name = value["name"]
    name = Variant(name) if isinstance(name, str) else Variant(*next(iter(name.items())))
    return record(id=value["id"], name=name, arguments=value["arguments"])


def calls(ask):
    return [call(value) for value in ask["calls"]]


def file(ask):
    return [ask["name"], bytes.fromhex(ask["hex"]), ask.get("modified")]


DETECTOR = {
    "revision": lambda ask: [],
    "configuration": lambda ask: [],
    "lints": lambda ask: [],
    "tracked": lambda ask: [],
    "observe": lambda ask: [context(ask), calls(ask)],
    "model-request": lambda ask: [context(ask)],
    "before-agent": lambda ask: [context(ask)],
    "after-agent": lambda ask: [context(ask)],
    "pending": lambda ask: [context(ask)],
    "windows": lambda ask: [context(ask)],
    "reset": lambda ask: [ask["thread"]],
    "consume-stop-reason": lambda ask: [run_identity(ask["run"])],
    "explain-key": lambda ask: [call(ask["call"])],
    "call-set-digest": lambda ask: [calls(ask)],
}

SESSION = {
    "add-file": file,
    "remove-file": lambda ask: [ask["id"]],
    "clear": lambda ask: [],
    "files": lambda ask: [],
    "runs": lambda ask: [],
    "report": lambda ask: [],
    "attempts": lambda ask: [],
    "replay": lambda ask: [ask["run"], settings(ask["settings"])],
    "frame": lambda ask: [ask["run"], settings(ask["settings"]), ask["step"]],
    "excerpt": lambda ask: [record(**ask["place"])],
    "inspect": lambda ask: [settings(ask["settings"])],
}


# Answers as the native program writes them.


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def detector_answer(kind, answer):
    if kind == "observe":
        return text(flat_observation(answer))
    if kind in ("pending", "model-request"):
        return text([flat_warning(warning) for warning in answer])
    return text(plain(answer))


def session_answer(kind, answer):
    if kind in ("files", "runs", "attempts"):
        return "[" + ",".join(json_of(one) for one in answer) + "]"
    if kind in ("replay", "report"):
        return json_of(answer)
    if kind in ("frame", "inspect") or (kind == "excerpt" and answer is not None):
        return answer
    return text(answer)


def plain(value):
    """A value of the WIT as JSON has it."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, Record):
        return value
    fields = vars(value)
    if "tool-freq-overrides" in fields:
        return plain_configuration(fields)
    made = {}
    for name, inner in fields.items():
        if name in ("layer", "outcome"):
            inner = inner.replace("-", "_")
        elif name == "run" and isinstance(inner, Variant):
            inner = None if inner.tag == "none" else plain_run(inner.payload)
        made[camel(name)] = plain(inner)
    return made


def plain_run(run):
    if run is None:
        return "null"
    return {"named": run} if isinstance(run, str) else {"absent": run}


def plain_configuration(fields):
    """The limits, under upstream's own names."""
    made = {name.replace("-", "_"): value for name, value in fields.items()}
    made["tool_freq_overrides"] = {
        limits.tool: {"warn": limits.warn, "hard_limit": getattr(limits, "hard-limit")}
        for limits in made["tool_freq_overrides"]
    }
    return made


def flat_observation(observation):
    """An observation, its decision taken apart."""
    tag, payload = observation.decision.tag, observation.decision.payload
    is_stop = tag == "hard-stop"
    return {
        "action": tag.replace("-", "_"),
        "finding": plain(payload.finding if is_stop else payload if tag == "warn" else None),
        "stopReason": getattr(payload, "stop-reason") if is_stop else None,
        "suppressed": payload.suppressed if is_stop else [],
        "error": plain(payload) if tag == "raised" else None,
        "superseded": plain(observation.superseded),
        "callSet": plain(getattr(observation, "call-set")),
    }


def flat_warning(warning):
    """A warning, with every field that the flat form has; of a repeated call set it is `None`."""
    if warning is None:
        return {"layer": "identical_call_set", "tool": None, "count": None}
    return {"layer": "tool_frequency", **plain(warning)}


def json_of(value):
    """The whole answer beside a record's own fields, once these are seen to say the same."""
    check_agrees(value, json.loads(value.json))
    return value.json


# Measurements: what each variant is here, known first.
MEASURED = {
    "stop-reason": None,
    "sandbox-seconds": None,
    "latency-ms": None,
    "model-cost": Record,
    "tool-cost": Record,
    "cost-per-accepted-artifact": Record,
    "tool-calls-proposed": int,
    "tool-calls-executed": int,
    "tool-calls-suppressed": int,
}


def check_agrees(value, whole):
    for name, inner in vars(value).items():
        if name == "json":
            continue
        there = whole[camel(name)]
        if name in MEASURED:
            if MEASURED[name] is None:
                is_known, inner = inner.tag == "known", inner.payload
            else:
                is_known = isinstance(inner, MEASURED[name])
            same = there["value" if is_known else "reason"] == plain(inner)
            same = same and there["reason" if is_known else "value"] is None
        elif name == "total" and inner is not None:
            check_agrees(inner, there)
            same = True
        elif name == "variants":
            same = len(inner) == len(there)
            for group, group_there in zip(inner, there):
                check_agrees(group, group_there)
        else:
            same = plain(inner) == there
        if not same:
            sys.exit(f"error: {name} is {plain(inner)}, and {there} in the whole answer")


def camel(name):
    first, *rest = name.split("-")
    return first + "".join(word.capitalize() for word in rest)


if __name__ == "__main__":
    main()
