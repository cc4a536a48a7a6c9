// SPDX-License-Identifier: GPL-3.0-or-later

import AtriumSession

/// The words of the demonstration in other languages than that of its script.
///
/// Friends who write in another language stay as they are: only what the user and English friends write is translated.
enum DemoTexts {
    /// A part of the script, and what stands for it in another language.
    typealias Text = (english: String, french: String, chinese: String)

    static func script(in language: Language) -> String {
        guard language != .english else { return DemoScript.text }
        // Longer parts first: a name may be a part of a sentence.
        return all.sorted { $0.english.count > $1.english.count }.reduce(DemoScript.text) { script, text in
            script.replacing(text.english, with: language == .french ? text.french : text.chinese)
        }
    }

    /// The commands of the tour in a language.
    static func commands(_ commands: [String], in language: Language) -> [String] {
        commands.map { command in
            switch (command, language) {
            case ("find concert", .simplifiedChinese): "find 音乐会"
            case ("thread Mum", .french): "thread Maman"
            case ("thread Mum", .simplifiedChinese): "thread 妈妈"
            default: command
            }
        }
    }

    /// All parts; each of them stands in the script.
    static let all: [Text] = names + notes + messages

    private static let names: [Text] = [
        ("Mum", "Maman", "妈妈"), ("Alice Smith", "Alice Morel", "周敏"), ("--in Recipes", "--in Recettes", "--in 菜谱"),
        ("--in Work/Engine", "--in Travail/Machine", "--in 工作/分析机"), ("--in Work ", "--in Travail ", "--in 工作 "),
        ("--in Home", "--in Maison", "--in 家"), ("--in Journal", "--in Journal", "--in 日记"),
        ("$ find engine", "$ find machine", "$ find 分析机"),
    ]

    private static let notes: [Text] = [
        ("Lentil soup", "Soupe de lentilles", "扁豆汤"),
        (
            "Serves four, keeps three days. #dinner", "Pour quatre, se conserve trois jours. #dîner",
            "四人份，可保存三天。 #晚餐"
        ),
        ("250 g red lentils", "250 g de lentilles corail", "红扁豆 250 克"),
        ("2 carrots, 1 onion", "2 carottes, 1 oignon", "胡萝卜 2 根，洋葱 1 个"),
        ("cumin, lemon, salt", "cumin, citron, sel", "孜然、柠檬、盐"),
        (
            "Fry the onion, add the rest, 25 minutes. Lemon at the end.",
            "Faire revenir l’oignon, ajouter le reste, 25 minutes. Le citron à la fin.",
            "先炒洋葱，再放其余食材，煮 25 分钟，最后加柠檬。"
        ),
        ("Analytical Engine", "Machine analytique", "分析机"),
        (
            "Reading list for the paper with Grace. #engine #reading",
            "À lire pour l’article avec Grace. #machine #lecture", "与 Grace 合写论文的书单。 #分析机 #阅读"
        ),
        ("Menabrea’s *Sketch*, 1842", "La *Notice* de Menabrea, 1842", "Menabrea 的《概述》，1842 年"),
        ("The notes on it, above all **Note G**", "Les notes, surtout la **note G**", "其注释，尤其是**注释 G**"),
        (
            "The engine weaves algebraical patterns just as the loom weaves flowers and leaves.",
            "La machine tisse des motifs algébriques comme le métier tisse des fleurs et des feuilles.",
            "分析机编织代数图案，正如织机织出花朵与叶子。"
        ),
        ("Plum jam", "Confiture de prunes", "李子酱"),
        (
            "Two baskets from the garden, eleven jars. Dad has labels for all of them. #family",
            "Deux paniers du jardin, onze pots. Papa a des étiquettes pour tous. #famille",
            "园里摘了两篮，做了十一罐。爸爸给每罐都准备了标签。 #家人"
        ),
        ("Section 3, comments", "Section 3, remarques", "第 3 节的意见"),
        (
            "See [[Analytical Engine]]. For Grace, by Monday. #engine",
            "Voir [[Machine analytique]]. Pour Grace, avant lundi. #machine", "参见 [[分析机]]。周一前给 Grace。 #分析机"
        ),
        ("| page | what | state |", "| page | quoi | état |", "| 页 | 内容 | 状态 |"),
        (
            "define *operation* before using it | done", "définir *opération* avant de l’employer | fait",
            "先定义*运算*再使用 | 已改"
        ),
        ("the table needs units | done", "il manque les unités du tableau | fait", "表格缺少单位 | 已改"),
        (
            "`B₇` or `B8`? Check Note G | open", "`B₇` ou `B8`\u{202F}? Vérifier la note G | à voir",
            "`B₇` 还是 `B8`？查注释 G | 待定"
        ),
        ("Concert on Friday", "Concert vendredi", "周五的音乐会"),
        (
            "Seven o’clock at the main door. Alice has the tickets. #music",
            "Sept heures à l’entrée principale. Alice a les billets. #musique", "七点在正门见。周敏有票。 #音乐"
        ),
        ("answer Alice", "répondre à Alice", "回复周敏"),
        ("press the blue shirt", "repasser la chemise bleue", "熨好蓝衬衫"),
        (
            "Shopping: oat milk, crème fraîche, 豆腐", "Courses\u{A0}: lait d’avoine, crème fraîche, 豆腐",
            "购物：燕麦奶、鲜奶油、豆腐"
        ),
        ("A day off", "Un jour de congé", "休息日"),
        (
            "Walked along the river with 李伟. Tomorrow: call Mum, then nothing at all. #family",
            "Promenade au bord de la rivière avec 李伟. Demain\u{A0}: appeler Maman, puis plus rien. #famille",
            "和李伟沿河散步。明天：给妈妈打电话，然后什么也不做。 #家人"
        ),
        ("Send the signed lease back #paper", "Renvoyer le bail signé #papiers", "寄回签好的租约 #文件"),
        (
            "Ship release 2.4 with [[Section 3, comments]] linked #engine",
            "Publier la version 2.4 avec un lien vers [[Section 3, remarques]] #machine",
            "发布 2.4 版，并链接 [[第 3 节的意见]] #分析机"
        ),
        ("Train at 18:42, platform 5", "Train à 18 h 42, quai 5", "18:42 的火车，5 站台"),
    ]

