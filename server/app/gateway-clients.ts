/** Client-facing side of a gateway: forwards requests to the active engine and serves the followed state. */

import type { Logger } from 'pino'
import type { Readiness } from '../../contract/probes.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import { unlessAway } from '../core/errors.ts'
import { every } from '../core/every.ts'
import type { MakeId } from '../core/id.ts'
import { SECOND_MS } from '../core/instant.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import type { ControlDesk } from '../engine/desks/control-desk.ts'
import type { BusStanding } from '../engine/model/fleet.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { StopSwitch } from '../engine/state/stop-switch.ts'
import { previewOrder } from '../engine/trading/preview.ts'
import type { AccountTable } from '../http/accounts.ts'
import { type AnswerTally, createAnswerTally } from '../http/http-face.ts'
import { PUBLISHED_QUOTAS } from '../http/security/quotas.ts'
import { rolesOn } from '../identity/grants.ts'
import type { Identity } from '../identity/identity.ts'
import type { UserView } from '../identity/user-view.ts'
import { emergencyStopMetric, quotaMetric } from '../monitor/metrics/health-metrics.ts'
import { leaseMetrics } from '../monitor/metrics/lease-metrics.ts'
import { printFamilies } from '../monitor/metrics/metric-family.ts'
import { clientMetricsText } from '../monitor/metrics/metrics-text.ts'
import { createEngineLink } from '../scaled/engine-link.ts'
import { createGatewayStop } from '../scaled/gateway-stop.ts'
import { createRemoteDesk, type EngineDesks } from '../scaled/remote-desk.ts'
import { createSharedQuota, type SharedQuota } from '../scaled/shared-quota.ts'
import { type ControlViews, createControlViews } from '../views/control-views.ts'
import type { LogReader } from '../views/log-view.ts'
import { createMarketViews } from '../views/market-views.ts'
import { openPerformance } from '../views/performance-view.ts'
import { createSignalViews } from '../views/signal-views.ts'
import { openTradeBook } from '../views/trade-book.ts'
import { createTradingViews } from '../views/trading-views.ts'
import type { Stream } from '../ws/stream.ts'
import { silentReport } from './engine-reports.ts'
import { tradingReader } from './engine-state.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { Followed } from './follow-engine.ts'
import type { ClientParts } from './serve-clients.ts'
import { getReadiness } from './servers.ts'
import { shareAudit } from './share-audit.ts'
import type { SharedStore } from './shared-store.ts'

/** Opens the desks that forward requests to the active engine, after reading whether an emergency stop is open. */
export const openGatewayDesks = async (parts: DeskParts): Promise<GatewayDesks> => {
  const { shared, followed, ids, clock, monotonic, makeUuid, resources } = parts
  const { notices, stops } = shared
  const link = createEngineLink({ outbox: shared.openOutbox(shared.host), notices, makeId: makeUuid, delay })
  const engine = createRemoteDesk({
    link,
    catchUp: followed.catchUp,
    ledger: followed.state.ledger,
  })
  const stopIds = { stop: () => ids('stp'), audit: () => ids('aud') }
  const { stop, stopSwitch, refresh } = createGatewayStop({
    ...{ stops, engine, notices, monotonic, delay },
    ids: stopIds,
    now: clock,
  })
  await refresh()
  const refreshSoon = oneAtATime(refresh)
  const follow = (): void => void refreshSoon().catch(unlessAway)
  resources.defer(notices.listen('stops', follow))
  resources.defer(every(STOPS_EVERY_MS, follow))
  return { engine, control: { stop, pause: engine.pause }, stopSwitch }
}

interface GatewayTime {
  readonly ids: MakeId
  readonly clock: Clock
  /** Monotonic clock. */
  readonly monotonic: () => number
}

interface DeskParts extends GatewayTime {
  readonly shared: SharedStore
  readonly followed: Followed
  /** Creates a globally unique identifier. */
  readonly makeUuid: () => string
  readonly resources: AsyncDisposableStack
}

