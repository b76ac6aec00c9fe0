"""Feeds the same call to Loopledger's detector until it stops it."""

from wasmtime import Engine, Store
from wasmtime.component import Component, Linker, Record, Variant


def record(**fields):
    """A record of the WIT, whose names have hyphens."""
    made = Record()
    for name, value in fields.items():
        setattr(made, name.replace("_", "-"), value)
    return made


def decisions(path):
    engine = Engine()
    store = Store(engine)
    instance = Linker(engine).instantiate(store, Component.from_file(engine, path))
    detection = instance.get_export_index(store, "loopledger:core/detection@0.1.0")

    def function(name):
        return instance.get_func(store, instance.get_export_index(store, name, detection))

    observe = function("[method]detector.observe")
    detector = function("[constructor]detector")(
        store, record(revision=None, configuration=None)
    )
    context = record(thread_id="thread-1", run="run-1")
    call = record(
        id="call-1", name=Variant("text", "bash"), arguments='{"command": "ls"}'
    )

    decided = []
    for _ in range(5):
        observation = observe(store, detector, context, [call])
        decided.append(observation.decision)
    detector.drop(store)
    return decided
