/// The session script of `atrium demo`, in the executable so that there need be no file beside it.
///
/// A copy of `Tests/Sessions/demo.session`, as a test makes sure.
enum DemoScript {
    static let text = #"""
        # What atrium demo starts with: Ana, her notes, her contacts and her messages.
        % user ana
        $ account
        @ account
        $ profile name Ana Lovelace
          You are called Ana Lovelace now.
        $ profile email ana@example.org
          Your e-mail address is ana@example.org now.
        $ notes
        @ notes
        $ add Shopping: oat milk, crème fraîche, 豆腐
          Added note 3.
        $ add
        > Concert on Friday
        > Seven o’clock at the main door.
        > Alice has the tickets.
        > .
          Added note 4.
        % clock +20m
        $ add Read: Notes on the Analytical Engine
          Added note 5.
        $ add Train at 18:42, platform 5
          Added note 6.
        $ remove 6
          Moved note 6 to the trash. restore 6 brings it back.
        $ list
          1  Welcome to MyNote.                       2010-08-04
          2  欢迎使用MyNote。                         2011-12-04
          3  Shopping: oat milk, crème fraîche, 豆腐  09:00
          4  Concert on Friday                        09:00
          5  Read: Notes on the Analytical Engine     09:20
        $ find concert
          4  Concert on Friday  [TIME:time]  «Concert» on Friday
        $ sms
        @ sms
        $ import ana-backup.xml
          Imported 7 messages, 0 already there, 0 refused.
        $ contact +15551234567 "Alice Smith" --corporate --work +15559990000
          +15551234567 is now Alice Smith.
        $ threads
          10086                         0  1  2025-12-30  您的验证码是 482913。
          +8613800138000  李伟          1  1  2025-12-30  新年快乐！明天一起吃饭吗？
          +33612345678    Chloé Martin  0  2  2025-12-29  J’y serai !
          +15551234567    Alice Smith   1  3  2025-12-28  Already done 🎻 See you at seven
        $ send Alice I am on my way
          Message 8 to Alice Smith: pending.
        $ thread Alice
          1  2025-12-28  ←  Are you coming to the concert on Friday?
          2  2025-12-28  →  Gladly! Shall I get the tickets?          delivered
          3  2025-12-28  ←  Already done 🎻 See you at seven
          8  09:20       →  I am on my way                            pending
        $ find 快乐
          6  2025-12-30  ←  李伟  新年快乐！明天一起吃饭吗？
        $ notes
        @ notes
        $ logout
          Goodbye, ana.
        @ -

        -- ana-backup.xml --
        <smses count="7">
        <sms address="+15551234567" date="1766912400000" type="1"
          body="Are you coming to the concert on Friday?" contact_name="Alice Smith" read="1" />
        <sms address="+15551234567" date="1766912700000" type="2"
          body="Gladly! Shall I get the tickets?" contact_name="Alice Smith" status="0" />
        <sms address="+15551234567" date="1766913000000" type="1"
          body="Already done 🎻 See you at seven" contact_name="Alice Smith" read="0" />
        <sms address="+33612345678" date="1767000000000" type="1"
          body="Le train arrive à 18 h 42, quai 5." contact_name="Chloé Martin" read="1" />
        <sms address="+33612345678" date="1767000300000" type="2"
          body="J’y serai !" contact_name="Chloé Martin" status="0" />
        <sms address="+8613800138000" date="1767090000000" type="1"
          body="新年快乐！明天一起吃饭吗？" contact_name="李伟" read="0" />
        <sms address="10086" date="1767093600000" type="1"
          body="您的验证码是 482913。" contact_name="(Unknown)" read="1" />
        </smses>

        """#
}
