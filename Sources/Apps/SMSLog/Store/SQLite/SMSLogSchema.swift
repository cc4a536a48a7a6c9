// SPDX-License-Identifier: GPL-3.0-or-later

import Search
import GRDB
import SMSLogDomain
import Systems

extension SQLiteSchema {
    /// The tables of the message log.
    ///
    /// A thread is all there is with one address, or with all spellings of one: the contact, if there is a name, and the sums of the messages, kept
    /// in step by whoever writes messages, so that the list of conversations reads no message but the newest ones.
    /// Messages have their contact through the thread: nothing has to be settled twice. The keys of threads and messages
    /// are row keys, those of the index of texts are moments.
    static let smsLog = SQLiteSchema(
        "smslog",
        steps: [
            { try $0.execute(sql: SMSLogTables.first) }, { try markDisplaced(in: $0) }, { try indexAnew(in: $0) },
            { try $0.execute(sql: SMSLogTables.fourth) },
            { try $0.execute(sql: SMSLogTables.fifth) }, { try keepParts(in: $0) },
            { try $0.execute(sql: SMSLogTables.seventh) },
            { try indexPictures(in: $0) },
            { try $0.execute(sql: SMSLogTables.ninth) }, { try $0.execute(sql: SMSLogTables.tenth) },
            { try $0.execute(sql: SMSLogTables.eleventh) }, { try $0.execute(sql: SMSLogTables.twelfth) },
            { try $0.execute(sql: SMSLogTables.thirteenth) }, { try $0.execute(sql: SMSLogTables.fourteenth) },
            { try $0.execute(sql: SMSLogTables.fifteenth) }, { try $0.execute(sql: SMSLogTables.sixteenth) },
            { try $0.execute(sql: SMSLogTables.seventeenth) }, { try $0.execute(sql: SMSLogTables.eighteenth) },
            { try $0.execute(sql: SMSLogTables.nineteenth) }, { try $0.execute(sql: SMSLogTables.twentieth) },
            { try $0.execute(sql: SMSLogTables.twentyFirst) }, { try $0.execute(sql: SMSLogTables.twentySecond) },
            { try $0.execute(sql: SMSLogTables.twentyThird) }, { try $0.execute(sql: SMSLogTables.twentyFourth) },
            { try $0.execute(sql: SMSLogTables.twentyFifth) }, { try keepForms(in: $0) },
            { try $0.execute(sql: SMSLogTables.twentySeventh) }, { try $0.execute(sql: SMSLogTables.twentyEighth) },
        ])

    /// Gives messages that are not at the moment of their date a hash, by which they are told from those they share the
    /// date with; one that is at its moment is the only one there.
    private static func markDisplaced(in database: Database) throws {
        try database.execute(sql: SMSLogTables.second)
        let displaced = try Row.fetchAll(
            database,
            sql: """
                SELECT id, content, attachments FROM sms_message
                WHERE moment & \(MessageMoment.mask) <> min(max(date, 0), \(MessageMoment.latest))
                """)
        for row in displaced {
            try database.cachedStatement(sql: "UPDATE sms_message SET hash = ? WHERE id = ?")
                .execute(arguments: [FormerAttachments.hash(row[1], row[2]), row[0] as Int64])
        }
    }
}

extension SQLiteSchema {
    /// The index anew: its rows get the tokens that `SearchText` has come to have.
    private static func indexAnew(in database: Database) throws {
        try database.execute(sql: "DROP TABLE sms_text;" + SMSLogTables.index)
        let rows = try Row.fetchCursor(database, sql: "SELECT moment, content FROM sms_message ORDER BY moment")
        while let row = try rows.next() {
            try IndexedText.insert(SearchText.indexText(of: row.text(1)), at: row.number(0), in: database)
        }
    }
}

