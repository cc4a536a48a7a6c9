// SPDX-License-Identifier: GPL-3.0-or-later

public import AtriumFaults
public import AtriumSearch
public import AtriumSession

extension QueryFault: UserFacing {
    /// The first word of its codes.
    public static var area: String { "query" }

    /// The fault in the query, and the right form.
    public var sentence: LocalizedText {
        switch self {
        case .unknownKey(let key, let phrase, let keys):
            if let nearest = NearestWord.to(key, among: keys) {
                Strings.faultUnknownKeyNear(key: key, phrase: phrase, nearest: nearest)
            } else {
                LocalizedText.listing(keys.map { $0 + ":" }) {
                    Strings.faultUnknownKey(key: key, phrase: phrase, keys: $0)
                }
            }
        default: Strings.sentence(of: self)
        }
    }

    /// A query is part of a line.
    public var status: ExitStatus { .usage }
}