/**
 * Time without a publication after which the engine is silent, and without a reading of the log after which the gateway
 * is not ready.
 */
const SILENT_AFTER_MS = 10 * SECOND_MS

const STOPS_EVERY_MS = 250

const delay = (ms: number, task: () => void): void => void setTimeout(task, ms).unref()

/** Desks of a gateway: the desks of the active engine, and the emergency stop, which also works without an active engine. */
export interface GatewayDesks {
  readonly engine: EngineDesks
  readonly control: ControlDesk
  /** The emergency stop that is open in the shared store, if any. */
  readonly stopSwitch: StopSwitch
}

export interface GatewayClientParts extends GatewayTime {
  readonly config: Config
  readonly accounts: AccountTable
  readonly logger: Logger
  readonly logs: LogReader
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly identity: Identity
  readonly shared: SharedStore
  readonly followed: Followed
  readonly desks: GatewayDesks
  /** Quotas of all accounts of the gateway; only the first account has and reports them. */
  readonly sharedQuota?: SharedQuota
  readonly resources: AsyncDisposableStack
}

/** Part of the servers of one account that `serveGatewayClients` needs. */
interface AccountServers {
  /** Further accounts share the connections of the first one, which reports them. */
  readonly stream: Pick<Stream, 'onFacts'> & Partial<Pick<Stream, 'standing'>>
}

/** Serves REST and stream of an account from the followed state by `serve`, and begins to follow the engine. */
export const serveGatewayClients = async <T extends AccountServers>(
  parts: GatewayClientParts,
  serve: (clients: ClientParts) => Promise<T>,
): Promise<T & { readonly controlViews: ControlViews }> => {
  const { limits, exchange, identity, followed, desks, ids, clock } = parts
  const { state, store, writer } = followed
  const { engine, control } = desks
  const { rules, market } = state
  const { origin } = exchange.source
  const reader = tradingReader({ published: state, store }, clock)
  const runId = ids('run')
  const tally = createAnswerTally()
  const server: { stream?: AccountServers['stream'] } = {}
  const views = createMarketViews({ market, candles: store.candles, origin, runId })
  const controlViews = openControlViews(parts, { limits, identity })
  const servers = await serve({
    ...parts,
    views,
    trading: createTradingViews(reader),
    performance: openPerformance(openTradeBook({ store, trading: reader, now: clock }), clock),
    signals: createSignalViews({
      ...reader,
      signals: store.signals,
      strategiesFor: rules.strategiesFor,
      books: rules.books,
      marketNowMs: () => market.clockMs,
    }),
    desk: { instruct: engine.instruct, preview: (request) => previewOrder(state, request, clock()) },
    control,
    controlViews,
    readFleet: parts.shared.fleet.read,
    inFleet: true,
    account: parts.shared.account,
    isCurrent: () => isCurrent(followed),
    audit: writer.audit,
    auditLog: shareAudit({ ...parts, copies: parts.shared.audit, state: writer.audit.state }),
    answers: store.trading,
    research: undefined,
    monitor: { find: (surface) => findReport(followed, surface) },
    metrics: openGatewayMetrics(parts, { tally, stream: () => server.stream }),
    tally,
    quotas: PUBLISHED_QUOTAS,
    readiness: () => getGatewayReadiness(followed, views.isMarketObserved(), parts.shared.bus.standing()),
    now: clock,
    runId,
  })
  server.stream = servers.stream
  followed.begin((facts) => {
    views.onFacts(facts)
    servers.stream.onFacts(facts)
  })
  return { ...servers, controlViews }
}

/** Opens the views of the engine's state, including a stop that only the store contains. */
const openControlViews = (
  { followed, shared, desks: { stopSwitch }, exchange: { name, notice, execution }, clock }: GatewayClientParts,
  { limits, identity }: Pick<GatewayClientParts, 'limits' | 'identity'>,
): ControlViews => {
  const { state, store, memory, troubles } = followed
  const published = {
    get latch() {
      return state.ledger.latch ?? stopSwitch.engaged
    },
  }
  return createControlViews({
    ...{ state, published, stopSwitch, memory },
    store: store.trading,
    signals: store.signals,
    constitution: limits,
    loadedAtMs: clock(),
    exchange: { name, notice, execution, troubles },
    findUser: (id) => withRolesOn(identity.findUser(id), shared.account),
    now: clock,
  })
}

