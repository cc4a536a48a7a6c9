// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumFiles
import Dice
import Foundation
import KilledProgram
import Testing

/// Backups and restores by the program, on the store that it keeps.
final class BackupProgramTests: RegisteredProgram {
    @Test func `a backup of a store in use is restored into an empty home, and over another`() async throws {
        let outcome = try await atrium(
            """
            printf picture > p.png
            \(ana) -c 'add Milk' -c 'attach 3 p.png' -c 'set theme dark' > /dev/null
            atrium --password-file password -c 'login ana --keep' > /dev/null
            mkfifo in; \(ana) < in > shell.txt & exec 3> in
            echo 'add From a shell' >&3
            waits "\(ana) -c 'find shell' | grep -q shell"
            atrium backup all.backup; echo $?
            echo 'add After it' >&3; exec 3>&-; wait
            atrium restore --check all.backup
            atrium restore --home other all.backup
            ATRIUM_HOME=$PWD/other \(ana) -c 'list' -c 'set theme' | grep -v MyNote
            ATRIUM_HOME=$PWD/other atrium -c whoami
            echo $?
            echo no | atrium restore all.backup; echo $?
            echo yes | atrium restore all.backup > restored.txt; echo $?
            \(ana) -c list | grep -c After
            ls -d data.before-*T* | wc -l
            ATRIUM_HOME=$(ls -d $PWD/data.before-*) \(ana) -c list | grep -c After
            find other all.backup ! -perm 600 ! -perm 700
            """)
        #expect(outcome.output.contains("Backed up "), "\(outcome.error)")
        #expect(outcome.output.contains("all.backup is complete: made "))
        #expect(outcome.output.contains("Milk") && outcome.output.contains("From a shell"))
        #expect(outcome.output.contains("theme is dark."), "\(outcome.output)")
        // The kept login is not in it, and no session is.
        #expect(outcome.output.contains("77\n1\n0\n0\n1\n1\n"), "\(outcome.output) \(outcome.error)")
        #expect(outcome.output.hasSuffix("1\n"))
    }

    @Test func `a store that another process uses is not replaced`() async throws {
        let outcome = try await atrium(
            """
            atrium backup all.backup > /dev/null 2>&1
            mkfifo in; \(ana) < in > /dev/null & exec 3> in
            echo 'add Waiting' >&3
            waits "\(ana) -c 'find waiting' | grep -q Waiting"
            atrium restore --yes all.backup; echo $?
            exec 3>&-; wait
            \(ana) -c list | grep -c Waiting; ls -a | grep -c restoring
            """)
        #expect(outcome.output == "1\n1\n0\n", "\(outcome.output)")
        #expect(outcome.error.contains(" uses "), "\(outcome.error)")
    }

    @Test func `a sealed one asks for its password`() async throws {
        let outcome = try await atrium(
            """
            echo 'another word' > wrong
            atrium --password-file password backup --sealed all.backup; echo $?
            atrium restore --home other --password-file wrong all.backup; echo $?
            atrium restore --home other --password-file password all.backup > /dev/null; echo $?
            ATRIUM_HOME=$PWD/other \(ana) -c list | grep -c MyNote
            head -c 16 all.backup; grep -c SQLite all.backup
            """)
        #expect(outcome.output.hasSuffix("0\n1\n0\n2\nATRIUM SEALED 1\n0\n"), "\(outcome.output)")
        #expect(outcome.error.contains("does not open"), "\(outcome.error)")
    }

    @Test func `what waited to be sent is in doubt after a restore`() async throws {
        let outcome = try await atrium(
            """
            mkdir spool
            \(ana) -c sms -c "gateway add folder $PWD/spool" -c 'send --yes --at 2099-01-01 +15551234567 Hello' > /dev/null
            atrium backup all.backup > /dev/null 2>&1; atrium restore --yes all.backup > /dev/null 2>&1
            \(ana) -c sms -c 'find is:doubt'; ls spool | wc -l
            """)
        #expect(outcome.output.contains("Hello") && outcome.output.hasSuffix("\n0\n"), "\(outcome.output)")
    }

