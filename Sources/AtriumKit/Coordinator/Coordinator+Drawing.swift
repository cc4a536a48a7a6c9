// SPDX-License-Identifier: GPL-3.0-or-later

package import Session
package import Terminal
import Worlds

/// What of the coordinator drawing needs.
extension Coordinator {
    /// An app’s own colour.
    package func accent(of id: AppID) -> Color { catalog.first { $0.id == id }?.accent ?? .palette(7) }

    /// What apps need to know of the moment.
    package var viewContext: ViewContext { viewContext(in: language) }

    /// The same in a language.
    package func viewContext(in language: Language) -> ViewContext {
        ViewContext(language: language, timeZone: world.timeZone, now: world.clock.now)
    }
}
