// SPDX-License-Identifier: GPL-3.0-or-later

import Systems

/// Where an app’s data lives; see module Systems.
public typealias InformationSystem = Systems.InformationSystem

/// What has changed in a store, for layers that must not know the system behind it.
public typealias Changes = Systems.Changes

/// Who hears of it; see module Systems.
public typealias ChangeObserver = Systems.ChangeObserver

/// What a store can fail of, for layers that must not know the system behind it.
public typealias StoreFault = Systems.SystemFault
