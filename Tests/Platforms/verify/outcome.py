# SPDX-License-Identifier: MIT
# What a part's own result files say: lines of state, claim and reason (*.tsv), or xUnit's XML (*.xml).
import glob
import hashlib
import json
import os
import xml.etree.ElementTree as ElementTree
from dataclasses import asdict, dataclass, field


@dataclass
class Outcome:
    """Counts of a part, and how its command ended."""
    status: int = 0
    seconds: int = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    problems: list = field(default_factory=list)

    @property
    def is_good(self):
        return self.status == 0 and self.failed == 0 and self.passed > 0 and not self.problems

    @property
    def reason(self):
        """The first thing that is wrong; empty where nothing is."""
        if self.problems:
            return self.problems[0]
        if self.failed:
            return f"{self.failed} failed"
        if self.status:
            return f"the command ended with {self.status}"
        return "" if self.passed else "no result file says that anything passed"


def add_lines(outcome, path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in filter(None, (line.rstrip("\n") for line in file)):
            state, _, rest = line.partition("\t")
            claim, _, why = rest.partition("\t")
            if state == "passed":
                outcome.passed += 1
            elif state == "skipped":
                outcome.skipped += 1
            elif state == "failed":
                outcome.failed += 1
                outcome.problems.append(f"{claim}: {why}" if why else claim)
            else:
                outcome.problems.append(f"{os.path.basename(path)}: no state {state!r}")


def add_xunit(outcome, path):
    try:
        cases = ElementTree.parse(path).iter("testcase")
    except ElementTree.ParseError as error:
        outcome.problems.append(f"{os.path.basename(path)}: {error}")
        return
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.failed += 1
            outcome.problems.append(f"{case.get('classname')}.{case.get('name')}")
        elif case.find("skipped") is not None:
            outcome.skipped += 1
        else:
            outcome.passed += 1


def read_outcome(results, status, seconds):
    """Counts of all result files in a directory."""
    outcome = Outcome(status, seconds)
    for path in sorted(glob.glob(os.path.join(results, "**", "*.tsv"), recursive=True)):
        add_lines(outcome, path)
    for path in sorted(glob.glob(os.path.join(results, "**", "*.xml"), recursive=True)):
        add_xunit(outcome, path)
    return outcome


def digest(results):
    """A hash of the result files, so that damaged ones are not trusted."""
    total = hashlib.sha256()
    for path in sorted(glob.glob(os.path.join(results, "**", "*"), recursive=True)):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                total.update(os.path.relpath(path, results).encode() + b"\0" + file.read() + b"\0")
    return total.hexdigest()


def save(home, key, outcome):
    """Keeps a part's outcome beside its results."""
    state = {"key": key, "digest": digest(os.path.join(home, "results")), "outcome": asdict(outcome)}
    with open(os.path.join(home, "state.new"), "w", encoding="utf-8") as file:
        json.dump(state, file, indent=1)
    os.replace(os.path.join(home, "state.new"), os.path.join(home, "state.json"))


def load(home, key):
    """The kept outcome where it belongs to this key and is whole; else None."""
    try:
        with open(os.path.join(home, "state.json"), encoding="utf-8") as file:
            state = json.load(file)
        results = os.path.join(home, "results")
        if state["key"] != key or state["digest"] != digest(results):
            return None
        kept = Outcome(**state["outcome"])
        # Counted again from the files: the table never shows what they do not say.
        return read_outcome(results, kept.status, kept.seconds)
    except (OSError, ValueError, KeyError, TypeError):
        return None
