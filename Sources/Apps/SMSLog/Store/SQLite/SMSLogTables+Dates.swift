// SPDX-License-Identifier: GPL-3.0-or-later

/// Tables of messages of which a file does not say when they were.
extension SMSLogTables {
    /// `undated` is set where no file says when a message was: a number for what it says (`ContentHash`), by which it is
    /// found whatever the date that it has here.
    static let twentySeventh = """
        ALTER TABLE sms_message ADD COLUMN undated INTEGER;
        CREATE INDEX sms_message_undated ON sms_message(thread, undated) WHERE undated IS NOT NULL;
        """

    /// `dated` is what `undated` was, until a file said when the message was.
    ///
    /// What was removed and had no date has one below zero in its place.
    static let twentyEighth = """
        ALTER TABLE sms_message ADD COLUMN dated INTEGER;
        CREATE INDEX sms_message_dated ON sms_message(thread, dated) WHERE dated IS NOT NULL;
        CREATE INDEX sms_removed_undated ON sms_removed(id) WHERE date < 0;
        """
}
