/**
 * Platform of one account: starts all components of a server in order (exchange, stores, engine, interfaces), and shuts
 * them down.
 */

import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { refuseAccountDirectory } from '../adapters/store/account-directory.ts'
import type { StoreCommits } from '../adapters/store/sqlite/commit-count.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import type { Config } from '../config/config.ts'
import { createIds, type Id, type MakeId } from '../core/id.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { HostClocks } from '../core/platform-clock.ts'
import { leftToFill } from '../engine/control/runs.ts'
import { HOST } from '../engine/model/events.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { Clock } from '../engine/model/ports.ts'
import { createInbox } from '../engine/run/inbox.ts'
import type { Engine } from '../engine/run/loop.ts'
import { getSocketPath } from '../host/socket.ts'
import { serveHost } from '../host/socket-server.ts'
import { PUBLISHED_QUOTAS, type Quotas } from '../http/security/quotas.ts'
import type { Identity } from '../identity/identity.ts'
import { hostClocks } from './clocks.ts'
import { compareStores, type Lost } from './compare-stores.ts'
import { type ConnectedExchange, connectExchange } from './connect-exchange.ts'
import { type OpenControl, openControl } from './control.ts'
import { runEngine, runSource } from './engine.ts'
import { createRules, openStrategies, watchConstitution } from './engine-rules.ts'
import { type Books, openBooks } from './engine-state.ts'
import type { Exchange, ExchangeParts } from './exchange/exchange.ts'
import { followGrant } from './go-live.ts'
import { hostVerbs } from './host-verbs.ts'
import { type FirstAdmin, makeFirstAdmin, openIdentity } from './identity.ts'
import { listen, refuseExposure } from './listen.ts'
import { logFacts } from './log-facts.ts'
import type { LogTail } from './log-tail.ts'
import { migrateData } from './migrate-data.ts'
import type { OpenMonitor } from './monitor.ts'
import { onceTrue } from './once-true.ts'
import { LOWEST_PRIORITY } from './research/priority.ts'
import { serveGateways } from './serve-gateways.ts'
import { openServers, type Servers } from './servers.ts'
import type { ActiveShare } from './shared-store.ts'
import { openSharing } from './sharing.ts'
import { keepStore } from './upkeep.ts'
import { openViews, type ServedViews } from './views.ts'
import { withResources } from './with-resources.ts'

/** A running server with its engine. */
export interface Platform {
  /** Empty when no port is open. */
  readonly url: string
  readonly exchange: Exchange
  readonly identity: Identity
  readonly engine: Engine
  readonly control: OpenControl
  readonly monitor: OpenMonitor
  readonly firstAdmin: FirstAdmin
  /** True when the web console is built and served. */
  readonly hasConsole: boolean
  /** Resolves with the fault when the engine or its market has failed; the process should then exit. */
  readonly failure: Promise<Error>
  /** Stops accepting requests, then stops the market, then the engine; everything acknowledged is durable. */
  close(): Promise<void>
}

export interface PlatformParts {
  readonly config: Config
  readonly logger: Logger
  readonly logTail: LogTail
  /** Finds the passphrase of the keys; if omitted, it is read only from the configured file. */
  readonly passphrase?: ExchangeParts['passphrase']
  /** Quotas for benchmarks; the published ones if omitted. */
  readonly quotas?: Quotas
  /** Clocks; the host's clocks if omitted. Only tests provide others. */
  readonly clocks?: HostClocks
  /** Priority of the processes of research jobs; the lowest if omitted. Only tests provide others. */
  readonly jobNiceness?: number
  /** Shared store of an engine that has the lease of its account; the engine then opens no port. */
  readonly shared?: ActiveShare
  /** As in `openStoreWriter`. */
  readonly writerThread?: Worker
  /** Returns an existing connection to the exchange. */
  readonly connect?: () => Promise<ConnectedExchange>
}

/** Opens all components of a server in order; `close` closes them in reverse, and so does a failed start. */
export const startPlatform = (parts: PlatformParts): Promise<Platform> =>
  withResources((resources) => open(parts, resources))

const makeCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const open = async (parts: PlatformParts, resources: AsyncDisposableStack): Promise<Platform> => {
  const { config, logger, logTail, quotas = PUBLISHED_QUOTAS, clocks = hostClocks, shared } = parts
  const { jobNiceness = LOWEST_PRIORITY } = parts
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>()
  const { exchange, limits, platformClock, prepared } = await openOurExchange(parts, { fail, resources })
  const { now: clock, elapsed: monotonic } = platformClock
  const strategies = await openStrategies({ autotrading: config.autotrading, logger, monotonic, resources })
  const rules = createRules(config, { limits, exchange, strategies })
  const ids = createIds({ now: clock, random: Math.random })
  const opening = { ids, clock, wallClock: clocks.wall, resources }
  const { identity, commits: identityCommits } = openIdentity(config, opening)
  refuseExposure(config, identity)

  const sharing = openSharing(shared, { dataDir: config.dataDir, monotonic })
  const { stopSwitch, lease, journal } = sharing
  const books = await openBooks(exchange, { ...parts, ...opening, rules, lease, strategies, shared: journal })
  await prepared
  const inbox = createInbox(clock)
  const control = openControl({ books, stopSwitch, inbox, ids, clock, monotonic, makeCode, logger, resources })
  const lost = await stopWhereLost({ books, control, identity, identityCommits, ids, clock, hasUsers: !shared })
  await sharing.adoptStops(control)
  const runId = ids('run')
  const served = openViews({ books, control, identity, limits, exchange, runId, inbox, clock })
  const host = { config, logger, identity, identityCommits, ids, clock, resources }
  const within = { ...host, logs: logTail.readerFor(null), books, control, limits, exchange, served, inbox, runId }
  const servers = openServers({ ...within, monotonic, quotas, jobNiceness })
  const { monitor, messenger, goLive } = servers
  const { controlViews } = served
  const verbs = hostVerbs({ ...within, controlViews, strategies, goLive, monitor, messenger, shared })
  resources.adopt(await serveHost({ path: getSocketPath(config.dataDir), verbs }), (host) => host.close())
  const admission = shared ? undefined : await admitClients(servers, { ...host, ...lost })
  const { hashes } = monitor
  const { source } = exchange
  const engine = await runEngine(
    books,
    { source, inbox, control, strategies, platformClock, runId, hashes, behind: lost.findings, resources, fail },
    publisher({ logger, books, served, control, servers }),
  )
  await followGrant({ ...goLive, remembered: books.state.ledger.liveGrant, buildDigest: hashes.build, now: clock })
  logger.info({ source: limits.source, hash: limits.hash }, 'constitution')
  control.begin()
  sharing.watchStops(within, resources)
  if (shared) {
    serveGateways(shared, { ...within, monitor })
    const isReconciled = () => books.state.session.reconciliation.doneAtMs !== null
    resources.defer(onceTrue(isReconciled, () => void servers.openClients().catch(fail)))
  }
  resources.defer(watchConstitution({ probes: () => monitor.latest('constitutionProbes'), desk: control.desk }))
  messenger.start(monitor, servers.isReady)
  const share = shared?.checkpointShare(shared.heldLease.epoch)
  keepStore(books, { engine, ready: servers.ready, logger, resources, fail, share })
  runSource(source, engine, { resources, logger, fail })
  const close = () => shutDown({ engine, books, monotonic, resources, auditId: ids('aud') })
  return {
    url: admission?.url ?? '',
    exchange,
    identity,
    engine,
    control,
    monitor,
    firstAdmin: admission?.firstAdmin,
    hasConsole: admission?.built !== undefined,
    failure,
    close,
  }
}

interface Admission extends Pick<Lost, 'hasLostUsers'> {
  readonly config: Config
  readonly logger: Logger
  readonly identity: Identity
  readonly resources: AsyncDisposableStack
}

/**
 * Opens the port and creates the first user if there is none, since a run without users would look as if the users were
 * lost. The password is hashed while the port is opened; nobody would learn it if that failed, so it is stored after.
 */
const admitClients = async (
  { openClients, monitor }: Servers,
  { config, logger, identity, resources, hasLostUsers }: Admission,
) => {
  const open = async () => {
    const { http, built } = await openClients()
    return { url: await listen(http, { config, logger, resources, onClosing: monitor.end }), built }
  }
  const opening = open()
  const creating = makeFirstAdmin(config, identity, { hasLostUsers, after: opening })
  await Promise.allSettled([opening, creating])
  return { ...(await opening), firstAdmin: await creating }
}

