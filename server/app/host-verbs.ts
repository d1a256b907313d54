import { openKeyring } from '../adapters/keys/keyring.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import type { LoadedStrategies } from '../adapters/strategies/strategy-host.ts'
import type { Config } from '../config/config.ts'
import type { MakeId } from '../core/id.ts'
import { openRearmingDesk } from '../engine/desks/host-desk.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import { auditBeside } from '../engine/state/memory.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import { controlVerbs } from '../host/control-verbs.ts'
import { keyVerbs, rightsIn } from '../host/key-verbs.ts'
import { logVerbs } from '../host/log-verbs.ts'
import { messengerVerbs } from '../host/messenger-verbs.ts'
import { paperVerbsOfServer } from '../host/paper-verbs.ts'
import { positionVerbs } from '../host/position-verbs.ts'
import { strategyVerbs } from '../host/strategy-verbs.ts'
import { userVerbs } from '../host/user-verbs.ts'
import type { VerbTable } from '../host/verb.ts'
import type { Identity } from '../identity/identity.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { LogReader } from '../views/log-view.ts'
import { identityCommit } from './compare-stores.ts'
import type { OpenControl } from './control.ts'
import type { Books } from './engine-state.ts'
import { type GoLive, goLiveVerbs } from './go-live.ts'
import type { OpenMessenger } from './messenger.ts'
import type { OpenMonitor } from './monitor.ts'
import type { ActiveShare } from './shared-store.ts'
import { sharedUserVerbs } from './shared-users.ts'

/**
 * Assembles the host commands of a running server: users, keys, control, strategies, positions, live trading and
 * messenger. Only these commands can resume the engine.
 */
export const hostVerbs = (parts: HostVerbParts): VerbTable => {
  const {
    config,
    logs,
    identity,
    identityCommits,
    books,
    control,
    controlViews,
    ids,
    clock,
    strategies,
    inbox,
    goLive,
    monitor,
    messenger,
    shared,
  } = parts
  const { desk, raising, memory } = control
  const record = {
    audit: auditBeside(memory),
    auditId: () => ids('aud'),
    now: clock,
    epoch: () => books.state.session.epoch,
    describeRights: rightsIn(identity),
    identityCommit: () => identityCommit(identityCommits),
  }
  const rearming = openRearmingDesk({ submit: inbox.submit, auditId: () => ids('aud') })
  const { packetValidMs, keyExpiryDays } = books.state.rules.constitution.monitor
  const latch = () => controlViews.status().latch
  const live = goLiveVerbs({ goLive, monitor, latch, packetValidMs, keyExpiryDays, now: clock })
  return {
    ...auditedVerbs({ ...userVerbs(identity), ...live, ...keyVerbs(openKeyring(config.dataDir)) }, record),
    ...(shared && accountUsers(shared, parts)),
    ...logVerbs(logs),
    ...paperVerbsOfServer,
    ...messengerVerbs(messenger),
    ...controlVerbs({ desk, raising, views: controlViews, ledger: books.state.ledger, bus: shared?.bus.standing }),
    ...strategyVerbs({ state: books.state, strategies, rearming }),
    ...positionVerbs({ state: books.state, rearming }),
    ...(shared && { 'engine.yield': async () => shared.handOver() }),
  }
}

interface HostVerbParts {
  readonly config: Config
  readonly logs: LogReader
  readonly identity: Identity
  readonly identityCommits: StoreCommits
  readonly books: Books
  readonly control: OpenControl
  readonly controlViews: ControlViews
  readonly ids: MakeId
  readonly clock: Clock
  readonly strategies: LoadedStrategies
  readonly inbox: Inbox
  readonly goLive: GoLive
  readonly monitor: OpenMonitor
  readonly messenger: OpenMessenger
  /** The shared store; undefined if the server is not part of a fleet. */
  readonly shared: ActiveShare | undefined
}

/** The users of a shared account are not in this data directory. */
const accountUsers = ({ openIdentity }: ActiveShare, { books, control, ids, clock }: HostVerbParts): VerbTable =>
  sharedUserVerbs({
    openUsers: async () => (await openIdentity()).users,
    openAudit: () => ({ ...auditBeside(control.memory), close: () => {} }),
    epoch: () => books.state.session.epoch,
    ids,
    clock,
  })
