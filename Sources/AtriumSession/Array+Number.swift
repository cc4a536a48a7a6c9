// SPDX-License-Identifier: GPL-3.0-or-later

extension Array {
    /// The element with this number, counted from 1; `nil` if there is none.
    public subscript(number number: Int) -> Element? { number > 0 && number <= count ? self[number - 1] : nil }
}