    @Test func `a daily one is made once a day, where the user wants it`() async throws {
        let outcome = try await atrium(
            """
            \(ana) -c 'add One' > /dev/null; ls data | grep -c backups
            \(ana) -c 'set backup.daily on'; ls data/backups | wc -l
            cksum < data/backups/atrium-$(date -u +%F).backup > first
            \(ana) -c 'add Two' > /dev/null; ls data/backups | wc -l
            cksum < data/backups/atrium-$(date -u +%F).backup | cmp - first && echo same
            atrium restore --home other data/backups/*.backup > /dev/null && ls other | grep -c backups
            """)
        #expect(outcome.output == "0\nbackup.daily is on.\n1\n1\nsame\n0\n", "\(outcome.output) \(outcome.error)")
    }

    @Test func `a member's daily one has the member's data only`() async throws {
        try "another password for Ben\n".write(toFile: atrium.home + "/ben", atomically: true, encoding: .utf8)
        let outcome = try await atrium(
            """
            \(ana) -c 'add A secret of Ana' > /dev/null
            ben='atrium --user ben --password-file ben'
            atrium --password-file ben -c 'register ben' > /dev/null
            $ben -c 'add One of Ben' -c 'set backup.daily on' | tail -1
            ls data/backups | sed "s/$(date -u +%F)/DAY/"
            tar -xOf data/backups/user-2-*.archive | grep -c 'One of Ben'
            tar -xOf data/backups/user-2-*.archive | grep -c 'secret of Ana'
            $ben -c 'account backups' | grep -c user-2-; \(ana) -c 'account backups' | grep -c user-2-
            atrium doctor; echo x >> data/backups/user-2-*.archive; echo y > data/backups/user-2-2026-01-01.archive
            atrium doctor | grep -c backup.damaged
            """)
        #expect(
            outcome.output.hasPrefix("backup.daily is on.\nuser-2-DAY.archive\n1\n0\n1\n0\nAll is well.\n"),
            "\(outcome.output) \(outcome.error)")
        #expect(outcome.error.contains("It has your own data."), "\(outcome.error)")
        #expect(outcome.error.contains("A backup of your data is made each day"), "\(outcome.error)")
    }

    @Test func `the command line records backups and restores, and refused tokens`() async throws {
        let outcome = try await atrium(
            """
            atrium backup all.backup > /dev/null 2>&1
            (\(ana) -c account -c 'token add cron --for notes' | sed -n 's/^Token *//p') > token
            chmod 600 token; \(ana) -c 'account token revoke cron' > /dev/null
            atrium --token-file token -c list; echo "refused $?"
            \(ana) -c 'account audit' -c 'account backups'
            atrium restore --yes all.backup > /dev/null 2>&1; \(ana) -c 'account audit'
            """)
        let parts = outcome.output.components(separatedBy: "refused 77\n")
        let text = parts.last ?? ""
        #expect(parts.count == 2, "\(outcome.output)")
        #expect(text.contains(/exported +backup/) && text.contains(/refused +token/), "\(text)")
        #expect(outcome.error.contains("Last written to a file:"), "\(outcome.error)")
        #expect(text.contains("backup restored"), "\(text)")
    }

    /// Runs a command again and again, and kills it each time before a later call by which it changes a file.
    ///
    /// - Parameters:
    ///   - step: The number of calls from one to the next before which it is killed; 1 if tests are to be thorough.
    ///   - check: Looks at what is left; receives the number of the call.
    private func killing(
        _ arguments: [String], step: Int, prepare: () throws -> Void, check: (Int) async throws -> Void
    ) async throws -> Int {
        let step = isThorough ? 1 : step
        var call = 1
        while true {
            try prepare()
            let (words, variables) = ([Repository.program] + arguments, atrium.variables.map { "\($0)=\($1)" })
            let (result, status) = await BlockingCall.run { [home = atrium.home, call] in
                var status: Int32 = 0
                let (words, variables) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
                defer { (words + variables).forEach { free($0) } }
                return (killed_program_run(words, variables, home, Int32(call), &status), status)
            }
            try #require(result >= 0, "This machine does not let a test trace a program")
            guard result == 0 else {
                #expect(status == 0)
                return call - 1
            }
            try await check(call)
            call += step
        }
    }

    @Test func `a backup that is killed at any call leaves the old file or the new one`() async throws {
        _ = try await atrium("atrium backup old.backup; \(ana) -c 'add New'; cp -r data kept; atrium backup new.backup")
        let home = atrium.home
        let manager = FileManager.default
        let (old, new) = try (Self.sums(home + "/old.backup"), Self.sums(home + "/new.backup"))
        try #require(old != new)
        var (olds, news) = (0, 0)
        let calls = try await killing(["backup", "all.backup"], step: 7) {
            // A backup that was made is in the audit trail, and so in the next one.
            for (copy, original) in [("data", "kept"), ("all.backup", "old.backup")] {
                try? manager.removeItem(atPath: "\(home)/\(copy)")
                try manager.copyItem(atPath: "\(home)/\(original)", toPath: "\(home)/\(copy)")
            }
        } check: { call in
            let left = try Self.sums(home + "/all.backup")
            #expect(left == old || left == new, "\(call)")
            if left == old { olds += 1 } else { news += 1 }
        }
        #expect(calls > 20 && olds > 3, "\(calls) \(olds) \(news)")
        // The last one has removed what the killed ones left.
        let names = try manager.contentsOfDirectory(atPath: home)
        #expect(!names.contains { $0.hasPrefix(".backup-") || $0.hasPrefix(".draft-") }, "\(names)")
    }

    @Test func `an import that is killed at any call leaves all old data or all new`() async throws {
        _ = try await atrium(
            """
            echo '+15551230001,2026-01-02T03:04:05Z,in,Lunch' > m; (echo address,date,direction,text; cat m) > one.csv
            \(ana) -c 'add Newer' -c 'sms import one.csv' -c 'account profile name New' -c 'account export new.archive'
            \(ana) -c 'notes modify 3 Older' -c 'sms remove 1 --yes' -c 'account profile name Old'; mv data before
            """)
        let home = atrium.home
        let manager = FileManager.default
        var (olds, news) = (0, 0)
        // There are some 250, of which each takes two starts.
        let calls = try await killing(
            [
                "--user", "ana", "--password-file", "password", "-c", "account import --yes new.archive",
            ], step: 29
        ) {
            try? manager.removeItem(atPath: home + "/data")
            try manager.copyItem(atPath: home + "/before", toPath: home + "/data")
        } check: { call in
            let left = try await atrium("\(ana) -c list -c 'sms list' -c 'account profile'").output
            let signs = (
                ["Older", "Name    Old"].map(left.contains), ["Newer", "Lunch", "Name    New"].map(left.contains)
            )
            let isOld = signs == ([true, true], [false, false, false])
            #expect(isOld || signs == ([false, false], [true, true, true]), "\(call) \(left)")
            if isOld { olds += 1 } else { news += 1 }
        }
        #expect(calls > 100 && olds > 3 && news > 0, "\(calls) \(olds) \(news)")
    }

    @Test func `a restore that is killed at any call leaves the old home or the new one`() async throws {
        _ = try await atrium(
            """
            \(ana) -c 'add Old'; atrium backup all.backup; \(ana) -c 'add New'; mv data before
            """)
        let home = atrium.home
        let manager = FileManager.default
        var (olds, news) = (0, 0)
        let calls = try await killing(["restore", "--yes", "all.backup"], step: 5) {
            for name in try manager.contentsOfDirectory(atPath: home)
            where name.hasPrefix("data") || name.hasPrefix(".data") {
                try manager.removeItem(atPath: home + "/" + name)
            }
            try manager.copyItem(atPath: home + "/before", toPath: home + "/data")
        } check: { call in
            let outcome = try await atrium("\(ana) -c 'list' && ls -d data.before-* .data.restoring-* 2> /dev/null")
            let (hasOld, hasNew) = (outcome.output.contains("Old"), outcome.output.contains("New"))
            #expect(hasOld, "\(call): \(outcome.error)")
            if hasNew { olds += 1 } else { news += 1 }
            // Of the old home nothing is lost: it is in its place, or beside.
            guard !hasNew else { return }
            let beside = try #require(
                outcome.output.split(separator: "\n").last { $0.hasPrefix("data.before") || $0.hasPrefix(".data") })
            let kept = try await atrium("ATRIUM_HOME=$PWD/\(beside) \(ana) -c 'list'")
            #expect(kept.output.contains("New"), "\(call): \(kept.error)")
        }
        #expect(calls > 20 && olds > 3 && news > 0, "\(calls) \(olds) \(news)")
    }

    /// The hashes of the files in a backup; nothing of one that is not complete.
    private static func sums(_ path: String) throws -> [String] {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.suffix(1024).allSatisfy({ $0 == 0 }), let start = text.range(of: "SHA256SUMS", options: .backwards)
        else { return [] }
        // The time of the backup is in it, too.
        return text[start.upperBound...].split(separator: "\n").map(String.init).filter {
            $0.hasSuffix("  atrium.sqlite")
        }
    }
}
