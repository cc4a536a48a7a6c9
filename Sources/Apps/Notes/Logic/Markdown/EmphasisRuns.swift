// SPDX-License-Identifier: GPL-3.0-or-later

/// Pairs the `*`, `_` and `~~` of a line, and puts together what stands between them.
///
/// The algorithm of CommonMark 0.31 (“An algorithm for parsing nested emphasis and links”): a sign that may close is
/// compared with those open before it, down to where an equal one found nothing; so each is passed a few times at most.
/// Beyond CommonMark, signs of East Asian punctuation do not count as such, since no blank follows them: `**注意：**这里`.
struct EmphasisRuns {
    /// No deeper than anybody reads; a text of nothing but marks would else become a tree that no stack holds.
    private static let deepest = 32

    private struct Run {
        let start: Int
        let length: Int
        let sign: UInt8
        let opens: Bool
        let closes: Bool
        /// How many signs are not paired yet.
        var left: Int
        /// How deep what stands between this run and the next one that is open is nested.
        var depth = 0
        /// What begins at this run, the innermost first.
        var begun: [MarkdownSpan.Emphasis] = []
        /// What ends at it, the innermost first.
        var ended: [MarkdownSpan.Emphasis] = []
    }

    /// What decides which runs close one another.
    private struct Kind: Hashable {
        let sign: UInt8
        let opens: Bool
        let rest: Int
    }

    private enum Piece {
        case text(Range<Int>)
        case span(MarkdownSpan)
        case run(Int)
    }

    private let bytes: [UInt8]
    private var pieces: [Piece] = []
    private var runs: [Run] = []
    /// How many open runs were looked at.
    private(set) var steps = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func add(text: Range<Int>) {
        if !text.isEmpty { pieces.append(.text(text)) }
    }

    mutating func add(_ span: MarkdownSpan) { pieces.append(.span(span)) }

    /// Adds a run of equal signs.
    ///
    /// - Parameter whole: What the signs stand in: its ends are those of a line.
    mutating func add(run: Range<Int>, within whole: Range<Int>) {
        let sign = bytes[run.lowerBound]
        let before = run.lowerBound > whole.lowerBound ? MarkdownBytes.scalar(bytes, before: run.lowerBound) : nil
        let after = run.upperBound < whole.upperBound ? MarkdownBytes.scalar(bytes, at: run.upperBound)?.scalar : nil
        let (left, right) = (Side(before), Side(after))
        let isLeft = right != .blank && (right != .punctuation || left != .other)
        let isRight = left != .blank && (left != .punctuation || right != .other)
        let isWord = sign == UInt8(ascii: "_")
        let opens = isLeft && (!isWord || !isRight || left == .punctuation)
        let closes = isRight && (!isWord || !isLeft || right == .punctuation)
        let isPair = sign == UInt8(ascii: "~") && run.count < 2
        guard opens || closes, !isPair else { return add(text: run) }
        pieces.append(.run(runs.count))
        runs.append(
            Run(start: run.lowerBound, length: run.count, sign: sign, opens: opens, closes: closes, left: run.count))
    }

    /// What stands beside a run.
    private enum Side {
        case blank
        case punctuation
        case eastAsian
        case other

        init(_ scalar: Unicode.Scalar?) {
            guard let scalar, !MarkdownBytes.isWhitespace(scalar) else {
                self = .blank
                return
            }
            self =
                scalar.value >= 0x2E80 ? .eastAsian : MarkdownBytes.isPunctuation(scalar) ? .punctuation : .other
        }
    }
}

extension EmphasisRuns {
    /// What was added, in order; two texts are never neighbours.
    mutating func spans() -> [MarkdownSpan] {
        if !runs.isEmpty { pair() }
        var open: [Content] = []
        var content = Content()
        for piece in pieces {
            switch piece {
            case .text(let range): content.text += bytes[range]
            case .span(let span): content.add(span)
            case .run(let number):
                let run = runs[number]
                for emphasis in run.ended {
                    let inner = content.finished()
                    content = open.popLast() ?? Content()
                    content.add(.emphasis(emphasis, inner))
                }
                content.text += bytes[run.start..<(run.start + run.left)]
                for _ in run.begun {
                    open.append(content)
                    content = Content()
                }
            }
        }
        return content.finished()
    }

    /// Spans, and the text behind them.
    private struct Content {
        var spans: [MarkdownSpan] = []
        var text: [UInt8] = []

        mutating func add(_ span: MarkdownSpan) {
            endText()
            spans.append(span)
        }

        mutating func finished() -> [MarkdownSpan] {
            endText()
            return spans
        }

        private mutating func endText() {
            guard !text.isEmpty else { return }
            spans.append(.text(String(decoding: text, as: UTF8.self)))
            text.removeAll(keepingCapacity: true)
        }
    }

    private mutating func pair() {
        /// The runs that may be closed, in order.
        var open: [Int] = []
        /// The last run below which nothing is found, for each kind of run that closes.
        var bottoms: [Kind: Int] = [:]
        for number in runs.indices {
            let run = runs[number]
            let kind = Kind(sign: run.sign, opens: run.opens, rest: run.length % 3)
            while runs[number].closes, canPair(number) {
                let bottom = bottoms[kind, default: -1]
                var place = open.count - 1
                var depth = 0
                while place >= 0, open[place] > bottom, !fit(open[place], number) {
                    depth = max(depth, runs[open[place]].depth)
                    place -= 1
                    steps += 1
                }
                let isFound = place >= 0 && open[place] > bottom
                if isFound { depth = max(depth, runs[open[place]].depth) + 1 }
                guard isFound, depth <= Self.deepest else {
                    bottoms[kind] = open.last ?? -1
                    break
                }
                join(open[place], number)
                open.removeSubrange((place + 1)...)
                runs[open[place]].depth = depth
                if !canPair(open[place]) {
                    open.removeLast()
                    if let last = open.last { runs[last].depth = max(runs[last].depth, depth) }
                }
            }
            if runs[number].opens, canPair(number) { open.append(number) }
        }
    }

    /// Whether a run has signs left: strokes count in pairs.
    private func canPair(_ number: Int) -> Bool {
        runs[number].left >= (runs[number].sign == UInt8(ascii: "~") ? 2 : 1)
    }

    /// Whether one run closes another.
    private func fit(_ opener: Int, _ closer: Int) -> Bool {
        guard runs[opener].sign == runs[closer].sign else { return false }
        guard runs[opener].closes || runs[closer].opens else { return true }
        let (first, second) = (runs[opener].length, runs[closer].length)
        return (first + second) % 3 != 0 || first % 3 == 0 && second % 3 == 0
    }

    private mutating func join(_ opener: Int, _ closer: Int) {
        let isDouble = runs[opener].left >= 2 && runs[closer].left >= 2
        let emphasis: MarkdownSpan.Emphasis =
            runs[opener].sign == UInt8(ascii: "~") ? .struck : isDouble ? .strong : .stressed
        runs[opener].left -= isDouble ? 2 : 1
        runs[closer].left -= isDouble ? 2 : 1
        runs[opener].begun.append(emphasis)
        runs[closer].ended.append(emphasis)
    }
}