/** Returns the user with the roles on this account. */
const withRolesOn = (user: UserView | undefined, account: string): UserView | undefined =>
  user && { ...user, roles: rolesOn({ ...user, accounts: null }, account) }

/**
 * Returns a function that prints the metrics last published by the engine, those of the lease, and those of this
 * gateway's own clients. Of an engine that is silent, only the emergency stop is known.
 */
const openGatewayMetrics = (
  { followed, shared, desks, sharedQuota, monotonic }: GatewayClientParts,
  { tally, stream }: { readonly tally: AnswerTally; readonly stream: () => AccountServers['stream'] | undefined },
): ClientParts['metrics'] => {
  const openedAtMs = monotonic()
  return async () => {
    const entry = (await shared.fleet.find(shared.account).catch(unlessAway)) ?? undefined
    const silentMs = followed.silentMs()
    const published = silentMs < SILENT_AFTER_MS ? followed.reports()?.metrics : undefined
    const reported = silentMs < SILENT_AFTER_MS ? entry?.report?.summary.bus : null
    const buses = { engine: reported ?? null, gateway: shared.bus.standing() }
    const lease = { entry, silentMs: Math.min(silentMs, monotonic() - openedAtMs), buses }
    return [
      published ?? printFamilies([emergencyStopMetric(desks.stopSwitch.engaged !== null)]),
      printFamilies(leaseMetrics(lease)),
      clientMetricsText(tally.read(), stream()?.standing?.()),
      sharedQuota ? printFamilies([quotaMetric(sharedQuota.uncounted())]) : '',
    ].join('')
  }
}

const findReport = (followed: Followed, surface: string) => {
  const report = followed.reports()?.reports.find((each) => each.surface === surface)
  const silentMs = followed.silentMs()
  return report && silentMs >= SILENT_AFTER_MS ? silentReport(report, silentMs) : report
}

/** Returns whether the state of the engine has been received; before that there is nothing to serve. */
export const isCurrent = ({ reports, silentMs }: Followed): boolean =>
  reports() !== undefined && silentMs() < Number.POSITIVE_INFINITY

/** Opens the quotas that are counted together with all gateways. */
export const openSharedQuota = (
  { openQuotas }: SharedStore,
  { makeUuid, monotonic }: Pick<DeskParts, 'makeUuid' | 'monotonic'>,
): SharedQuota => createSharedQuota({ store: openQuotas(), makeId: makeUuid, monotonic, delay })

/**
 * Returns the readiness of a gateway and the checks of the engine. It is ready while it follows the store and has market
 * data, whatever the state of the engine and of the bus: login, reads and the emergency stop work without one, and no other gateway
 * could do more.
 */
const getGatewayReadiness = (followed: Followed, marketObserved: boolean, bus: BusStanding): Readiness => {
  const { checks } = getReadiness({ marketObserved, state: followed.state })
  const isFollowed = followed.behindMs() < SILENT_AFTER_MS
  const isActive = followed.silentMs() < SILENT_AFTER_MS
  const own = [
    {
      name: 'followed',
      ok: isFollowed,
      detail: isFollowed ? 'The journal of the account is followed.' : 'The shared store does not respond.',
    },
    {
      name: 'engine',
      ok: isActive,
      detail: isActive ? 'The engine of the account is active.' : 'No engine of the account is active.',
    },
    {
      name: 'bus',
      ok: bus.state === 'CONNECTED',
      detail:
        bus.state === 'CONNECTED'
          ? 'Notifications of the engine are received.'
          : 'The bus cannot be used: changes are read up to half a second later.',
    },
  ]
  return { status: isFollowed && marketObserved ? 'READY' : 'NOT_READY', checks: [...checks, ...own] }
}
