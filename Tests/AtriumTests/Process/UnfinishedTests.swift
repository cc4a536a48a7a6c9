// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumKit
import Foundation
import Testing

/// What somebody began and did not finish, and how it is thrown away.
final class UnfinishedTests: RegisteredProgram {
    /// An editor that writes a text, and says where; then the program is killed.
    private func killing(_ text: String) -> String {
        """
        rm -f pid where
        printf '#!/bin/sh\\nprintf "\(text)" > "$1"; echo "$1" > where; until [ -s pid ]; do sleep 0.01; done; kill -9 $(cat pid)\\n' > killer
        chmod +x killer
        EDITOR=./killer "$ATRIUM" --user ana --password-file password -c 'edit 3' &
        echo $! > pid
        wait
        """
    }

    @Test func `what was typed of a protected note reaches no disk, and can be gone on with`() async throws {
        #expect(try await atrium("\(ana) -c 'add Bank' -c 'protect 3'").status == 0)
        let left = try await atrium(
            killing("Bank\\nzebra4711\\n") + "\ngrep -rl zebra4711 data; cat where; cat $(cat where); \(ana) -c drafts")
        let lines = left.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("/dev/shm/atrium-") == true, "\(left)")
        #expect(lines.dropFirst() == ["Bank", "zebra4711", "edit 3  Bank  edit 3"], "\(left)")
        let on = try await atrium(
            """
            EDITOR=true \(ana) -c 'edit 3' -c 'show 3' | tail -n 2
            grep -rl zebra4711 data; ls -d $(dirname $(dirname $(cat where))); \(ana) -c drafts
            """)
        #expect(on.output == "Bank\nzebra4711\nThere are no drafts.\n", "\(on)")
    }

    @Test func `a note is not locked while an edit of it lies in the clear`() async throws {
        #expect(try await atrium("\(ana) -c 'add Bank'").status == 0)
        let refused = try await atrium(killing("Bank\\nzebra4711\\n") + "\n\(ana) -c 'protect 3'")
        #expect(refused.status == 1)
        #expect(refused.error.contains("discard edit 3 deletes it; then repeat the command."), "\(refused)")
        let gone = try await atrium(
            "\(ana) -c 'discard --yes edit 3' -c 'protect 3'; grep -rl zebra4711 data; ls -A data/drafts")
        #expect(
            gone.output
                == "Deleted: “edit 3”.\nLocked note 3: without the password only its title, notebook, tags and dates can be read.\n",
            "\(gone)")
    }

    @Test func `a note is not purged while an edit of it lies on the disk`() async throws {
        #expect(try await atrium("\(ana) -c 'add Bank'").status == 0)
        let refused = try await atrium(
            killing("Bank\\nzebra4711\\n") + "\n\(ana) -c 'remove 3' -c 'purge 3 --yes'")
        #expect(refused.status == 1)
        #expect(refused.error.contains("Your unsaved text of edit 3 is readable on the disk."), "\(refused)")
        let gone = try await atrium(
            "\(ana) -c 'discard --yes edit 3' -c 'purge 3 --yes'; grep -rl zebra4711 data; ls -A data/drafts")
        #expect(gone.output == "Deleted: “edit 3”.\nRemoved note 3 for good.\n", "\(gone)")
    }

    @Test func `unfinished texts are listed, gone on with by number, and thrown away after a question`() async throws {
        for text in ["first", "second", "third"] {
            _ = try await atrium("printf 'add\\n\(text)\\n' | \(ana)")
        }
        #expect(
            try await atrium("\(ana) --json -c drafts").output.split(separator: "\"title\":").dropFirst().map {
                $0.prefix { $0 != "," }
            } == ["\"third\"", "\"second\"", "\"first\""])
        let no = try await atrium("printf 'discard 2\\nno\\ndrafts\\n' | \(ana)")
        #expect(no.output.contains("second") && no.status == 1, "\(no)")
        let yes = try await atrium("printf 'discard 2\\nyes\\ndrafts\\n' | \(ana)")
        #expect(!yes.output.split(separator: "\n").dropFirst().contains { $0.contains("second") }, "\(yes)")
        let on = try await atrium("printf 'add --resume 2\\nmore\\n.\\nshow 3\\n' | \(ana) | tail -n 2")
        #expect(on.output == "first\nmore\n", "\(on)")
        #expect(try await atrium("\(ana) -c 'discard 2'").error.contains("There is no draft 2."))
        #expect(try await atrium("\(ana) -c 'add --resume x'").status == 1)
        #expect(
            try await atrium("\(ana) -c 'discard --all --yes' -c drafts").output
                == "Drafts deleted: 1.\nThere are no drafts.\n")
        #expect(try await atrium("\(ana) -c discard").status == 1)
    }
}
