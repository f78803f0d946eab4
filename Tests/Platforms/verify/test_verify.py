#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# test_verify.py: what `verify` itself promises, tried on three parts that take no time.
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))

PART = """#!/bin/sh
# Notes that it ran; fails where its name is planted, or where its input says so.
echo %(name)s >> "$PRISM_TOY_RUNS"
state=passed
grep -q bad %(name)s.txt && state=failed
[ "$PRISM_PLANT" = %(name)s ] && state=failed
printf 'passed\\tone claim\\t\\n%%s\\tanother claim\\tits input says so\\nskipped\\ta third\\tno device\\n' $state > "$PRISM_RESULTS/a.tsv"
"""


class VerifyTests(unittest.TestCase):
    """A checkout with three parts: a, b and c, each with a file as input."""

    def setUp(self):
        # pylint: disable-next=consider-using-with
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.checkout = self.path("checkout")
        os.mkdir(self.checkout)
        rows = []
        for name in "abc":
            self.write(f"checkout/{name}", PART % {"name": name})
            os.chmod(self.path(f"checkout/{name}"), 0o755)
            self.write(f"checkout/{name}.txt", "good")
            rows.append(f"{name} | ./{name} | = | {name} {name}.txt")
        rows.append("d | make nothing | - | a.txt")
        self.write("checkout/Makefile", "")
        self.write("parts", "\n".join(rows))
        subprocess.run(["git", "init", "-q", self.checkout], check=True)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def verify(self, *arguments, plant=""):
        """Exit status, verdicts by part, counts by part, and which parts ran."""
        self.write("runs", "")
        environment = os.environ | {"PRISM_CACHE": self.path("cache"), "PRISM_TOY_RUNS": self.path("runs"),
                                    "PRISM_PLANT": plant}
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "verify"), "--parts", self.path("parts"), "--checkout", self.checkout,
             *arguments], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        table = done.stdout.split("part ", 1)[-1].splitlines()[1:]
        verdicts = {line[0]: line[11:19].strip() for line in table}
        counts = {line[0]: line[19:44].split() for line in table}
        with open(self.path("runs"), encoding="utf-8") as file:
            return done.returncode, verdicts, counts, file.read().split()

    def test_the_second_run_runs_nothing(self):
        status, verdicts, counts, runs = self.verify()
        self.assertEqual((status, runs), (0, ["a", "b", "c"]))
        self.assertEqual(verdicts, {"a": "passed", "b": "passed", "c": "passed", "d": "not run"})
        self.assertEqual(counts["a"][:3], ["2", "0", "1"])
        again = self.verify()
        self.assertEqual((again[0], again[3]), (0, []))
        self.assertEqual(again[2]["a"], counts["a"])

    def test_what_changed_runs_alone(self):
        self.verify()
        self.write("checkout/b.txt", "still good")
        self.assertEqual(self.verify()[3], ["b"])

    def test_what_failed_is_red_and_runs_again(self):
        self.write("checkout/b.txt", "bad")
        for _ in range(2):
            status, verdicts, counts, runs = self.verify()
            self.assertEqual(status, 1)
            self.assertEqual(verdicts["b"], "FAILED")
            self.assertEqual(counts["b"][:3], ["1", "1", "1"])
        self.assertEqual(runs, ["b"])

    def test_damaged_results_are_not_trusted(self):
        self.verify()
        self.write("cache/verify/a/results/a.tsv", "passed\tmuch\t\n" * 100)
        self.write("cache/verify/b/state.json", "{")
        self.assertEqual(self.verify()[3], ["a", "b"])

    def test_without_a_result_file_nothing_has_passed(self):
        self.write("checkout/c", "#!/bin/sh\n")
        status, verdicts, _, _ = self.verify()
        self.assertEqual((status, verdicts["c"]), (1, "FAILED"))

    def test_a_part_that_was_not_asked_for_is_not_run(self):
        _, verdicts, counts, runs = self.verify("a")
        self.assertEqual(runs, ["a"])
        self.assertEqual((verdicts["b"], counts["b"][0]), ("not run", "–"))

    def test_a_planted_failure_turns_exactly_its_cell_red(self):
        self.verify()
        for name in "abc":
            status, verdicts, _, runs = self.verify(plant=name)
            self.assertEqual((status, runs), (1, [name]))
            self.assertEqual([part for part, verdict in verdicts.items() if verdict == "FAILED"], [name])
        # Nothing of it stays.
        self.assertEqual(self.verify()[3], [])

    def test_an_unknown_part_is_one_line(self):
        self.assertEqual(self.verify("nothing")[0], 1)

    def test_this_one_is_broken_on_purpose_where_it_is_planted(self):
        self.assertNotEqual(os.environ.get("PRISM_PLANT"), "verify")


class Recorder(unittest.TextTestResult):
    """Writes a line of results for each test."""
    lines = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.lines.append(f"passed\t{test.id()}\t\n")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.lines.append(f"failed\t{test.id()}\t{str(err[1]).splitlines()[0]}\n")

    def addError(self, test, err):
        super().addError(test, err)
        self.lines.append(f"failed\t{test.id()}\t{str(err[1]).splitlines()[0]}\n")


def main():
    tests = unittest.defaultTestLoader.loadTestsFromTestCase(VerifyTests)
    outcome = unittest.TextTestRunner(resultclass=Recorder, verbosity=2).run(tests)
    if results := os.environ.get("PRISM_RESULTS"):
        with open(os.path.join(results, "verify.tsv"), "w", encoding="utf-8") as file:
            file.writelines(Recorder.lines)
    return 0 if outcome.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
