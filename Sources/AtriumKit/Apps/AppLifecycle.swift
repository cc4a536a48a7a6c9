// SPDX-License-Identifier: GPL-3.0-or-later

public import Session
public import Terminal

/// What the coordinator tells an app, in the order of these declarations when apps are switched.
///
/// All calls are on the main actor and none is nested in another. A hidden app hears of size, language and login
/// changes too. Every method has an empty default, since few apps care for all of them.
@MainActor
public protocol AppLifecycle: AnyObject {
    /// Nobody has typed the next command yet: what was put off until all of a kind is done, such as telling another
    /// program of it, is done now.
    ///
    /// - Returns: What has gone wrong with it; nothing that was asked for is lost by that.
    func settle() async -> [LocalizedText]
    /// The app is about to be left: what is half done must be kept, for instance as a draft.
    func endEditing() async
    /// The app is about to be seen; it may load what it shows.
    func willAppear() async
    /// The app is seen, and its transition has ended.
    func didAppear()
    /// The app is no longer seen; it stays in memory with its state.
    func didDisappear()
    /// The terminal has another size.
    func sizeDidChange(to size: Size)
    /// The user has chosen another language.
    func languageDidChange(to language: Language)
    /// Somebody has logged in, locked, unlocked or logged out.
    func loginDidChange(to login: LoginState)
}

extension AppLifecycle {
    /// Nothing was put off.
    public func settle() async -> [LocalizedText] { [] }
    /// Does nothing.
    public func endEditing() async {}
    /// Does nothing.
    public func willAppear() async {}
    /// Does nothing.
    public func didAppear() {}
    /// Does nothing.
    public func didDisappear() {}
    /// Does nothing.
    public func sizeDidChange(to size: Size) {}
    /// Does nothing.
    public func languageDidChange(to language: Language) {}
    /// Does nothing.
    public func loginDidChange(to login: LoginState) {}
}