    private static let messages: [Text] = [
        (
            "Home safely? The trains looked full on the news.",
            "Bien rentrée\u{202F}? Les trains avaient l’air pleins aux informations.", "到家了吗？新闻里说火车很挤。"
        ),
        ("All fine, just put the kettle on.", "Oui, je viens de mettre l’eau à chauffer.", "到了，刚烧上水。"),
        (
            "New notebook, new plans: shall we finally start the string quartet?",
            "Nouveau carnet, nouveaux projets\u{A0}: on lance enfin le quatuor\u{202F}?",
            "新本子，新计划：我们的弦乐四重奏总该开始了吧？"
        ),
        (
            "Yes! I have the music of the Schubert here somewhere.",
            "Oui\u{202F}! J’ai la partition du Schubert quelque part.", "好！舒伯特的谱子我这儿有。"
        ),
        ("Found it. Thursday?", "Trouvée. Jeudi\u{202F}?", "找到了。周四？"), ("Thursday 🎻", "Jeudi 🎻", "周四 🎻"),
        (
            "There is pie, and it is irrationally good.", "Il y a de la tarte, et elle est déraisonnablement bonne.",
            "有派吃，好吃得不讲道理。"
        ),
        ("On my way, with 3.14 forks.", "J’arrive, avec 3,14 fourchettes.", "马上到，带 3.14 把叉子。"),
        (
            "Longest rehearsal ever. My fingers!", "La plus longue répétition de ma vie. Mes doigts\u{202F}!",
            "排练从没这么久过。我的手指！"
        ),
        ("The slow movement was worth it.", "Le mouvement lent en valait la peine.", "慢板值得这么练。"),
        ("The jam is ready. Bring a basket.", "La confiture est prête. Apporte un panier.", "果酱做好了，带个篮子来。"),
        ("body=\"Sunday?\"", "body=\"Dimanche\u{202F}?\"", "body=\"周日？\""),
        (
            "Sunday. Your father says bring two.", "Dimanche. Ton père dit d’en apporter deux.", "周日。爸爸说带两个。"
        ),
        (
            "Found the bug. It was a real moth this time.", "Bogue trouvé. Cette fois, c’était vraiment une mite.",
            "找到 bug 了，这次真是一只飞蛾。"
        ),
        ("Tape it into the log!", "Colle-la dans le journal de bord\u{202F}!", "把它贴进日志！"),
        (
            "Can you read the draft of section 3 by Monday?",
            "Peux-tu relire le brouillon de la section 3 avant lundi\u{202F}?", "周一前能看完第 3 节的草稿吗？"
        ),
        (
            "Will do. I put my notes under Work/Engine.", "Oui. Je mets mes notes dans Travail/Machine.",
            "可以，笔记放在“工作/分析机”里。"
        ),
        (
            "Thanks, the table on page 4 is much better.", "Merci, le tableau de la page 4 est bien meilleur.",
            "谢谢，第 4 页的表格好多了。"
        ),
        ("Are you coming to the concert on Friday?", "Tu viens au concert vendredi\u{202F}?", "周五来听音乐会吗？"),
        ("Gladly! Shall I get the tickets?", "Avec joie\u{202F}! Je prends les billets\u{202F}?", "好啊！票我来买？"),
        ("Already done 🎻 See you at seven", "C’est fait 🎻 À sept heures", "已经买好了 🎻 七点见"),
        (
            "Lunch today? Call when you wake up.",
            "On déjeune aujourd’hui\u{202F}? Appelle quand tu te réveilles.", "今天一起吃午饭？醒了打电话。"
        ),
        (
            "Quartet on the 10th: who brings the stands?", "Quatuor le 10\u{A0}: qui apporte les pupitres\u{202F}?",
            "10 号四重奏：谁带谱架？"
        ),
        ("I have two.", "J’en ai deux.", "我有两个。"),
        ("And I bring the other two, and cake.", "Et j’apporte les deux autres, et un gâteau.", "另外两个我带，还有蛋糕。"),
        ("With pleasure. Calling after coffee.", "Avec plaisir. J’appelle après le café.", "好呀，喝完咖啡就打电话。"),
    ]
}
