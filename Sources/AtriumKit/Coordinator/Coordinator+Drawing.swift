// SPDX-License-Identifier: GPL-3.0-or-later

import Session
import Terminal

/// What of the coordinator drawing needs.
extension Coordinator {
    /// An app’s own colour.
    package func accent(of id: AppID) -> Color { catalog.first { $0.id == id }?.accent ?? .palette(7) }

    /// What the panels of an app need to know of the moment.
    package func drawingContext(of id: AppID, language: Language? = nil) -> DrawingContext {
        DrawingContext(
            language: language ?? self.language, timeZone: world.timeZone, now: world.clock.now, accent: accent(of: id))
    }

    /// The tabs of an app, in the present language.
    package func tabs(of app: RunningApp) -> TabsView { app.tabs(in: drawingContext(of: app.id)) }
}
