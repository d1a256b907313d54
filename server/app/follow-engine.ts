import { join } from 'node:path'
import type { Logger } from 'pino'
import { factsOfRows } from '../adapters/store/postgres/followed-facts.ts'
import { BATCHES_MAX, readRows, withoutAudit } from '../adapters/store/postgres/projection.ts'
import { logPositionRow } from '../adapters/store/sqlite/log-position.ts'
import { type EngineStore, openEngineStore } from '../adapters/store/sqlite/store.ts'
import { readSnapshot } from '../adapters/store/upkeep/ledger-snapshot.ts'
import { openStoreWriter, type StoreWriter } from '../adapters/store/writer/store-writer.ts'
import type { Config } from '../config/config.ts'
import { stateName } from '../config/market.ts'
import { unlessAway } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { Clock, MarketSource } from '../engine/model/ports.ts'
import { recover } from '../engine/run/recover.ts'
import { applyFact } from '../engine/state/ledger.ts'
import { isLedgerFact } from '../engine/state/ledger-facts.ts'
import type { Memory } from '../engine/state/memory.ts'
import type { SignalIndex } from '../engine/state/signal-index.ts'
import type { EngineState, Rules } from '../engine/state/turn.ts'
import { foldDigest } from '../evidence/host/build.ts'
import { PROJECT_ROOT } from '../project.ts'
import { createNoticeWatch } from '../scaled/notice-watch.ts'
import { type PublishedState, readPublishedState } from '../scaled/published-state.ts'
import { type EngineReports, readReports } from './engine-reports.ts'
import type { SharedStore } from './shared-store.ts'
import { keepSnapshot } from './upkeep.ts'

/**
 * Prepares a gateway to follow the active engine: copies the account's log from the shared store into this host's
 * databases and recovers the ledger. New entries are applied on `catchUp()`, and continuously after `begin()`. Lease,
 * session and health come from the state that the engine publishes.
 */
export const followEngine = async (parts: FollowedParts): Promise<Followed> => {
  const { config, shared, rules, source, clock, monotonic, logger, resources } = parts
  const { store, writer } = await openCopy(parts)
  const published = readPublished(parts)
  const fold = foldDigest(PROJECT_ROOT)
  const directory = join(config.dataDir, stateName(config.market))
  const { journal } = store
  const state = recover({
    journal,
    snapshot: readSnapshot({ directory, journal, fold }),
    candles: store.candles,
    source,
    past: store.signals,
    rules: { ...rules, brackets: (symbol) => published.state()?.brackets.get(symbol) ?? rules.brackets(symbol) },
    lease: {
      held: () => (published.state()?.isHeld ?? false) && published.silentMs() < SILENT_AFTER_MS,
      get epoch() {
        return published.state()?.session.epoch ?? null
      },
    },
    nowMs: clock(),
    defersPast: true,
  })
  leaveToEngine(state.signals)
  keepSnapshot({ directory, fold, ...store }, { logger, resources })
  let onFacts: (facts: readonly Fact[]) => void = () => {}
  const log = copyLog({ ...parts, store, writer, state }, (facts) => {
    for (const fact of facts) if (isLedgerFact(fact)) applyFact(state.ledger, fact)
    if (facts.length > 0) onFacts(facts)
  })
  const onArrival = (isArriving: boolean): void => {
    shared.bus.noteArrival(isArriving)
    logArrival(logger, isArriving)
  }
  const watch = createNoticeWatch({ monotonic, onChange: onArrival })
  let publicationsReadAtMs = monotonic()
  const readPublications = oneAtATime(async () => {
    publicationsReadAtMs = monotonic()
    if (await published.read()) watch.notePublication()
    Object.assign(state.session, published.state()?.session)
    Object.assign(state.signals.past, published.state()?.past)
  })

  return {
    ...{ state, store, writer, readPublications },
    memory: memoryIn(published.state),
    troubles: () => published.state()?.troubles ?? [],
    reports: published.reports,
    silentMs: published.silentMs,
    behindMs: log.behindMs,
    catchUp: log.catchUp,
    begin(listener) {
      onFacts = listener
      const follow = (): void => void log.catchUp().catch(unlessAway)
      const readNew = (): void => void readPublications().catch(unlessAway)
      resources.defer(shared.notices.listen('log', follow))
      resources.defer(shared.notices.listen('pictures', watch.noteNotice))
      resources.defer(shared.notices.listen('pictures', readNew))
      const poll = (): void => {
        if (log.behindMs() >= RECENT_MS) follow()
        if (monotonic() - publicationsReadAtMs >= RECENT_MS) readNew()
      }
      resources.defer(every(POLL_EVERY_MS, poll))
    },
  }
}

