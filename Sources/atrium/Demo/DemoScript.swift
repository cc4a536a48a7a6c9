// SPDX-License-Identifier: GPL-3.0-or-later

/// The session script of `atrium demo`, part of the executable so that it needs no separate file.
///
/// A copy of `Tests/Sessions/demo.session`, as a test verifies.
enum DemoScript {
    /// The name of the script’s file of messages.
    static let backup = "ana-backup.xml"

    static let text = #"""
        # What atrium demo starts with: a year of Ana's notes, contacts and messages.
        % clock 2025-01-19T08:30:00Z
        % user ana
        $ account
        $ profile name Ana Lovelace
          You are called Ana Lovelace now.
        $ profile email ana@example.org
          Your e-mail address is ana@example.org now.
        $ notes
        $ add --in Recipes
        > # Lentil soup
        >
        > Serves four, keeps three days. #dinner
        >
        > - 250 g red lentils
        > - 2 carrots, 1 onion
        > - cumin, lemon, salt
        >
        > Fry the onion, add the rest, 25 minutes. Lemon at the end.
        > .
          Added note 3.
        % clock +46d
        % user ana
        $ add --in Work/Engine
        > # Analytical Engine
        >
        > Reading list for the paper with Grace. #engine #reading
        >
        > 1. Menabrea’s *Sketch*, 1842
        > 2. The notes on it, above all **Note G**
        > 3. <https://www.fourmilab.ch/babbage/sketch.html>
        >
        > > The engine weaves algebraical patterns just as the loom weaves flowers and leaves.
        > .
          Added note 4.
        % clock +120d
        % user ana
        $ add --in Journal
        > Plum jam
        >
        > Two baskets from the garden, eleven jars. Dad has labels for all of them. #family
        > .
          Added note 5.
        % clock +91d
        % user ana
        $ add --in Work/Engine
        > # Section 3, comments
        >
        > See [[Analytical Engine]]. For Grace, by Monday. #engine
        >
        > | page | what | state |
        > | --- | --- | --- |
        > | 2 | define *operation* before using it | done |
        > | 4 | the table needs units | done |
        > | 7 | `B₇` or `B8`? Check Note G | open |
        > .
          Added note 6.
        % clock +79d
        % user ana
        $ add --in Home
        > # Concert on Friday
        >
        > Seven o’clock at the main door. Alice has the tickets. #music
        >
        > - [x] answer Alice
        > - [ ] press the blue shirt
        > .
          Added note 7.
        $ add --in Home Shopping: oat milk, crème fraîche, 豆腐
          Added note 8.
        $ todo 8 --due +3
          Note 8 is to do by 2025-12-24.
        $ done 8
          Note 8 is done.
        % clock +10d
        % user ana
        $ add --in Journal
        > A day off
        >
        > Walked along the river with 李伟. Tomorrow: call Mum, then nothing at all. #family
        > .
          Added note 9.
        $ add --in Home Send the signed lease back #paper
          Added note 10.
        $ todo 10 --due +5
          Note 10 is to do by 2026-01-05.
        $ add --in Work Ship release 2.4 with [[Section 3, comments]] linked #engine
          Added note 11.
        $ todo 11 --due +12
          Note 11 is to do by 2026-01-12.
        $ add Train at 18:42, platform 5
          Added note 12.
        $ remove 12
          Moved note 12 to the trash. restore 12 brings it back.
        $ pin 5
          Pinned note 5.
        % clock +1d
        % user ana
        $ list
           1  Welcome to MyNote.                                2010-08-04
           2  欢迎使用MyNote。                                  2011-12-04
           3  Lentil soup                                       2025-01-19                      Recipes
           4  Analytical Engine                                 2025-03-06                      Work/Engine
           5  Plum jam                                          2025-07-04  pinned              Journal
           6  Section 3, comments                               2025-10-03                      Work/Engine
           7  Concert on Friday                                 2025-12-21                      Home
           8  Shopping: oat milk, crème fraîche, 豆腐           2025-12-21  done    2025-12-24  Home
           9  A day off                                         2025-12-31                      Journal
          10  Send the signed lease back #paper                 2025-12-31  to do   2026-01-05  Home
          11  Ship release 2.4 with Section 3, comments linked #engine  2025-12-31  to do   2026-01-12  Work
        $ tags
          dinner   1
          engine   3
          family   2
          music    1
          paper    1
          reading  1
        $ find engine
          11  Ship release 2.4 with Section 3, comments linked #engine  2025-12-31  to do  2026-01-12  Work         …n 3, comments]] linked #«engine»
           6  Section 3, comments                               2025-10-03                     Work/Engine  See [[Analytical «Engine»]]. For Grace, by Monday. #engine
           4  Analytical Engine                                 2025-03-06                     Work/Engine  # Analytical «Engine»
        $ sms
        $ import ana-backup.xml
          Imported 39 messages, 0 already there, 0 refused.
        $ contact +15550100142 "Alice Smith" --corporate --work +15550100160
          +15550100142 is now Alice Smith.
        $ threads
          +15550100107               Mum                        1  6  2025-12-31  Lunch today? Call when you wake up.
          10086                                                 0  1  2025-12-30  您的验证码是 482913。
          +8613800138000             李伟                       1  5  2025-12-30  周末一起去爬山吗？
          +33612345678               Chloé Martin               0  8  2025-12-29  J’y serai !
          +15550100119~+15550100142  Grace Hopper, Alice Smith  0  3  2025-12-27  And I bring the other two, and cake.
          +15550100142               Alice Smith                0  9  2025-12-20  Already done 🎻 See you at seven
          +15550100119               Grace Hopper               0  7  2025-10-06  Thanks, the table on page 4 is much better.
        $ send Mum With pleasure. Calling after coffee.
          Message 40 to Mum: kept. No gateway is set: nothing is sent.
        $ thread Mum
          2025-01-18
           1  18:05  ←  Home safely? The trains looked full on the news.
           2  18:31  →  All fine, just put the kettle on.                 delivered
          2025-07-04
          17  15:40  ←  The jam is ready. Bring a basket.
          18  15:52  →  Sunday?                                           delivered
          19  15:53  ←  Sunday. Your father says bring two.
          2025-12-31
          36  23:58  ←  Lunch today? Call when you wake up.
          2026-01-01
          40  08:30  →  With pleasure. Calling after coffee.              kept
        $ find 谢谢
          23  2025-09-12  →  李伟  收到了，太好吃了！谢谢！  delivered
           8  2025-03-08  →  李伟  一盒龙井，谢谢！          delivered
        $ notes
        $ logout
          Goodbye, ana.
        @ -

