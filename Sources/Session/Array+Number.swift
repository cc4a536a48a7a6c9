// SPDX-License-Identifier: GPL-3.0-or-later

extension Array {
    /// The element that people call by this number, from 1; nil where there is none, whatever was typed.
    public subscript(number number: Int) -> Element? { number > 0 && number <= count ? self[number - 1] : nil }
}
