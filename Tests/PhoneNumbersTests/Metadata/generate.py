#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes Sources/AtriumPhoneNumbers/NumberingPlanTable.swift, and what libphonenumber makes of many spellings.

Run it from the top of the repository, with the version of libphonenumber that is wanted:

    pip install phonenumbers==9.0.43
    python3 Tests/PhoneNumbersTests/Metadata/generate.py

The package `phonenumbers` is libphonenumber in Python, with Google's metadata of the same version (Apache-2.0).

`Expected.txt` beside this file has two kinds of lines:

    REGION <tab> SPELLING <tab> NUMBER      what one spelling means there; `-`: nothing
    REGION <tab> =HASH <tab> NSN NSN ...    the hash of what the spellings mean that are made of these numbers

`SampleSpellings.swift` makes the spellings of the second kind anew: see `samples` here.
"""

import os
import re
import sys

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType
from phonenumbers.phonemetadata import PhoneMetadata

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = "Sources/AtriumPhoneNumbers/NumberingPlanTable.swift"
# Mobile numbers first: they may be shorter than others.
TYPES = ["mobile", "fixed_line", "toll_free", "premium_rate", "shared_cost", "personal_number", "voip", "pager", "uan",
         "voicemail"]
# Numbers of other regions, as they are dialled here or there.
ABROAD = ["001 65 8123 4567", "0065 8123 4567", "0011 1 473 440 1234", "011 44 7911 123456", "8-10 1 202 555 0143",
          "00441 7911 123456", "0049 151 23456789", "009 44 7911 123456", "010 1 202 555 0143"]
SAMPLES = 410
SHORT = 6


def lengths(values):
    return ",".join(str(value) for value in values if value > 0)


def description(desc, local=False):
    text = lengths(desc.possible_length)
    if local and desc.possible_length_local_only:
        text += "+" + lengths(desc.possible_length_local_only)
    return text + "/" + (desc.national_number_pattern or "")


def plan(meta):
    fields = [str(meta.country_code), meta.id, meta.international_prefix or "", meta.national_prefix_for_parsing or "",
              (meta.national_prefix_transform_rule or ""), meta.leading_digits or "",
              description(meta.general_desc, local=True)]
    descriptions = []
    for kind in TYPES:
        desc = getattr(meta, kind)
        isKnown = desc is not None and desc.national_number_pattern and lengths(desc.possible_length)
        text = description(desc) if isKnown else ""
        if kind != "mobile" and (not text or text in descriptions):
            continue
        descriptions.append(text)
    return " ".join(field or "_" for field in fields + descriptions)


def plans():
    for code, regions in sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE.items()):
        for region in regions:
            yield plan(PhoneMetadata.metadata_for_region_or_calling_code(code, region))


def write_table():
    lines = list(plans())
    with open(TABLE, "w", encoding="utf-8") as out:
        out.write(f'''// SPDX-License-Identifier: GPL-3.0-or-later

// Written by Tests/PhoneNumbersTests/Metadata/generate.py; not to be changed by hand.

/// The metadata of each region’s numbers, from libphonenumber {phonenumbers.__version__}.
///
/// Source: https://github.com/google/libphonenumber (Google, Apache-2.0), without names, formats and examples.
enum NumberingPlanTable {{
    /// A region a line, those of one country code together and the main one first.
    ///
    /// Fields, `_` for none: country code, region, pattern of the prefix for calls abroad, pattern of the national prefix,
    /// what to put for it, how national numbers begin that can be nowhere else, all numbers, mobile numbers, and others.
    /// The last ones are lengths (after `+` those that are dialled only nearby), `/` and a pattern.
    static let lines = #"""