interface FollowedParts {
  readonly config: Config
  readonly shared: SharedStore
  readonly rules: Rules
  readonly source: MarketSource
  readonly clock: Clock
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

/** Interval at which the log and the published state are read in case a notification was lost. */
const POLL_EVERY_MS = 250

/** Age up to which a reading, caused by a notification, makes the next periodic one unnecessary. */
const RECENT_MS = POLL_EVERY_MS / 2

/** Age of the newest published state at which the engine is assumed to have lost its lease. */
const SILENT_AFTER_MS = 3 * SECOND_MS

/** State of the active engine, as known to a gateway. */
export interface Followed {
  readonly state: EngineState
  readonly store: EngineStore
  readonly writer: StoreWriter
  readonly memory: Pick<Memory, 'failure' | 'spools' | 'heldAudit'>
  troubles(): PublishedState['troubles']
  /** Undefined until the first one is read. */
  reports(): EngineReports | undefined
  /** Time since the engine last published its state; infinite until the first state is read. */
  silentMs(): number
  /** Time since the log was last read to its end. */
  behindMs(): number
  /**
   * Resolves when the log is copied up to `batch`; if omitted, when everything that was durable at the time of the call
   * is. Rejects with a `StoreFailure`.
   */
  catchUp(batch?: number): Promise<void>
  readPublications(): Promise<void>
  /** Follows until the gateway is closed; `onFacts` is called with facts once they are copied. */
  begin(onFacts: (facts: readonly Fact[]) => void): void
}

const logArrival = (logger: Logger, isArriving: boolean): void => {
  if (isArriving) logger.info('notifications of the engine arrive again')
  else logger.warn('notifications of the engine do not arrive: use the same --bus for all processes of the account')
}

/** A gateway evaluates no bars. */
const leaveToEngine = (signals: SignalIndex): void => {
  signals.backlog = null
  Object.assign(signals.past, { deferred: 0, evaluated: 0 })
}

type Copy = Pick<Followed, 'store' | 'writer'>

/** Brings the databases of this host up to date and opens them. */
const openCopy = async ({ config, shared, clock, resources }: FollowedParts): Promise<Copy> => {
  const name = stateName(config.market)
  const projection = await shared.openProjection()
  try {
    while (!(await projection.follow()));
  } finally {
    projection.close()
  }
  const { dataDir } = config
  const store = resources.adopt(openEngineStore(join(dataDir, name)), (opened) => opened.close())
  const writer = await openStoreWriter({
    ...{ dataDir, state: name, durability: 'NORMAL', clock },
    onCommitted: store.noteCommit,
  })
  resources.defer(() => writer.close())
  resources.defer(every(MINUTE_MS, () => void writer.checkpoint().catch(() => {})))
  return { store, writer }
}

/** Copies the log batch by batch; facts are published once they are in the database. */
const copyLog = (
  { shared, store, writer, state, monotonic }: FollowedParts & Copy & Pick<Followed, 'state'>,
  publish: (facts: readonly Fact[]) => void,
): Pick<Followed, 'behindMs' | 'catchUp'> => {
  const { signals } = store
  const findInstrument = (symbol: string) => state.market.instruments.get(symbol)?.instrument
  let position = store.position() ?? 0
  let copiedAtMs = monotonic()

  const copy = async (): Promise<void> => {
    for (;;) {
      const sentAtMs = monotonic()
      const batches = await shared.logs.engine.readAfter(position, BATCHES_MAX)
      const newest = batches.at(-1)
      if (newest) {
        const rows = batches.flatMap(({ body }) => withoutAudit(readRows(body)))
        await writer.write.append([logPositionRow(newest.number), ...rows])
        position = newest.number
        publish(factsOfRows(rows, { signals, findInstrument }))
      }
      if (batches.length === BATCHES_MAX) continue
      copiedAtMs = sentAtMs
      return
    }
  }

  const copyNext = oneAtATime(copy)
  return {
    behindMs: () => monotonic() - copiedAtMs,
    async catchUp(batch = Number.POSITIVE_INFINITY) {
      if (position < batch) await copyNext()
    },
  }
}

interface Published extends Pick<Followed, 'reports' | 'silentMs'> {
  /** Undefined until the first one is read. */
  state(): PublishedState | undefined
  /** Returns whether there was anything new. */
  read(): Promise<boolean>
}

/** Reads the state that the engine publishes in addition to the journal. */
const readPublished = ({ shared, monotonic }: FollowedParts): Published => {
  let state: PublishedState | undefined
  let reports: EngineReports | undefined
  let newest = 0
  let publishedAtMs = Number.NEGATIVE_INFINITY
  return {
    state: () => state,
    reports: () => reports,
    silentMs: () => monotonic() - publishedAtMs,
    async read() {
      const { host, bus, publications: store } = shared
      const publications = await store.readAfter(newest, { host, bus: bus.standing() })
      for (const { kind, body, ageMs, version } of publications) {
        newest = version
        if (kind === 'reports') reports = readReports(body)
        else {
          state = readPublishedState(body)
          publishedAtMs = monotonic() - ageMs
        }
      }
      return publications.length > 0
    },
  }
}

const memoryIn = (state: Published['state']): Followed['memory'] => ({
  get failure() {
    return state()?.memory.failure ?? null
  },
  get spools() {
    return state()?.memory.spools ?? false
  },
  get heldAudit() {
    return state()?.memory.heldAudit ?? []
  },
})
