# SPDX-License-Identifier: MIT
"""An independent judge of `prism night`: bursts with exact truth, metrics, targets."""
