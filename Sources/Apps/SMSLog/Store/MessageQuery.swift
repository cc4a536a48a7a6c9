import Systems

/// What somebody typed to find messages; see module Systems.
package typealias MessageQuery = Systems.SearchQuery
