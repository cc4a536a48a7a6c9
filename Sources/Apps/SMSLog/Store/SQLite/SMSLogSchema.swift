// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSystems

/// The tables of the message log.
enum SMSLogSchema {
    static let current = SQLSchema(
        "smslog", sql: people + messages + text + parts + removed + queue + kept + journal,
        words: .init(words, ownerShift: MessageMoment.ownerShift, texts: MessageExamination.texts),
        isForWorkers: true)

    /// The index of words.
    static let words = "sms_text"

    /// The users, and their facts about the other ends.
    ///
    /// A thread is all there is with one address: the contact, if it has a name, and the sums of its messages, kept in
    /// step by each writer of messages, so that the list of conversations reads no message but the newest ones. `kind`
    /// separates personal and corporate names, `form` is the form of the address (`AddressForm`); `named_at` is when
    /// a file gave the contact its name; `local` is the name that the corporate book’s precedes, with its number at
    /// work; `draft` is the text that the user has begun to write.
    ///
    /// Messages stay in the threads of the spellings that they came with, which distinguish them. `person` is the
    /// leading spelling of a number, `NULL` for an address that is not a number. `number` is the
    /// thread that stands for the number and has its name; `leader` the one of a person’s numbers that stands for the
    /// conversation and has the marks, the draft and the sums: the others count nothing, and so are in no list.
    /// `sms_former` keeps what a number’s own conversation had before it was joined.
    ///
    /// `place` is the place by `marks` (`ConversationMarks`) in the list: by that index the list and its
    /// archived and blocked ones come in order without sorting.
    private static let people = """
        CREATE TABLE sms_owner(
            owner INTEGER PRIMARY KEY, last_message INTEGER NOT NULL, last_thread INTEGER NOT NULL);
        CREATE TABLE sms_tally(
            owner INTEGER NOT NULL, status INTEGER NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (owner, status)) WITHOUT ROWID;
        CREATE TABLE sms_thread(
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL, address TEXT NOT NULL, name TEXT, kind INTEGER NOT NULL,
            work TEXT, count INTEGER NOT NULL, unread INTEGER NOT NULL, last_date INTEGER, last_message INTEGER,
            named_at INTEGER, marks INTEGER NOT NULL DEFAULT 0,
            place INTEGER GENERATED ALWAYS AS
                (CASE WHEN marks & 8 <> 0 THEN -1 WHEN marks & 1 <> 0 THEN 0 WHEN marks & 2 <> 0 THEN 2 ELSE 1 END)
                VIRTUAL,
            draft TEXT, drafted INTEGER, leader INTEGER NOT NULL DEFAULT 0, person TEXT,
            number INTEGER NOT NULL DEFAULT 0, form INTEGER NOT NULL DEFAULT 0, local TEXT, local_work TEXT,
            UNIQUE (owner, address));
        CREATE INDEX sms_thread_name ON sms_thread(owner, name, address) WHERE name IS NOT NULL;
        CREATE INDEX sms_thread_work ON sms_thread(owner, address) WHERE work IS NOT NULL;
        CREATE INDEX sms_thread_listed ON sms_thread(owner, place, last_date, last_message) WHERE count > 0;
        CREATE INDEX sms_thread_unread ON sms_thread(owner, unread, marks) WHERE unread > 0;
        CREATE INDEX sms_thread_draft ON sms_thread(owner, drafted) WHERE draft IS NOT NULL;
        CREATE INDEX sms_thread_leader ON sms_thread(leader);
        CREATE INDEX sms_thread_person ON sms_thread(owner, person) WHERE person IS NOT NULL;
        CREATE INDEX sms_thread_number ON sms_thread(leader) WHERE number <> leader;
        CREATE TABLE sms_former(thread INTEGER PRIMARY KEY, marks INTEGER NOT NULL, draft TEXT, drafted INTEGER);

        """

