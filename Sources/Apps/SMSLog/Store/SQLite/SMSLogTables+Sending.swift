// SPDX-License-Identifier: GPL-3.0-or-later

/// What messages are sent with.
extension SMSLogTables {
    /// With what gateways of a network are reached; `secret` is the sealed password.
    static let thirteenth = """
        ALTER TABLE sms_gateway ADD COLUMN user TEXT;
        ALTER TABLE sms_gateway ADD COLUMN secret BLOB;
        ALTER TABLE sms_gateway ADD COLUMN sender TEXT;
        ALTER TABLE sms_gateway ADD COLUMN sim INTEGER;
        """

    /// Where calls of gateways are waited for; `signing` is the sealed key with which one signs them.
    static let fourteenth = """
        ALTER TABLE sms_gateway ADD COLUMN listen TEXT;
        ALTER TABLE sms_gateway ADD COLUMN callback TEXT;
        ALTER TABLE sms_gateway ADD COLUMN signing BLOB;
        ALTER TABLE sms_gateway ADD COLUMN deaf TEXT;
        ALTER TABLE sms_gateway ADD COLUMN heard INTEGER;
        """

    /// How many messages gateways are given in a day: at most, so far, and when that day ends.
    static let eighteenth = """
        ALTER TABLE sms_gateway ADD COLUMN daily INTEGER;
        ALTER TABLE sms_gateway ADD COLUMN handed INTEGER;
        ALTER TABLE sms_gateway ADD COLUMN day_end INTEGER;
        """

    /// What was removed, once for each date that it had: a message that waited for its time may go before that.
    static let twentyFirst = """
        CREATE TABLE sms_remembered(
            id INTEGER NOT NULL, thread INTEGER NOT NULL, date INTEGER NOT NULL, hash INTEGER NOT NULL,
            direction INTEGER NOT NULL, kind INTEGER NOT NULL, network_id TEXT, PRIMARY KEY (id, date, hash)
        ) WITHOUT ROWID;
        INSERT INTO sms_remembered SELECT id, thread, date, hash, direction, kind, network_id FROM sms_removed;
        DROP TABLE sms_removed;
        ALTER TABLE sms_remembered RENAME TO sms_removed;
        CREATE INDEX sms_removed_hash ON sms_removed(thread, date, hash);
        CREATE INDEX sms_removed_network ON sms_removed(network_id) WHERE network_id IS NOT NULL;
        """

    /// Texts that are kept to be sent again.
    static let nineteenth = """
        CREATE TABLE sms_template(
            owner INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (owner, name)
        ) WITHOUT ROWID;
        """
}
