// SPDX-License-Identifier: GPL-3.0-or-later

/// An element that has begun and not ended, and what its end has to undo.
struct ENMLElement {
    let tag: ENMLTag
    /// How many spans it began.
    var spans = 0
    /// Whether it began a block of code.
    var isCode = false
}
