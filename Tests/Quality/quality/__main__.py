# SPDX-License-Identifier: MIT
"""Judges `prism night`: every number that is promised, measured, met or not."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

from . import cases, judge, speed, targets


def _program(given):
    """The program under test, built if need be."""
    if given:
        return os.path.abspath(given)
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
    build = ["swift", "build", "-c", "release", "--package-path", root]
    subprocess.run([*build, "--product", "prism"], check=True, stdout=subprocess.DEVNULL)
    path = subprocess.run(
        [*build, "--show-bin-path"], check=True, capture_output=True, text=True
    ).stdout.strip()
    return os.path.join(path, "prism")


def _arguments():
    reader = argparse.ArgumentParser(prog="make quality", description=__doc__)
    reader.add_argument("--prism", help="the program; built from this tree where not given")
    reader.add_argument("--seed", type=int, help="of everything that is drawn; by default drawn")
    reader.add_argument("--drawn", type=int, default=6, help="bursts of which everything is drawn")
    reader.add_argument("--only", default="", help="cases whose name begins with one of these letters")
    reader.add_argument("--size", help="WIDTHxHEIGHT of the bursts, for a quick look")
    reader.add_argument("--speed", action=argparse.BooleanOptionalAction, default=True)
    reader.add_argument("--json", help="also writes all figures to this file")
    return reader.parse_args()


def _chosen(options, seed):
    random = cases.generator(seed)
    chosen = cases.fixed(random) + cases.drawn(random, options.drawn)
    if options.only:
        chosen = [case for case in chosen if case.name[0] in options.only]
    if options.size:
        width, height = (int(side) for side in options.size.split("x"))
        chosen = [cases.replace(case, width=width, height=height) for case in chosen]
    return chosen


def _show(rows, tally):
    for text, met in rows:
        tally[met] += 1
        print(text, flush=True)


def main():
    """Runs everything; ends with 0 however the verdicts are, as they are what is asked for."""
    options = _arguments()
    seed = options.seed if options.seed is not None else int.from_bytes(os.urandom(4), "little")
    print(f"seed {seed}: repeat with --seed {seed}", flush=True)
    prism = _program(options.prism)
    folder = tempfile.mkdtemp(prefix="prism-quality-")
    tally = {True: 0, False: 0}
    figures = {}
    try:
        for case in _chosen(options, seed):
            found = judge.burst(prism, case, os.path.join(folder, "burst"))
            figures[case.name] = {"case": case.__dict__, **found}
            _show(targets.table(case, found), tally)
        if options.speed:
            _show(speed.judge(prism, os.path.join(folder, "speed")), tally)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"seed": seed, "figures": figures}, file, indent=1, default=_plain)
    print(f"{tally[True]} met, {tally[False]} missed; seed {seed}")


def _plain(value):
    return value.item() if isinstance(value, np.generic) else str(value)


if __name__ == "__main__":
    sys.exit(main())