interface Subscribers {
  readonly logger: Logger
  readonly books: Books
  readonly served: ServedViews
  readonly control: OpenControl
  readonly servers: Pick<Servers, 'onFacts'>
}

/** Returns the function that passes durable facts to all subscribers, the published ledger first. */
const publisher =
  ({ logger, books, served, control, servers }: Subscribers) =>
  (facts: readonly Fact[]): void => {
    books.publish(facts)
    served.views.onFacts(facts)
    served.desk.onFacts(facts)
    control.desk.onFacts(facts)
    servers.onFacts(facts)
    logFacts(logger, facts, (symbol) => books.state.market.instruments.get(symbol)?.instrument)
  }

interface Compared {
  readonly books: Books
  readonly control: OpenControl
  readonly identity: Identity
  readonly identityCommits: StoreCommits
  readonly ids: MakeId
  readonly clock: Clock
  /** False when the users are not in this data directory. */
  readonly hasUsers: boolean
}

/** Engages the emergency stop when a store has lost committed data, before users are admitted. */
const stopWhereLost = async ({
  books,
  control,
  identity,
  identityCommits,
  ids,
  clock,
  hasUsers,
}: Compared): Promise<Lost> => {
  const { run } = books.state.ledger
  const lost = await compareStores(
    { audit: control.audit, identity, commits: identityCommits, auditId: () => ids('aud'), now: clock },
    { commits: books.store.commits, epoch: run?.epoch ?? null, lastAtMs: books.past.at(-1)?.lastAtMs ?? null },
    hasUsers && (run !== null || (await control.lastEpoch()) > 0),
  )
  if (lost.findings.length > 0) control.engageFor('LEDGER_BEHIND', lost.findings.join(' '))
  return lost
}

interface Opening {
  readonly fail: (error: Error) => void
  readonly resources: AsyncDisposableStack
}

/** The exchange, whose account is being prepared. */
interface OpenedExchange extends ConnectedExchange {
  readonly prepared: Promise<void>
}

/** Locks the data directory, then opens the exchange. */
const openOurExchange = async (parts: PlatformParts, { fail, resources }: Opening): Promise<OpenedExchange> => {
  const { config, logger, shared, connect = () => connectExchange({ ...parts, random: Math.random }) } = parts
  const connected = await connect()
  const exchange = resources.adopt(connected.exchange, (opened) => opened.close())
  void connected.failure.then(fail)
  if (!shared) refuseAccountDirectory(config.dataDir)
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  if (!shared) await migrate(config.dataDir, logger)
  const prepared = exchange.prepare()
  prepared.catch(() => {})
  return { ...connected, prepared }
}

const migrate = async (dataDir: string, logger: Logger): Promise<void> => {
  const { due, neededBytes } = await migrateData(dataDir, hostClocks.wall)
  if (due.length > 0) logger.info({ databases: due.map(({ path }) => path), bytes: neededBytes }, 'schema migrated')
}

interface ShutdownParts {
  readonly engine: Engine
  readonly books: Books
  readonly monotonic: () => number
  readonly resources: AsyncDisposableStack
  readonly auditId: Id<'aud'>
}

const shutDown = async ({ engine, books, monotonic, resources, auditId }: ShutdownParts): Promise<void> => {
  await beginShutdown(engine, auditId)
  await ordersGone(books.state, monotonic)
  await resources.disposeAsync()
}

/** Starts the shutdown: from then on, the engine accepts only protective requests. */
const beginShutdown = async ({ submit }: Engine, auditId: Id<'aud'>): Promise<void> => {
  const instructed = { actor: HOST, requestId: null, idempotency: null, reason: null, auditId }
  await submit({ kind: 'beginShutdown', instructed }).catch(() => {})
}

/** Waits until resting orders are cancelled at an exchange that outlives this process, while it responds. */
const ordersGone = async (state: Books['state'], monotonic: () => number): Promise<void> => {
  const untilMs = monotonic() + ORDERS_GONE_MS
  while (leftToFill(state).length > 0 && monotonic() < untilMs) await setTimeout(POLL_EVERY_MS)
}

const ORDERS_GONE_MS = 10 * SECOND_MS
const POLL_EVERY_MS = 20
