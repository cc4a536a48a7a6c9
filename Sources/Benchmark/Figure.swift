// SPDX-License-Identifier: GPL-3.0-or-later

/// What was measured of one kind of work, beside what the bare minimum of it costs in the same minutes.
package struct Figure: Sendable {
    /// What a number counts.
    package enum Unit: String, Sendable {
        /// Seconds.
        case seconds
        /// Bytes.
        case bytes
    }

    /// The kind of work.
    package let work: Work
    /// What the numbers count.
    package var unit: Unit { work.unit }
    /// One number for each round.
    package internal(set) var samples: [Double] = []
    /// The same of what it is held against; empty where there is nothing.
    package internal(set) var reference: [Double] = []

    package init(_ work: Work, samples: [Double] = [], reference: [Double] = []) {
        self.work = work
        self.samples = samples
        self.reference = reference
    }

    /// The middle one of the samples; nil where there are none.
    package var median: Double? { samples.median }
    /// The middle one of what it is held against.
    package var referenceMedian: Double? { reference.median }
    /// How many times the reference it is; nil where there is none.
    package var ratio: Double? {
        guard let median, let referenceMedian, referenceMedian > 0 else { return nil }
        return median / referenceMedian
    }
}

extension [Double] {
    /// The middle one, or the mean of the two in the middle.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
