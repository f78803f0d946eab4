# SPDX-License-Identifier: MIT
# Models a run's cycles: the blocks of instructions it executed, each through llvm-mca, times how often they ran.
"""cycles(counts, listing, model): counts says how often the instruction at an address ran."""
import re
import shutil
import subprocess

ENOUGH = 0.95  # of the instructions; the rest counts like these
ITERATIONS = 100


def tool(name):
    """The newest of an LLVM program that is installed, or None."""
    versions = [f"{name}-{v}" for v in range(22, 13, -1)]
    return next((path for path in map(shutil.which, [*versions, name]) if path), None)


def listing(program):
    """Every instruction of an arm64 program, by address."""
    text = subprocess.run([tool("llvm-objdump"), "-d", "--no-show-raw-insn", program], check=True,
                          capture_output=True, text=True).stdout
    lines = re.findall(r"^\s*([0-9a-f]+):\s+(\S+)[^\S\n]*([^/<\n]*)", text, re.M)
    return {int(address, 16): f"{name} {operands}".strip() for address, name, operands in lines}


def blocks(counts):
    """Runs of neighbours that were executed equally often, the costliest first: (how often, addresses)."""
    found, previous = [], None
    for address in sorted(counts):
        if previous is not None and address == previous + 4 and counts[address] == found[-1][0]:
            found[-1][1].append(address)
        else:
            found.append((counts[address], [address]))
        previous = address
    return sorted(found, key=lambda block: -block[0] * len(block[1]))


def modelled(instruction):
    """What llvm-mca is shown: jumps have no target in a block by itself, so they only take their slot."""
    return "nop" if re.match(r"(b|b\..*|bl|blr|br|ret|cbn?z|tbn?z|adrp?|bti|svc|mrs|msr|udf)( |$)",
                             instruction) else instruction


def block_cycles(texts, model):
    """Cycles of each block when it follows itself; None where the model does not know it."""
    result = []
    for text in texts:
        run = subprocess.run([tool("llvm-mca"), "-mtriple=aarch64-linux-gnu", "-mattr=+v8.2a",
                              f"-mcpu={model}", f"-iterations={ITERATIONS}"],
                             input=text, capture_output=True, text=True)
        total = re.search(r"Total Cycles:\s+(\d+)", run.stdout)
        result.append(int(total[1]) / ITERATIONS if total else None)
    return result


def cycles(counts, instructions, model):
    """Cycles of a run, or None where nothing of it can be modelled."""
    total = sum(counts.values())
    hot, covered = [], 0
    for block in blocks(counts):
        if covered >= ENOUGH * total:
            break
        hot.append(block)
        covered += block[0] * len(block[1])
    texts = ["\n".join(modelled(instructions.get(a, "nop")) for a in addresses)
             for _, addresses in hot]
    costs = [(often * cost, often * len(addresses)) for (often, addresses), cost in
             zip(hot, block_cycles(texts, model)) if cost]
    known = sum(count for _, count in costs)
    return sum(cost for cost, _ in costs) * total / known if known else None