extension SQLiteSchema {
    /// Messages with pictures get those into the index too; nearly all messages have none.
    private static func indexPictures(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT moment, content, subject, id, parts FROM sms_message")
        while let row = try rows.next() {
            let parts =
                row.optionalNumber(4) == nil
                ? [] : try PartRows.parts(of: row.number(3), in: database).filter(\.isAttachment)
            let text = MessageSearchText.of(row.text(1), row.optionalText(2), parts)
            let (old, new) = (SearchText.indexText(of: text), MessageSearchText.index(of: text))
            guard old != new else { continue }
            try IndexedText.delete(old, at: row.number(0), in: database)
            try IndexedText.insert(new, at: row.number(0), in: database)
        }
    }
}

/// The statements that make the tables.
enum SMSLogTables {
    /// `sms_text` keeps no text and no sizes, since texts are in `sms_message` and nothing is ranked.
    static let first = """
        CREATE TABLE sms_owner(
            owner INTEGER PRIMARY KEY, last_message INTEGER NOT NULL, last_thread INTEGER NOT NULL);
        CREATE TABLE sms_tally(
            owner INTEGER NOT NULL, status INTEGER NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (owner, status)) WITHOUT ROWID;
        CREATE TABLE sms_thread(
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, address TEXT NOT NULL,
            name TEXT, kind INTEGER NOT NULL, work TEXT,
            count INTEGER NOT NULL, unread INTEGER NOT NULL, last_date INTEGER, last_message INTEGER,
            UNIQUE (owner, address));
        CREATE INDEX sms_thread_newest ON sms_thread(owner, last_date, last_message) WHERE count > 0;
        CREATE INDEX sms_thread_unread ON sms_thread(owner, unread) WHERE unread > 0;
        CREATE INDEX sms_thread_name ON sms_thread(owner, name, address) WHERE name IS NOT NULL;
        CREATE TABLE sms_message(
            id INTEGER PRIMARY KEY, thread INTEGER NOT NULL, date INTEGER NOT NULL, moment INTEGER NOT NULL,
            direction INTEGER NOT NULL, status INTEGER NOT NULL, is_read INTEGER NOT NULL, kind INTEGER NOT NULL,
            content TEXT NOT NULL, raw_address TEXT, imported_name TEXT, attachments TEXT, reference TEXT,
            failure TEXT);
        CREATE INDEX sms_message_thread ON sms_message(thread, date);
        CREATE UNIQUE INDEX sms_message_moment ON sms_message(moment);
        CREATE INDEX sms_message_unread ON sms_message(thread) WHERE is_read = 0;
        CREATE INDEX sms_message_reference ON sms_message(reference) WHERE reference IS NOT NULL;
        """ + index

    static let index = """
        CREATE VIRTUAL TABLE sms_text USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii');
        """

    /// `hash` is set where a message’s moment is not that of its date, so that the index has those rows only.
    static let second = """
        ALTER TABLE sms_message ADD COLUMN hash INTEGER;
        CREATE INDEX sms_message_hash ON sms_message(thread, date, hash) WHERE hash IS NOT NULL;
        """

    /// Messages of before have no sender, and `MessageDraft.poorerReadings` knows them so.
    static let fourth = "ALTER TABLE sms_message ADD COLUMN sender TEXT;"

    /// How far messages have come with a gateway.
    ///
    /// What was written here has a reference, which imported messages have not. Earlier versions knew no gateway but one
    /// that recorded what it got: nobody has these messages.
    static let fifth = """
        ALTER TABLE sms_message ADD COLUMN handover INTEGER NOT NULL DEFAULT 0;
        UPDATE sms_message SET handover = 3 WHERE reference IS NOT NULL;
        UPDATE sms_message SET handover = 1, reference = NULL WHERE reference >= 'recorded-' AND reference < 'recorded.';
        """

