// SPDX-License-Identifier: GPL-3.0-or-later

extension MarkdownDocument {
    /// Where code stands, in order: lines between fences, without what indents them, and what is between
    /// backticks.
    ///
    /// Lines that are code because they are indented are not among them: outlines indent what is none.
    package var code: [Range<Int>] {
        var code: [Range<Int>] = []
        var isFenced = false
        // A paragraph is told of when it ends: behind the fence that ends it.
        for line in lines.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            switch line.content {
            // Right behind the one that ends a block there is no other code.
            case .fence: isFenced = true
            case .code: if isFenced { code.append(line.range) }
            default: isFenced = false
            }
        }
        code += spans.filter { $0.kind == .code && !$0.range.isEmpty }.map(\.range)
        return code.sorted { $0.lowerBound < $1.lowerBound }
    }
}