    /// The messages, which have their contact through the thread.
    ///
    /// The keys of threads and messages are row keys, those of the index of texts are moments. `hash` (`ContentHash`)
    /// is set if a message’s moment is not that of its date: it separates the message from those with the same date.
    /// `undated` is the same number for a message without a date in its file; `dated` is the former `undated`, once
    /// a file gave a date. A message that was written here has a `reference`, an imported one has none. `parts` is the
    /// number of all parts but text, `NULL` for most messages, which have no row but their own. By `network_id`, the
    /// network’s own name for a message, changed messages are found; by `sender` groups, and people who wrote in them alone.
    private static let messages = """
        CREATE TABLE sms_message(
            id INTEGER PRIMARY KEY, thread INTEGER NOT NULL, date INTEGER NOT NULL, moment INTEGER NOT NULL,
            direction INTEGER NOT NULL, status INTEGER NOT NULL, is_read INTEGER NOT NULL, kind INTEGER NOT NULL,
            content TEXT NOT NULL, raw_address TEXT, imported_name TEXT, reference TEXT, failure TEXT, hash INTEGER,
            sender TEXT, handover INTEGER NOT NULL DEFAULT 0, parts INTEGER, subject TEXT, call INTEGER, sent INTEGER,
            delivered INTEGER, sim TEXT, centre TEXT, network_id TEXT, locked INTEGER NOT NULL DEFAULT 0,
            undated INTEGER, dated INTEGER);
        CREATE INDEX sms_message_thread ON sms_message(thread, date);
        CREATE UNIQUE INDEX sms_message_moment ON sms_message(moment);
        CREATE INDEX sms_message_unread ON sms_message(thread) WHERE is_read = 0;
        CREATE INDEX sms_message_reference ON sms_message(reference) WHERE reference IS NOT NULL;
        CREATE INDEX sms_message_hash ON sms_message(thread, date, hash) WHERE hash IS NOT NULL;
        CREATE INDEX sms_message_network ON sms_message(network_id) WHERE network_id IS NOT NULL;
        CREATE INDEX sms_message_sender ON sms_message(thread, sender) WHERE sender IS NOT NULL;
        CREATE INDEX sms_message_undated ON sms_message(thread, undated) WHERE undated IS NOT NULL;
        CREATE INDEX sms_message_dated ON sms_message(thread, dated) WHERE dated IS NOT NULL;

        """

    /// The index of words.
    ///
    /// It keeps no text and no sizes, since texts are in `sms_message` and nothing is ranked. Each transaction adds a piece,
    /// and a search looks into all of them. FTS5 would merge a few at a time, and so write a text of an import several
    /// times over; its writers merge them, an import once for all (“The 'automerge' Configuration Option”,
    /// https://www.sqlite.org/fts5.html).
    private static let text = """
        CREATE VIRTUAL TABLE sms_text USING fts5(text, content = '', columnsize = 0, tokenize = 'ascii');
        \(textSettings.joined(separator: ";\n"));

        """

    /// The settings of the index.
    static let textSettings = [("automerge", 0), ("crisismerge", 1000), ("hashsize", 4_194_304)].map {
        "INSERT INTO sms_text(sms_text, rank) VALUES ('\($0)', \($1))"
    }

    /// The changes made by commands.
    private static let journal = JournalRows.schema(of: MessageRows.journalTable)

    /// The replacement for the index of words in a copy, in which no words are searched.
    static let withoutIndex = """
        DROP TABLE sms_text;
        CREATE VIEW sms_text(sms_text, rowid, text, rank) AS SELECT NULL, NULL, NULL, NULL;
        CREATE TRIGGER sms_text_none INSTEAD OF INSERT ON sms_text BEGIN SELECT 1; END;
        """

    /// The parts of messages, whose bytes are kept once, and the participants of messages.
    private static let parts = """
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

        """

    /// The identity of removed messages.
    ///
    /// That is the key, a number for the content, and the network’s name, once for each date that a message had, since it
    /// may be sent before the time that it waited for. A message without a date has one below zero.
    private static let removed = """
        CREATE TABLE sms_removed(
            id INTEGER NOT NULL, thread INTEGER NOT NULL, date INTEGER NOT NULL, hash INTEGER NOT NULL,
            direction INTEGER NOT NULL, kind INTEGER NOT NULL, network_id TEXT, PRIMARY KEY (id, date, hash)
        ) WITHOUT ROWID;
        CREATE INDEX sms_removed_hash ON sms_removed(thread, date, hash);
        CREATE INDEX sms_removed_network ON sms_removed(network_id) WHERE network_id IS NOT NULL;
        CREATE INDEX sms_removed_undated ON sms_removed(id) WHERE date < 0;

        """

    /// The messages to send.
    ///
    /// A row has its message’s key, and stays as long as the message is on its way: the queue is short whatever the number
    /// of messages, and has none of those kept while there was no gateway.
    private static let queue = """
        CREATE TABLE sms_queue(
            id INTEGER PRIMARY KEY, key TEXT NOT NULL, date INTEGER NOT NULL, retry INTEGER, failures INTEGER NOT NULL,
            reason TEXT, gateway TEXT);

        """

    /// The values of which a user has a few (`KeptKind`), in JSON.
    private static let kept = """
        CREATE TABLE sms_kept(
            owner INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
            PRIMARY KEY (owner, kind, key)) WITHOUT ROWID;

        """
}
