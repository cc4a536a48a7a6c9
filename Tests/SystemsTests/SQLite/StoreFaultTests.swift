// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumStores
import GRDB
import Glibc
import Testing

@testable import AtriumSystems

struct StoreFaultTests {
    /// Extended result codes of SQLite, the operating system’s error, whether it was the commit, and what it means.
    @Test(
        arguments: [
            (5, 0, false, StoreFault.busy(path: "x")), (261, 0, false, .busy(path: "x")),
            (6, 0, false, .busy(path: "x")),
            (15, 0, false, .busy(path: "x")), (13, 0, true, .full(path: "x")), (4874, 0, false, .full(path: "x")),
            (4874, ENOSPC, true, .unsure(path: "x", code: 4874)), (778, ENOSPC, true, .full(path: "x")),
            (778, EDQUOT, false, .full(path: "x")), (778, EFBIG, true, .tooLarge(path: "x")),
            (18, 0, false, .tooLarge(path: "x")), (266, EIO, false, .device(path: "x", code: 266)),
            (1034, EIO, false, .device(path: "x", code: 1034)), (1034, EIO, true, .unsure(path: "x", code: 1034)),
            (11, 0, false, .damaged(path: "x")), (26, 0, false, .damaged(path: "x")),
            (8202, 0, false, .damaged(path: "x")),
            (8, 0, false, .readOnly(path: "x")), (1032, 0, false, .moved(path: "x")),
            (3, 0, false, .readOnly(path: "x")), (7, 0, false, .outOfMemory(path: "x")),
            (3082, 0, false, .outOfMemory(path: "x")), (9, 0, false, .interrupted(path: "x")),
            (14, EMFILE, false, .unreachable(path: "x", reason: EMFILE)), (14, ENOSPC, false, .full(path: "x")),
            (14, ENOENT, false, .unreachable(path: "x", reason: ENOENT)),
            (8458, EIO, false, .device(path: "x", code: 8458)),
            (14, 0, false, .device(path: "x", code: 14)), (267, 0, false, .damaged(path: "x")),
            (1, 0, false, .other(path: "x", code: 1)),
        ] as [(Int32, Int32, Bool, StoreFault)])
    func `each result code of SQLite has its fact`(
        code: Int32, number: Int32, isCommit: Bool, fault: StoreFault
    ) {
        let error = DatabaseError(resultCode: ResultCode(rawValue: code))
        let translated = StoreFault.translating(error, path: "x", number: number, isCommit: isCommit)
        #expect(translated as? StoreFault == fault)
    }
}
