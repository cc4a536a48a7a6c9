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

    /// Texts that are kept to be sent again.
    static let nineteenth = """
        CREATE TABLE sms_template(
            owner INTEGER NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (owner, name)
        ) WITHOUT ROWID;
        """
}
