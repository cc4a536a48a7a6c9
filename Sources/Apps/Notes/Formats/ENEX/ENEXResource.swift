// SPDX-License-Identifier: GPL-3.0-or-later

import Exchange
import NotesLogic

/// An attachment of an Evernote note while it is read.
struct ENEXResource {
    private var data = Base64Reader(limit: AttachmentDraft.largest)
    private var type = ""
    private var name = ""

    /// A text at a place below the `resource` element.
    mutating func add(_ piece: String, at path: ArraySlice<String>) {
        switch path.joined(separator: "/") {
        case "data": data.append(Array(piece.utf8).span)
        case "mime": type += piece
        case "resource-attributes/file-name": name += piece
        default: break
        }
    }

    /// The attachment, and the hash by which the text names it.
    mutating func made(
        among present: [AttachmentDraft]
    ) -> Result<(draft: AttachmentDraft, hash: String), ExchangeProblem.Failure> {
        data.finish()
        guard !data.isTooLong else {
            return .failure(.init(reason: .tooLarge(name, limit: AttachmentDraft.largest)))
        }
        guard data.isSound else { return .failure(.init(reason: .badAttachment(name))) }
        var draft = AttachmentDraft(named: name.isEmpty ? nil : name, type: type, bytes: data.bytes)
        draft.name = AttachmentName.free(draft.name, among: present.map(\.name))
        return .success((draft, MD5.text(of: data.bytes)))
    }
}

/// The MD5 of bytes (RFC 1321), by which Evernote’s texts name their attachments; no proof of anything.
enum MD5 {
    /// The hash in lower-case hexadecimal digits.
    static func text(of bytes: [UInt8]) -> String {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        let whole = bytes.count / 64 * 64
        bytes.withUnsafeBytes { buffer in
            for start in stride(from: 0, to: whole, by: 64) {
                mix(UnsafeRawBufferPointer(rebasing: buffer[start..<start + 64]), into: &state)
            }
        }
        var tail = Array(bytes[whole...]) + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: 0, to: 64, by: 8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        tail.withUnsafeBytes { buffer in
            for start in stride(from: 0, to: buffer.count, by: 64) {
                mix(UnsafeRawBufferPointer(rebasing: buffer[start..<start + 64]), into: &state)
            }
        }
        var text = ""
        for word in state {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                let byte = UInt8(truncatingIfNeeded: word >> shift)
                text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return text
    }

    private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

    /// The first 32 bits of the fraction of |sin(i + 1)|: the RFC’s own definition of its table.
    private static let sines: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ]

    private static func mix(_ block: UnsafeRawBufferPointer, into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (value, word): (UInt32, Int) =
                switch step / 16 {
                case 0: (b & c | ~b & d, step)
                case 1: (d & b | ~d & c, (5 * step + 1) % 16)
                case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                default: (c ^ (b | ~d), 7 * step % 16)
                }
            let input = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self))
            let sum = a &+ value &+ sines[step] &+ input
            let shift = shifts[step / 16 * 4 + step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }
}