    /// Messages as wholes: their parts, whose bytes are kept once, whom they name, and what else files say of them.
    ///
    /// `parts` is the number of what is not text (`ContentHash`), NULL for most messages, which have no row but their own.
    /// `sms_removed` keeps of a removed message what it takes to know it again: its key, and a number for what it said.
    /// `named_at` is when a file gave a contact its name.
    static let sixth = """
        ALTER TABLE sms_message ADD COLUMN parts INTEGER;
        ALTER TABLE sms_message ADD COLUMN subject TEXT;
        ALTER TABLE sms_message ADD COLUMN call INTEGER;
        ALTER TABLE sms_message ADD COLUMN sent INTEGER;
        ALTER TABLE sms_message ADD COLUMN delivered INTEGER;
        ALTER TABLE sms_message ADD COLUMN sim TEXT;
        ALTER TABLE sms_message ADD COLUMN centre TEXT;
        ALTER TABLE sms_message ADD COLUMN network_id TEXT;
        ALTER TABLE sms_message ADD COLUMN locked INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sms_thread ADD COLUMN named_at INTEGER;
        UPDATE sms_thread SET named_at = last_date WHERE kind = 1 AND name IS NOT NULL AND EXISTS (
            SELECT 1 FROM sms_message m WHERE m.thread = sms_thread.id AND m.imported_name = sms_thread.name);
        CREATE TABLE sms_part(
            message INTEGER NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL, name TEXT, size INTEGER NOT NULL,
            digest BLOB, text TEXT, PRIMARY KEY (message, position)) WITHOUT ROWID;
        CREATE INDEX sms_part_digest ON sms_part(digest) WHERE digest IS NOT NULL;
        CREATE TABLE sms_data(
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, digest BLOB NOT NULL, bytes BLOB NOT NULL,
            UNIQUE (owner, digest));
        CREATE TABLE sms_participant(
            message INTEGER NOT NULL, position INTEGER NOT NULL, role INTEGER NOT NULL, address TEXT NOT NULL,
            PRIMARY KEY (message, position)) WITHOUT ROWID;
        CREATE TABLE sms_own(
            owner INTEGER NOT NULL, address TEXT NOT NULL, PRIMARY KEY (owner, address)) WITHOUT ROWID;
        CREATE TABLE sms_removed(
            id INTEGER PRIMARY KEY, thread INTEGER NOT NULL, date INTEGER NOT NULL, hash INTEGER NOT NULL,
            direction INTEGER NOT NULL, kind INTEGER NOT NULL);
        CREATE INDEX sms_removed_hash ON sms_removed(thread, date, hash);
        """

    /// What is to be sent, and by what.
    ///
    /// A row of the queue has its message’s key, and is there as long as the message is on its way: the queue is short
    /// whatever the number of messages. Messages that were kept while there was no gateway are not in it.
    static let seventh = """
        CREATE TABLE sms_queue(
            id INTEGER PRIMARY KEY, key TEXT NOT NULL, date INTEGER NOT NULL, retry INTEGER, failures INTEGER NOT NULL,
            reason TEXT, gateway TEXT);
        CREATE TABLE sms_gateway(
            owner INTEGER NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, place TEXT NOT NULL,
            position INTEGER NOT NULL, failures INTEGER NOT NULL, retry INTEGER, trouble TEXT,
            PRIMARY KEY (owner, name)) WITHOUT ROWID;
        """

    /// How far exports have come that go on where the last one ended.
    static let ninth = """
        CREATE TABLE sms_export(
            owner INTEGER NOT NULL, target TEXT NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (owner, target)) WITHOUT ROWID;
        """

    /// The key that signs exports; its secret half is sealed.
    static let tenth = "CREATE TABLE sms_signing(owner INTEGER PRIMARY KEY, key BLOB NOT NULL);"

    /// What the user says of conversations, and where the list has them for that: `ConversationMarks` and its `place`.
    ///
    /// The index gives the list in its order, and the archived and the blocked ones by themselves, without sorting.
    static let eleventh = """
        ALTER TABLE sms_thread ADD COLUMN marks INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sms_thread ADD COLUMN place INTEGER
            GENERATED ALWAYS AS (iif(marks & 8, -1, iif(marks & 1, 0, iif(marks & 2, 2, 1)))) VIRTUAL;
        DROP INDEX sms_thread_newest;
        CREATE INDEX sms_thread_listed ON sms_thread(owner, place, last_date, last_message) WHERE count > 0;
        DROP INDEX sms_thread_unread;
        CREATE INDEX sms_thread_unread ON sms_thread(owner, unread, marks) WHERE unread > 0;
        """