        -- ana-backup.xml --
        <smses count="39">
        <sms address="+15550100107" date="1737223500000" type="1" body="Home safely? The trains looked full on the news." contact_name="Mum" read="1" />
        <sms address="+15550100107" date="1737225060000" type="2" body="All fine, just put the kettle on." contact_name="Mum" status="0" />
        <sms address="+15550100142" date="1738491120000" type="1" body="New notebook, new plans: shall we finally start the string quartet?" contact_name="Alice Smith" read="1" />
        <sms address="+15550100142" date="1738491600000" type="2" body="Yes! I have the music of the Schubert here somewhere." contact_name="Alice Smith" status="0" />
        <sms address="+15550100142" date="1738491660000" type="2" body="Found it. Thursday?" contact_name="Alice Smith" status="0" />
        <sms address="+15550100142" date="1738491900000" type="1" body="Thursday 🎻" contact_name="Alice Smith" read="1" />
        <sms address="+8613800138000" date="1741419840000" type="1" body="下周我去上海，要带点什么吗？" contact_name="李伟" read="1" />
        <sms address="+8613800138000" date="1741420920000" type="2" body="一盒龙井，谢谢！" contact_name="李伟" status="0" />
        <sms address="+15550100119" date="1741980600000" type="1" body="There is pie, and it is irrationally good." contact_name="Grace Hopper" read="1" />
        <sms address="+15550100119" date="1741980840000" type="2" body="On my way, with 3.14 forks." contact_name="Grace Hopper" status="0" />
        <sms address="+33612345678" date="1744372800000" type="1" body="Tu viens bientôt à Lyon ?" contact_name="Chloé Martin" read="1" />
        <sms address="+33612345678" date="1744373880000" type="2" body="Oui, dans un mois. J’ai déjà le billet !" contact_name="Chloé Martin" status="0" />
        <sms address="+33612345678" date="1747418100000" type="2" body="Arrivée 19 h 12, voiture 7." contact_name="Chloé Martin" status="0" />
        <sms address="+33612345678" date="1747418460000" type="1" body="Je serai sur le quai 😊" contact_name="Chloé Martin" read="1" />
        <sms address="+15550100142" date="1750540020000" type="1" body="Longest rehearsal ever. My fingers!" contact_name="Alice Smith" read="1" />
        <sms address="+15550100142" date="1750540500000" type="2" body="The slow movement was worth it." contact_name="Alice Smith" status="0" />
        <sms address="+15550100107" date="1751643600000" type="1" body="The jam is ready. Bring a basket." contact_name="Mum" read="1" />
        <sms address="+15550100107" date="1751644320000" type="2" body="Sunday?" contact_name="Mum" status="0" />
        <sms address="+15550100107" date="1751644380000" type="1" body="Sunday. Your father says bring two." contact_name="Mum" read="1" />
        <sms address="+15550100119" date="1755594600000" type="1" body="Found the bug. It was a real moth this time." contact_name="Grace Hopper" read="1" />
        <sms address="+15550100119" date="1755594960000" type="2" body="Tape it into the log!" contact_name="Grace Hopper" status="0" />
        <sms address="+8613800138000" date="1757708520000" type="1" body="月饼寄出去了，记得查收。🥮" contact_name="李伟" read="1" />
        <sms address="+8613800138000" date="1757709600000" type="2" body="收到了，太好吃了！谢谢！" contact_name="李伟" status="0" />
        <sms address="+15550100119" date="1759507500000" type="1" body="Can you read the draft of section 3 by Monday?" contact_name="Grace Hopper" read="1" />
        <sms address="+15550100119" date="1759509000000" type="2" body="Will do. I put my notes under Work/Engine." contact_name="Grace Hopper" status="0" />
        <sms address="+15550100119" date="1759749060000" type="1" body="Thanks, the table on page 4 is much better." contact_name="Grace Hopper" read="1" />
        <sms address="+33612345678" date="1763905020000" type="1" body="Le marché de nuit ouvre vendredi." contact_name="Chloé Martin" read="1" />
        <sms address="+33612345678" date="1763905800000" type="2" body="Alors à vendredi, devant la grande roue." contact_name="Chloé Martin" status="0" />
        <sms address="+15550100142" date="1766253600000" type="1" body="Are you coming to the concert on Friday?" contact_name="Alice Smith" read="1" />
        <sms address="+15550100142" date="1766253900000" type="2" body="Gladly! Shall I get the tickets?" contact_name="Alice Smith" status="0" />
        <sms address="+15550100142" date="1766254200000" type="1" body="Already done 🎻 See you at seven" contact_name="Alice Smith" read="1" />
        <sms address="+33612345678" date="1767026760000" type="1" body="Le train arrive à 18 h 42, quai 5." contact_name="Chloé Martin" read="1" />
        <sms address="+33612345678" date="1767027060000" type="2" body="J’y serai !" contact_name="Chloé Martin" status="0" />
        <sms address="+8613800138000" date="1767090000000" type="1" body="周末一起去爬山吗？" contact_name="李伟" read="0" />
        <sms address="10086" date="1767093600000" type="1" body="您的验证码是 482913。" contact_name="(Unknown)" read="1" />
        <sms address="+15550100107" date="1767225480000" type="1" body="Lunch today? Call when you wake up." contact_name="Mum" read="0" />
        <mms address="+15550100142~+15550100119" date="1766826000000" msg_box="1" m_type="132" read="1" contact_name="Alice Smith, Grace Hopper"><parts><part seq="0" ct="text/plain" text="Quartet on the 10th: who brings the stands?" /></parts><addrs>
        <addr address="+15550100142" type="151" charset="106" />
        <addr address="+15550100119" type="137" charset="106" />
        <addr address="insert-address-token" type="151" charset="106" /></addrs></mms>
        <mms address="+15550100142~+15550100119" date="1766826360000" msg_box="1" m_type="132" read="1" contact_name="Alice Smith, Grace Hopper"><parts><part seq="0" ct="text/plain" text="I have two." /></parts><addrs>
        <addr address="+15550100142" type="137" charset="106" />
        <addr address="+15550100119" type="151" charset="106" />
        <addr address="insert-address-token" type="151" charset="106" /></addrs></mms>
        <mms address="+15550100142~+15550100119" date="1766826600000" msg_box="2" m_type="128" read="1" contact_name="Alice Smith, Grace Hopper"><parts><part seq="0" ct="text/plain" text="And I bring the other two, and cake." /></parts><addrs>
        <addr address="+15550100142" type="151" charset="106" />
        <addr address="+15550100119" type="151" charset="106" />
        <addr address="insert-address-token" type="137" charset="106" /></addrs></mms>
        </smses>

        """#
}
