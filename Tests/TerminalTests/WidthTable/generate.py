#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Sources/AtriumTerminal/Width/WidthTable.swift from the Unicode Character Database.

Run it from the top of the repository:

    python3 Tests/TerminalTests/WidthTable/generate.py [FOLDER]

FOLDER holds EastAsianWidth.txt, extracted/DerivedGeneralCategory.txt and HangulSyllableType.txt as unicode.org
publishes them; without it, /usr/share/unicode is read (Debian: apt-get install unicode-data). With `--compare`
nothing is written: the differences from the Python package wcwidth are printed, one range a line.

The classes, by code point, first rule that holds:

    0  nonspacing and enclosing marks, format characters, line and paragraph separators, controls,
       conjoining Hangul vowels and finals, the Hangul filler: they take no column of their own
    2  East Asian Wide and Fullwidth, assigned or reserved for ideographs; regional indicators
    3  East Asian Ambiguous: one column, or two where the terminal is set so
    1  everything else, including spacing marks, which terminals give a column, and the format characters that have a visible shape
"""

import os
import sys

LIMIT = 0x110000
# Format characters that enclose or precede digits and are drawn (Prepended_Concatenation_Mark), and the soft hyphen.
VISIBLE_FORMAT = set(range(0x600, 0x606)) | {0xAD, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}


def properties(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.split("#")[0].split(";")
            if len(fields) < 2:
                continue
            ends = fields[0].strip().split("..")
            yield int(ends[0], 16), int(ends[-1], 16), fields[1].strip()


def classes(folder):
    table = bytearray([1]) * LIMIT
    for first, last, value in [(0x3400, 0x4DBF, "W"), (0x4E00, 0x9FFF, "W"), (0xF900, 0xFAFF, "W"),
                               (0x20000, 0x2FFFD, "W"), (0x30000, 0x3FFFD, "W")] \
            + list(properties(os.path.join(folder, "EastAsianWidth.txt"))) + [(0x1F1E6, 0x1F1FF, "W")]:
        kind = {"W": 2, "F": 2, "A": 3}.get(value, 1)
        for scalar in range(first, last + 1):
            table[scalar] = kind
    for first, last, value in properties(os.path.join(folder, "extracted", "DerivedGeneralCategory.txt")):
        if value in ("Mn", "Me", "Cf", "Zl", "Zp", "Cc"):
            for scalar in range(first, last + 1):
                table[scalar] = 1 if scalar in VISIBLE_FORMAT else 0
    for first, last, value in properties(os.path.join(folder, "HangulSyllableType.txt")):
        if value in ("V", "T"):
            for scalar in range(first, last + 1):
                table[scalar] = 0
    for scalar in (0x3164, 0xFFA0):
        table[scalar] = 0
    return table


def runs(table):
    start = 0
    for scalar in range(1, LIMIT + 1):
        if scalar == LIMIT or table[scalar] != table[start]:
            yield start, table[start]
            start = scalar


def version(folder):
    with open(os.path.join(folder, "EastAsianWidth.txt"), encoding="utf-8") as file:
        return file.readline().strip("# \n").replace("EastAsianWidth-", "").replace(".txt", "")


def compare(table):
    import wcwidth
    start, last = None, None
    for scalar in range(0x20, LIMIT):
        if 0xD800 <= scalar < 0xE000 or 0x7F <= scalar < 0xA0:
            continue
        pair = (1 if table[scalar] == 3 else table[scalar], wcwidth.wcwidth(chr(scalar)))
        if pair[0] == pair[1]:
            pair = None
        if pair != last:
            if last:
                print(f"{start:04X}..{scalar - 1:04X}: here {last[0]}, wcwidth {last[1]}")
            start, last = scalar, pair


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--compare"]
    folder = arguments[0] if arguments else "/usr/share/unicode"
    table = classes(folder)
    if "--compare" in sys.argv:
        compare(table)
        return
    words = [f"0x{start << 2 | kind:07X}," for start, kind in runs(table)]
    with open("Sources/AtriumTerminal/Width/WidthTable.swift", "w", encoding="utf-8") as file:
        file.write(f"""// SPDX-License-Identifier: GPL-3.0-or-later

// Generated from Unicode {version(folder)} by Tests/TerminalTests/WidthTable/generate.py: do not edit.

/// Runs of code points that take the same number of columns.
///
/// Each word is the first code point of a run shifted left by two, with the class of the run in the low two bits:
/// 0, 1 and 2 are columns, 3 is East Asian Ambiguous (UAX #11). A run ends where the next one starts.
enum WidthTable {{
    static let runs: [UInt32] = [
""")
        for index in range(0, len(words), 10):
            file.write("        " + " ".join(words[index:index + 10]) + "\n")
        file.write("    ]\n}\n")


main()
