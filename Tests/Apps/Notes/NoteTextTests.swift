import NotesLogic
import NotesStore
import Testing

/// What stands in a text: tags, links, differences.
struct NoteTextTests {
    @Test(arguments: [
        ("Buy #milk, #Milk and #oat-milk.", ["milk", "oat-milk"]), ("# Title #1 a#b x/#y &#38;", []),
        ("#two words# and (#x)", ["two words", "x"]), ("#one and #two", ["one", "two"]),
        ("今天#日记，#买 牛奶#。", ["日记", "买 牛奶"]), ("`#no` #yes\n```\n#no\n```\n#été/2", ["yes", "été/2"]),
        ("#a#b ##c #-", ["a"]), ("[[x #no]] #yes [[ #too", ["yes", "too"]), ("#", []),
    ])
    func `tags are found`(text: String, tags: [String]) { #expect(TagText.tags(in: text) == tags) }

    @Test func `a tag becomes a plain word`() {
        #expect(TagText.removing("MILK", from: "#milk #milky #Milk `#milk`") == "milk #milky Milk `#milk`")
        #expect(TagText.removing("two words", from: "a #two words# b") == "a two words b")
    }

    @Test func `links are found in order`() {
        let text = "note:3 [[A b|shown]] footnote:4 `[[no]]` [[]] note: [[C]]"
        #expect(LinkText.targets(in: text) == [.number(3), .title("A b"), .title("C")])
        #expect(LinkText.renaming("a B", to: "New", in: text).contains("[[New|shown]]"))
    }

    @Test(arguments: [("one two", "one three"), ("", "a"), ("你好世界", "你们好"), ("a\nb", "b\na"), ("x", "x")])
    func `a difference has both texts in it`(old: String, new: String) {
        let pieces = WordDiff.pieces(from: old, to: new)
        let texts = pieces.reduce(into: ("", "")) { texts, piece in
            switch piece {
            case .same(let text):
                texts.0 += text
                texts.1 += text
            case .removed(let text): texts.0 += text
            case .added(let text): texts.1 += text
            }
        }
        #expect(texts == (old, new))
    }

    @Test func `a difference is of words`() {
        #expect(
            WordDiff.pieces(from: "buy milk", to: "buy milky") == [.same("buy"), .removed(" milk"), .added(" milky")])
        #expect(WordDiff.pieces(from: "你好", to: "你们好") == [.same("你"), .added("们"), .same("好")])
    }
}
