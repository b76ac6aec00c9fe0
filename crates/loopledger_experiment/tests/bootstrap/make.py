"""Writes the figures that the bootstrap is held against: SciPy's intervals for fixed data, and the
tail probabilities of the expanded percentile interval. Needs numpy and scipy; nothing else reads it.

    python make.py

writes figures.json beside this file and src/compare/tails.rs.
"""

import json
import pathlib

import numpy as np
import scipy
from scipy import stats

HERE = pathlib.Path(__file__).parent
RESAMPLES = 200_000


def ratio(a, b, c, d, axis=-1):
    return c.sum(axis) / d.sum(axis) - a.sum(axis) / b.sum(axis)


def total(a, c, axis=-1):
    return c.sum(axis) - a.sum(axis)


def data(kind, tasks, seed):
    """Per task: baseline numerator, baseline denominator, variant numerator, variant denominator."""
    random = np.random.default_rng(seed)
    effect = random.normal(0, 0.5, tasks)
    if kind == "total":
        base = np.round(np.exp(effect + random.normal(0, 0.3, tasks)), 4)
        other = np.round(1.2 * np.exp(effect + random.normal(0, 0.3, tasks)), 4)
        one = np.zeros(tasks)
        return base, one, other, one
    if kind == "rate":
        skill = 1 / (1 + np.exp(-effect))
        return (random.binomial(3, skill).astype(float), np.full(tasks, 3.0),
                random.binomial(3, skill ** 0.7).astype(float), np.full(tasks, 3.0))
    cost = np.round(3 * np.exp(effect + random.normal(0, 0.2, tasks)), 4)
    other = np.round(3.6 * np.exp(effect + random.normal(0, 0.2, tasks)), 4)
    return (cost, np.maximum(1, random.binomial(3, 0.7, tasks)).astype(float),
            other, np.maximum(1, random.binomial(3, 0.8, tasks)).astype(float))


def tail(tasks):
    """Hesterberg (2015), section 5.3: the percentile at which the interval has the width of a t interval."""
    t = stats.t.ppf(0.975, tasks - 1)
    return float(stats.norm.cdf(-np.sqrt(tasks / (tasks - 1)) * t))


def intervals(kind, columns, level):
    a, b, c, d = columns
    args = dict(paired=True, vectorized=True, n_resamples=RESAMPLES, confidence_level=level,
                batch=20_000, rng=np.random.default_rng(1))
    data, statistic = ((a, c), total) if kind == "total" else ((a, b, c, d), ratio)
    found = {}
    for method in ["percentile", "BCa"]:
        result = stats.bootstrap(data, statistic, method=method, **args)
        found[method] = [float(result.confidence_interval.low), float(result.confidence_interval.high)]
    return found, float(result.standard_error)


cases = []
for kind in ["total", "rate", "ratio"]:
    for tasks in [5, 12, 30]:
        columns = data(kind, tasks, 7 * tasks)
        found, error = intervals(kind, columns, 0.95)
        expanded, _ = intervals(kind, columns, 1 - 2 * tail(tasks))
        cases.append({
            "kind": kind, "tasks": tasks,
            "terms": [list(map(float, row)) for row in zip(*columns)],
            "percentile": found["percentile"], "bca": found["BCa"],
            "expanded": expanded["percentile"], "standardError": error,
        })


def exact(terms, seed, stream, resamples, probability):
    """The same interval once more, in Python: PCG32, Lemire's bounded numbers, sums in drawing order."""
    mask = (1 << 64) - 1
    step = lambda state, increment: (state * 6364136223846793005 + increment) & mask
    increment = (stream << 1) | 1
    state = step((seed + increment) & mask, increment)

    def number():
        nonlocal state
        old, state = state, step(state, increment)
        shifted, turn = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF, old >> 59
        return ((shifted >> turn) | (shifted << (32 - turn))) & 0xFFFFFFFF

    def below(bound):
        while True:
            product = number() * bound
            if product & 0xFFFFFFFF >= (1 << 32) % bound:
                return product >> 32

    found = []
    for _ in range(resamples):
        sums = [0.0] * 4
        for term in [terms[below(len(terms))] for _ in terms]:
            sums = [total + part for total, part in zip(sums, term)]
        found.append(sums[2] / sums[3] - sums[0] / sums[1] + 0.0)
    found.sort()

    def quantile(p):
        position = (resamples - 1) * p
        at = int(position)
        return found[at] + (found[at + 1] - found[at]) * (position - at)

    return [np.float64(quantile(p)).tobytes()[::-1].hex() for p in (probability, 1.0 - probability)]


terms = [[0.1 * n + 0.3, 1.0 + n % 3.0, 0.17 * n + 0.2, 1.0 + n % 2.0] for n in map(float, range(12))]
bits = {"terms": terms, "bits": exact(terms, 20_261_201, 1, 10_000, tail(12))}

(HERE / "figures.json").write_text(json.dumps(
    {"scipy": scipy.__version__, "resamples": RESAMPLES, "exact": bits, "cases": cases}, indent=1) + "\n")

last = 100
far = [200, 400, 1000]
lines = ["//! Tail probabilities of the expanded percentile interval at 95 %.",
         "//!",
         "//! Written by `tests/bootstrap/make.py` with `SciPy`; the formula stands in `docs/statistics.md`.",
         "#![expect(", "    clippy::excessive_precision,", "    clippy::unreadable_literal,", '    reason = "as the program wrote them"', ")]",
         "", "/// The least number of tasks in [`TAILS`].", "pub(super) const FIRST: usize = 5;", "",
         f"/// The tail probability for 5, 6, … {last} tasks.",
         "#[rustfmt::skip]",
         f"pub(super) const TAILS: [f64; {last - 4}] = ["]
for start in range(5, last + 1, 4):
    lines.append("    " + " ".join(f"{tail(n):.17f}," for n in range(start, min(start + 4, last + 1))))
lines += ["];", "", "/// The tail probability for larger numbers of tasks; between two of them it is linear in 1/n.",
          f"pub(super) const FAR: [(f64, f64); {len(far) + 1}] = ["]
lines += [f"    ({n}.0, {tail(n):.17f})," for n in [last, *far]]
lines += ["];", ""]
(HERE.parent.parent / "src/compare/tails.rs").write_text("\n".join(lines))
