// SPDX-License-Identifier: GPL-3.0-or-later

import CAtriumMD4C

/// Runs libmd4c over a text and turns its callbacks into a reader’s calls.
///
/// All pointers are in this file. They live as long as the call of `md_parse` to which they are given: that calls back
/// from within itself only, on its own thread, and keeps none of them.
enum MD4CParser {
    private struct Run {
        var reader: MarkdownReader
        let start: UnsafeRawPointer
        let count: Int
        /// The number of calls that may still come.
        var calls: Int

        /// The place of a piece of the text; `nil` for pieces that md4c made itself, such as ends of lines.
        func offset(_ pointer: UnsafePointer<CChar>?) -> Int? {
            guard let pointer else { return nil }
            let offset = UnsafeRawPointer(pointer) - start
            return (0...count).contains(offset) ? offset : nil
        }

        /// Passes on a call, unless there were too many; anything but 0 ends the parsing.
        ///
        /// A table of a wide row and many empty ones has far more calls than bytes.
        mutating func count(_ call: (inout MarkdownReader) -> Void) -> Int32 {
            calls -= 1
            guard calls > 0 else { return -1 }
            call(&reader)
            return 0
        }
    }

    /// The number of calls allowed for a text of any length.
    private static let fewestCalls = 30_000

    private static let flags = UInt32(MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)

    /// Parses the reader’s text; returns false if that did not end.
    static func parse(_ reader: inout MarkdownReader) -> Bool {
        let count = reader.prepared.bytes.count
        guard let size = MD_SIZE(exactly: count) else { return false }
        // Version 0.4.8 reads a few bytes beyond the end in places, and takes them for the text’s.
        let bytes = reader.prepared.bytes + Array(repeating: 0x0A, count: 8)
        return bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return false }
            var run = Run(reader: reader, start: start, count: count, calls: 16 * count + fewestCalls)
            reader = MarkdownReader(PreparedText([]), of: [], hasLines: false)
            defer { reader = run.reader }
            var parser = MD_PARSER()
            parser.flags = flags
            parser.enter_block = { type, detail, run in MD4CParser.enter(type, detail, MD4CParser.run(run)) }
            parser.leave_block = { type, _, run in
                guard let block = MD4CParser.block(type) else { return 0 }
                return MD4CParser.run(run).pointee.count { $0.leave(block) }
            }
            parser.enter_span = { type, detail, run in MD4CParser.enter(type, detail, MD4CParser.run(run)) }
            parser.leave_span = { type, detail, run in MD4CParser.leave(type, detail, MD4CParser.run(run)) }
            parser.text = { type, text, size, run in
                let run = MD4CParser.run(run)
                let offset = run.pointee.offset(text)
                let isEnd = offset == nil && size == 1 && text?.pointee == 0x0A
                return run.pointee.count { $0.read(isEnd ? .lineEnd : MD4CParser.text(type), at: offset, Int(size)) }
            }
            return withUnsafeMutablePointer(to: &run) {
                md_parse(start.assumingMemoryBound(to: CChar.self), size, &parser, $0)
            } == 0
        }
    }

    /// The callbacks’ own data given to `md_parse`: always a run.
    private static func run(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Run> {
        guard let data else { fatalError("md4c hands back the pointer that it was given") }
        return data.assumingMemoryBound(to: Run.self)
    }

    private static func enter(
        _ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?, _ run: UnsafeMutablePointer<Run>
    ) -> Int32 {
        guard let block = block(type) else { return 0 }
        // Each type of block has a detail of a type of its own.
        return run.pointee.count { reader in
            switch block {
            case .list:
                let start = type == MD_BLOCK_OL ? detail?.assumingMemoryBound(to: MD_BLOCK_OL_DETAIL.self) : nil
                reader.enterList(from: (start?.pointee.start).map(Int.init))
            case .item:
                let item = detail?.assumingMemoryBound(to: MD_BLOCK_LI_DETAIL.self).pointee
                let mark = item.flatMap { $0.is_task != 0 ? Int($0.task_mark_offset) : nil }
                reader.enterItem(boxAt: mark)
            case .heading:
                reader.enterHeading(Int(detail?.assumingMemoryBound(to: MD_BLOCK_H_DETAIL.self).pointee.level ?? 1))
            case .code:
                let fence = detail?.assumingMemoryBound(to: MD_BLOCK_CODE_DETAIL.self).pointee.fence_char
                reader.enterCode(fence: fence.flatMap { $0 == 0 ? nil : UInt8(bitPattern: $0) })
            case .cell:
                let align = detail?.assumingMemoryBound(to: MD_BLOCK_TD_DETAIL.self).pointee.align
                reader.enterCell(align == MD_ALIGN_RIGHT ? .right : align == MD_ALIGN_CENTER ? .center : .left)
            default: reader.enter(block)
            }
        }
    }

    private static func enter(
        _ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?, _ run: UnsafeMutablePointer<Run>
    ) -> Int32 {
        run.pointee.count { reader in
            switch type {
            case MD_SPAN_A, MD_SPAN_IMG: reader.enterLink(isPicture: type == MD_SPAN_IMG)
            default: if let span = span(type) { reader.enter(span) }
            }
        }
    }

    private static func leave(
        _ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?, _ run: UnsafeMutablePointer<Run>
    ) -> Int32 {
        let link: (address: MD_ATTRIBUTE, title: MD_ATTRIBUTE)? =
            switch type {
            case MD_SPAN_A:
                (detail?.assumingMemoryBound(to: MD_SPAN_A_DETAIL.self).pointee).map { ($0.href, $0.title) }
            case MD_SPAN_IMG:
                (detail?.assumingMemoryBound(to: MD_SPAN_IMG_DETAIL.self).pointee).map { ($0.src, $0.title) }
            default: nil
            }
        guard let (address, title) = link else {
            return run.pointee.count { reader in if let span = span(type) { reader.leave(span) } }
        }
        let offset = run.pointee.offset(address.text)
        let size = Int(address.size)
        // If it is no part of the text, it is md4c’s own until this call returns.
        let text = UnsafeRawBufferPointer(start: offset == nil ? address.text : nil, count: offset == nil ? size : 0)
        // md4c goes over both anew for each of many links that share them.
        run.pointee.calls -= (size + Int(title.size)) / 4
        return run.pointee.count { $0.leaveLink(offset.map { $0..<($0 + size) }, text) }
    }

    private static func text(_ type: MD_TEXTTYPE) -> MarkdownReader.Text {
        switch type {
        case MD_TEXT_CODE: .code
        case MD_TEXT_HTML: .html
        default: .plain
        }
    }

    private static func span(_ type: MD_SPANTYPE) -> MarkdownReader.Span? {
        switch type {
        case MD_SPAN_EM: .stressed
        case MD_SPAN_STRONG: .strong
        case MD_SPAN_DEL: .struck
        case MD_SPAN_CODE: .code
        default: nil
        }
    }

    private static func block(_ type: MD_BLOCKTYPE) -> MarkdownReader.Block? {
        switch type {
        case MD_BLOCK_QUOTE: .quote
        case MD_BLOCK_UL, MD_BLOCK_OL: .list
        case MD_BLOCK_LI: .item
        case MD_BLOCK_HR: .rule
        case MD_BLOCK_H: .heading
        case MD_BLOCK_CODE: .code
        case MD_BLOCK_HTML: .html
        case MD_BLOCK_P: .paragraph
        case MD_BLOCK_TABLE: .table
        case MD_BLOCK_THEAD: .head
        case MD_BLOCK_TR: .row
        case MD_BLOCK_TH, MD_BLOCK_TD: .cell
        default: nil
        }
    }
}
