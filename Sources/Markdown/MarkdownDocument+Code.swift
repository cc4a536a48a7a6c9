// SPDX-License-Identifier: GPL-3.0-or-later

extension MarkdownDocument {
    /// Where code stands, in order: lines between fences, without what indents them, and what is between
    /// backticks.
    ///
    /// Lines that are code because they are indented are not among them: outlines indent what is none.
    package var code: [Range<Int>] {
        var code: [Range<Int>] = []
        var isFenced = false
        for line in lines {
            switch line.content {
            // The one that ends a block goes on with it.
            case .fence: isFenced = !line.goesOn
            case .code: if isFenced { code.append(line.range) }
            default: isFenced = false
            }
        }
        code += spans.filter { $0.kind == .code && !$0.range.isEmpty }.map(\.range)
        return code.sorted { $0.lowerBound < $1.lowerBound }
    }
}