    /// What the user has begun to write in conversations, and when that was kept.
    static let twelfth = """
        ALTER TABLE sms_thread ADD COLUMN draft TEXT;
        ALTER TABLE sms_thread ADD COLUMN drafted INTEGER;
        CREATE INDEX sms_thread_draft ON sms_thread(owner, drafted) WHERE draft IS NOT NULL;
        """

    /// Which threads are one conversation: those of all spellings of a number.
    ///
    /// Messages stay in the threads of the spellings that they came with, which tell them from others. `leader` is the
    /// thread that has the contact, the marks, the draft and the sums of all: the others count nothing, so that no list has
    /// them. `person` is the spelling that stands for all, NULL for what is no number; `region` that in which numbers are
    /// read.
    static let sixteenth = """
        ALTER TABLE sms_thread ADD COLUMN leader INTEGER NOT NULL DEFAULT 0;
        UPDATE sms_thread SET leader = id;
        CREATE INDEX sms_thread_leader ON sms_thread(leader);
        ALTER TABLE sms_thread ADD COLUMN person TEXT;
        CREATE INDEX sms_thread_person ON sms_thread(owner, person) WHERE person IS NOT NULL;
        ALTER TABLE sms_owner ADD COLUMN region TEXT;
        """

    /// Which threads are one number, where a person has several of them.
    ///
    /// `number` is the thread that stands for all spellings of a number, and has its name; `leader` is the one of these that
    /// stands for the conversation. `sms_former` has what there was of a number’s own conversation.
    static let seventeenth = """
        ALTER TABLE sms_thread ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        UPDATE sms_thread SET number = leader;
        CREATE INDEX sms_thread_number ON sms_thread(leader) WHERE number <> leader;
        CREATE TABLE sms_former(thread INTEGER PRIMARY KEY, marks INTEGER NOT NULL, draft TEXT, drafted INTEGER);
        """

    /// Pairs of addresses that are different people’s, as the user says, for all that speaks for one.
    static let twentieth = """
        CREATE TABLE sms_apart(
            owner INTEGER NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (owner, first, second)
        ) WITHOUT ROWID;
        """

    /// Which threads have messages that say who of several people wrote them: by that a group is known that has a name.
    static let twentySecond = "CREATE INDEX sms_message_sender ON sms_message(thread) WHERE sender IS NOT NULL;"

    /// By which version of `PhoneNumbering` numbers were read last.
    static let twentyThird = "ALTER TABLE sms_owner ADD COLUMN reading INTEGER NOT NULL DEFAULT 0;"

    /// How the index of texts grows: an import writes fewer pieces of it, of up to 4 MiB in memory, and puts them together
    /// when there are eight of a size, not four.
    ///
    /// A million messages come in a tenth sooner; a search, which looks into all pieces, takes no longer.
    /// “The 'automerge' Configuration Option”, https://www.sqlite.org/fts5.html
    static let twentyFourth = """
        INSERT INTO sms_text(sms_text, rank) VALUES ('automerge', 8);
        INSERT INTO sms_text(sms_text, rank) VALUES ('hashsize', 4194304);
        """

    /// Who wrote them, too: so people are found who have written in groups alone.
    static let twentyFifth = """
        DROP INDEX sms_message_sender;
        CREATE INDEX sms_message_sender ON sms_message(thread, sender) WHERE sender IS NOT NULL;
        """

    /// In place of the index of texts of a copy, in which nobody looks for words: none can be forgotten that were never there.
    static let withoutIndex = """
        DROP TABLE sms_text;
        CREATE VIEW sms_text(sms_text, rowid, text) AS SELECT NULL, NULL, NULL;
        CREATE TRIGGER sms_text_none INSTEAD OF INSERT ON sms_text BEGIN SELECT 1; END;
        """

    /// By what networks call messages, those are found that have changed since.
    ///
    /// It says nothing of what a message said, and may stay of one that was removed.
    static let fifteenth = """
        CREATE INDEX sms_message_network ON sms_message(network_id) WHERE network_id IS NOT NULL;
        ALTER TABLE sms_removed ADD COLUMN network_id TEXT;
        CREATE INDEX sms_removed_network ON sms_removed(network_id) WHERE network_id IS NOT NULL;
        """
}
