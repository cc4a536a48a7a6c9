// SPDX-License-Identifier: GPL-3.0-or-later

/// Where somebody was lately, in so many places at most.
struct LastPlaces<Place> {
    private static var most: Int { 12 }
    /// The one that was left last at the end.
    private var places: [Place] = []

    /// Keeps a place that is left; what was left longest ago is forgotten for it.
    mutating func keep(_ place: Place) {
        places.append(place)
        if places.count > Self.most { places.removeFirst() }
    }

    /// The first of the places that are meant; nil where there is none, or no more.
    func first(where isMeant: (Place) -> Bool) -> Place? { places.first(where: isMeant) }

    /// Takes the first of the places that are meant out of them; nil where there is none, or no more.
    mutating func take(where isMeant: (Place) -> Bool) -> Place? {
        places.firstIndex(where: isMeant).map { places.remove(at: $0) }
    }
}