''')
        for line in lines:
            out.write("        " + line + "\n")
        out.write('        """#\n}\n')


def read(text, region):
    """What libphonenumber takes a text for: the number, if it is valid."""
    try:
        number = phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None
    return number if phonenumbers.is_valid_number(number) else None


def international(digits):
    number = read("+" + digits, None)
    if number:
        return number
    # A national prefix behind the country code, as in +44 (0)20 7946 0000.
    for end in range(1, 4):
        if int(digits[:end] or 0) in phonenumbers.COUNTRY_CODE_TO_REGION_CODE:
            return read("+" + digits[:end] + digits[end + 1:], None) if digits[end:end + 1] == "0" else None
    return None


def expected(text, region):
    """What the product makes of a spelling of digits, signs and one plus at most."""
    digits = "".join(str(int(c)) for c in text if c.isdecimal())
    number = None
    if "+" in text or "＋" in text:
        number = international(digits)
    else:
        if digits.startswith("00") and len(digits) > 4:
            number = international(digits[2:])
            # What is dialled there before a country code goes first, such as 001.
            prefix = PhoneMetadata.metadata_for_region(region).international_prefix
            match = re.match(prefix, digits) if prefix else None
            if number and match and digits[match.end():][:1] != "0":
                number = read("+" + digits[match.end():], None) or number
        if number is None:
            number = read(text, region)
            if number and len(digits) <= SHORT and phonenumbers.number_type(number) not in (
                    PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE):
                # A short code stays one.
                number = None
    return phonenumbers.format_number(number, PhoneNumberFormat.E164) if number else "-"


def examples(region):
    found = []
    for kind in PhoneNumberType.values():
        number = phonenumbers.example_number_for_type(region, kind)
        if number:
            digits = phonenumbers.national_significant_number(number)
            if digits not in found:
                found.append(digits)
    return found


class Steps:
    def __init__(self, seed):
        self.state = seed

    def next(self, below):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % below


def samples(region, code, numbers):
    steps = Steps(sum(ord(c) << (8 * i) for i, c in enumerate(region)))
    for _ in range(SAMPLES):
        number = list(numbers[steps.next(len(numbers))])
        for _ in range(steps.next(4)):
            index = steps.next(len(number))
            number[index] = str(steps.next(10))
        change = steps.next(12)
        if change == 0:
            number.pop()
        elif change == 1:
            number.append(str(steps.next(10)))
        prefix = ["", "", "0", "+" + code, "+" + code, code, "00" + code, "1", "8", "+" + code + "0", "9", "06"][
            steps.next(12)]
        yield prefix + "".join(number)


def fnv(text):
    value = 0xcbf29ce484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001b3) % (1 << 64)
    return value


def spellings(number, code):
    half = len(number) // 2
    yield number
    yield number[:half] + " " + number[half:]
    yield "(" + number[:half] + ") " + number[half:]
    yield "+" + code + " " + number[:half] + "-" + number[half:]
    yield "+" + code + " (0)" + number
    yield "00" + code + "." + number
    yield code + number
    yield "0" + number
    yield "".join(chr(0xFF10 + int(c)) for c in number)
    yield "＋" + code + "\u00a0" + "".join(chr(0x660 + int(c)) for c in number)


def write_expected():
    regions = sorted(phonenumbers.SUPPORTED_REGIONS)
    with open(os.path.join(HERE, "Expected.txt"), "w", encoding="utf-8") as out:
        out.write(f"# libphonenumber {phonenumbers.__version__}, by generate.py\n")
        for region in regions:
            code = str(phonenumbers.country_code_for_region(region))
            mobile = phonenumbers.example_number_for_type(region, PhoneNumberType.MOBILE)
            example = phonenumbers.national_significant_number(mobile) if mobile else examples(region)[0]
            for spelling in list(spellings(example, code)) + ["72000", "112", "+112", "000"] + ABROAD:
                out.write(f"{region}\t{spelling}\t{expected(spelling, region)}\n")
        for region in regions:
            code = str(phonenumbers.country_code_for_region(region))
            numbers = examples(region)
            results = [expected(spelling, region) for spelling in samples(region, code, numbers)]
            out.write(f"{region}\t={fnv(chr(10).join(results)):016x}\t{' '.join(numbers)}\n")


if sys.argv[1:2] == ["--show"]:
    for sample in samples(sys.argv[2], str(phonenumbers.country_code_for_region(sys.argv[2])), examples(sys.argv[2])):
        print(sample, expected(sample, sys.argv[2]), sep="\t")
else:
    write_table()
    write_expected()
