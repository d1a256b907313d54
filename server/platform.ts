import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { openKeyring } from './adapters/keys/keyring.ts'
import { readPassphrase } from './adapters/keys/read-passphrase.ts'
import { openIdentityStore } from './adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from './adapters/store/sqlite/lock.ts'
import type { LoadedStrategies } from './adapters/strategies/strategy-host.ts'
import { booksOf, strategiesIn } from './autotrading-config.ts'
import { type Books, openBooks, tradingReader } from './books.ts'
import type { Config } from './config.ts'
import { type LoadedConstitution, loadConstitution } from './constitution-file.ts'
import { type ControlRoom, openControlRoom } from './control-room.ts'
import { createIds, type Id, type MakeId } from './core/id.ts'
import { MINUTE_MS, SECOND_MS } from './core/instant.ts'
import type { Constitution } from './domain/risk/constitution.ts'
import { HOST } from './engine/actors.ts'
import { leftToFill } from './engine/control/runs.ts'
import { openDesk } from './engine/desk.ts'
import { createInbox, type Inbox } from './engine/inbox.ts'
import type { Engine } from './engine/loop.ts'
import { auditBeside } from './engine/memory.ts'
import { openRearmingDesk } from './engine/rearming-desk.ts'
import { previewOrder } from './engine/trading/preview.ts'
import type { Rules } from './engine/turn.ts'
import type { Exchange, ExchangeNote, ExchangeParts } from './exchange/exchange.ts'
import { openExchange } from './exchange/open-exchange.ts'
import { refuseExposure } from './exposure.ts'
import { logFacts } from './fact-log.ts'
import { auditedVerbs } from './host/audited-verbs.ts'
import { controlVerbs } from './host/control-verbs.ts'
import { keyVerbs } from './host/key-verbs.ts'
import { liveVerbs } from './host/live-verbs.ts'
import { rightsIn } from './host/rights-in.ts'
import { socketPathOf } from './host/socket-path.ts'
import { serveHost } from './host/socket-server.ts'
import { strategyVerbs } from './host/strategy-verbs.ts'
import { userVerbs } from './host/user-verbs.ts'
import type { VerbTable } from './host/verb.ts'
import { PUBLISHED_QUOTAS, type Quotas } from './http/quotas.ts'
import { createHttpServer } from './http/server.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import { listen } from './listen.ts'
import { modeOf } from './market-config.ts'
import { openMonitor } from './open-monitor.ts'
import { openStrategies } from './open-strategies.ts'
import { readinessOf } from './readiness.ts'
import { runEngine, runSource } from './run-engine.ts'
import { StartError } from './start-error.ts'
import type { Monitor } from './truth/monitor.ts'
import { VERSION } from './version.ts'
import { type ControlViews, createControlViews } from './views/control-views.ts'
import { createMarketViews } from './views/market-views.ts'
import { createSignalViews } from './views/signal-views.ts'
import { createTradingViews } from './views/trading-views.ts'

export interface PlatformParts {
  readonly config: Config
  readonly logger: Logger
  /** Finds the passphrase of the keys; from the file that is named alone, when it is left out. */
  readonly passphrase?: ExchangeParts['passphrase']
  /** Other than the published ones for benches only. */
  readonly quotas?: Quotas
}

/** A running server. */
export interface Platform {
  readonly url: string
  readonly exchange: Exchange
  readonly identity: Identity
  readonly engine: Engine
  readonly control: ControlRoom
  /** The first ADMIN, when this start made it; the password only if it was generated. */
  readonly firstAdmin: { readonly username: string; readonly generatedPassword: string | null } | undefined
  /** Resolves with the fault when the engine or its market has failed; the process should end then. */
  readonly failure: Promise<Error>
  /** Takes no more requests, then stops the market, then the engine; what was acknowledged is durable. */
  close(): Promise<void>
}

/** Opens everything a server is made of, in order; `close` undoes it in reverse, and so does a failed start. */
export const startPlatform = async (parts: PlatformParts): Promise<Platform> => {
  const resources = new AsyncDisposableStack()
  try {
    return await open(parts, resources)
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

const clock = Date.now
const nobodyToAsk: ExchangeParts['passphrase'] = (file) => readPassphrase({ env: {}, file, ask: undefined })
const monotonic = (): number => performance.now()
const makeCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const open = async (parts: PlatformParts, resources: AsyncDisposableStack): Promise<Platform> => {
  const { config, logger } = parts
  const limits = loadConstitution(config.constitutionPath)
  const failures = Promise.withResolvers<Error>()
  const opening = openExchange({
    config,
    constitution: limits.constitution,
    clock,
    monotonic,
    random: Math.random,
    passphrase: parts.passphrase ?? nobodyToAsk,
    fail: failures.resolve,
    note: exchangeNote(logger),
  })
  const exchange = resources.adopt(await opening, (opened) => opened.close())
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  await exchange.prepare()
  const strategies = await openStrategies({ autotrading: config.autotrading, logger, monotonic, resources })
  const rules = rulesOf(config, { limits, exchange, strategies })
  const ids = createIds({ now: clock, random: Math.random })
  const identity = openIdentity(config, ids, resources)
  refuseExposure(config, identity)

  const books = openBooks(exchange, { config, rules, strategies, clock, resources })
  const inbox = createInbox(clock)
  const control = openControlRoom({ config, books, inbox, ids, clock, monotonic, makeCode, logger, resources })
  const runId = ids('run')
  const { source } = exchange
  const served = openViews({ books, control, identity, limits, exchange, runId, inbox })
  const { controlViews } = served
  const monitor = openMonitor({ books, control, controlViews, limits, clock, ids, logger, resources })
  const http = await serveHttp(parts, { books, control, identity, served, monitor, ids })
  const verbs = hostVerbs({ config, identity, books, control, controlViews, ids, strategies, inbox })
  resources.adopt(await serveHost({ path: socketPathOf(config.dataDir), verbs }), (host) => host.close())
  const url = await listen(http, config, resources)
  const firstAdmin = await makeFirstAdmin(config, identity)
  const run = { source, inbox, control, strategies, runId, resources, fail: failures.resolve }
  const engine = await runEngine(books, run, (facts) => {
    served.views.onFacts(facts)
    served.desk.onFacts(facts)
    control.desk.onFacts(facts)
    logFacts(logger, facts, (symbol) => books.state.market.instruments.get(symbol)?.instrument)
  })
  logger.info({ source: limits.source, hash: limits.hash }, 'constitution')
  control.begin()
  runSource(source, engine, { resources, logger, fail: failures.resolve })
  const close = async (): Promise<void> => {
    await beginShutdown(engine, ids('aud'))
    await ordersGone(books.state)
    await resources.disposeAsync()
  }
  return { url, exchange, identity, engine, control, firstAdmin, failure: failures.promise, close }
}

interface HttpSide {
  readonly books: Books
  readonly control: ControlRoom
  readonly identity: Identity
  readonly served: ReturnType<typeof openViews>
  readonly monitor: Monitor
  readonly ids: MakeId
}

const serveHttp = ({ config, logger, quotas = PUBLISHED_QUOTAS }: PlatformParts, side: HttpSide) => {
  const { books, control, identity, served, monitor, ids } = side
  return createHttpServer({
    identity,
    ...served,
    control: control.desk,
    audit: control.audit,
    auditLog: control.audit,
    answers: books.store.trading,
    monitor,
    publicStatus: config.publicStatus,
    quotas,
    readiness: () => readinessOf({ marketSeen: served.views.isMarketSeen(), session: books.state.session }),
    ids,
    now: clock,
    monotonic,
    logger,
    publicBase: config.publicUrl ?? '',
    version: VERSION,
  })
}

interface RulesParts {
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly strategies: LoadedStrategies
}

const rulesOf = (
  { market, autotrading }: Config,
  { limits, exchange: { execution, brackets, requestLifeMs }, strategies }: RulesParts,
): Rules => ({
  constitution: withRequestLife(limits.constitution, requestLifeMs),
  brackets,
  mode: modeOf(market),
  autoResume: execution !== 'live',
  clockChecked: market.kind !== 'replay',
  restsWhileDown: execution === 'paper',
  books: booksOf(autotrading, modeOf(market), strategies.definitions),
  strategiesOf: strategiesIn(autotrading, strategies.definitions),
})

/** Where a request can be accepted after our window is over, as much longer is waited before its order is given up for dead. */
const withRequestLife = (constitution: Constitution, requestLifeMs: number | null): Constitution => {
  const { recvWindowMs, settleMs } = constitution.execution
  const longerMs = Math.max(0, (requestLifeMs ?? 0) - recvWindowMs)
  return { ...constitution, execution: { ...constitution.execution, settleMs: settleMs + longerMs } }
}

interface ServedParts {
  readonly books: Books
  readonly control: ControlRoom
  readonly identity: Identity
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly runId: string
  readonly inbox: Inbox
}

/** What clients read, and where they place their orders. */
const openViews = ({ books, control, identity, limits, exchange, runId, inbox }: ServedParts) => {
  const { state, store } = books
  const { stopSwitch, memory } = control
  const reader = tradingReader(books, clock)
  return {
    views: createMarketViews({ market: state.market, candles: store.candles, origin: exchange.source.origin, runId }),
    trading: createTradingViews(reader),
    signals: createSignalViews({
      ...reader,
      signals: store.signals,
      strategiesOf: state.rules.strategiesOf,
      marketNowMs: () => state.market.clockMs,
    }),
    desk: openDesk({
      ledger: state.ledger,
      submit: inbox.submit,
      preview: (request) => previewOrder(state, request, clock()),
      patienceMs: state.rules.constitution.execution.recvWindowMs,
      delay: (ms, task) => void globalThis.setTimeout(task, ms).unref(),
    }),
    controlViews: createControlViews({
      state,
      stopSwitch,
      memory,
      store: store.trading,
      signals: store.signals,
      constitution: limits,
      loadedAtMs: clock(),
      exchange,
      rolesOf: (sub) => identity.listUsers().find(({ id }) => id === sub)?.roles ?? [],
      now: clock,
    }),
  }
}

interface HostParts {
  readonly config: Config
  readonly identity: Identity
  readonly books: Books
  readonly control: ControlRoom
  readonly controlViews: ControlViews
  readonly ids: MakeId
  readonly strategies: LoadedStrategies
  readonly inbox: Inbox
}

/** What the host command may do with this server; the only place where authority is given back to the engine. */
const hostVerbs = (parts: HostParts): VerbTable => {
  const { config, identity, books, control, controlViews, ids, strategies, inbox } = parts
  const { desk, raising, memory } = control
  const record = {
    audit: auditBeside(memory),
    auditId: () => ids('aud'),
    now: clock,
    epoch: () => books.state.session.epoch,
    rightsOf: rightsIn(identity),
  }
  return {
    ...auditedVerbs({ ...userVerbs(identity), ...liveVerbs, ...keyVerbs(openKeyring(config.dataDir)) }, record),
    ...controlVerbs({ desk, raising, views: controlViews, ledger: books.state.ledger }),
    ...strategyVerbs({
      state: books.state,
      strategies,
      rearming: openRearmingDesk({ submit: inbox.submit, auditId: () => ids('aud') }),
    }),
  }
}

const exchangeNote = (logger: Logger): ExchangeNote => ({
  down: (detail) => logger.error({ detail }, 'the exchange is down: its store cannot be written'),
  up: (detail) => logger.info({ detail }, 'the exchange is back'),
  trouble({ code, detail, remedy }, state) {
    if (state === 'raised') logger.error({ code, remedy }, detail)
    else logger.info({ code }, 'over: this trouble with the exchange is gone')
  },
  remark: (words) => logger.warn(words),
})

/** What is asked for from now on finds an engine that only protects. */
const beginShutdown = async ({ submit }: Engine, auditId: Id<'aud'>): Promise<void> => {
  const instructed = { actor: HOST, requestId: null, idempotency: null, reason: null, auditId }
  await submit({ kind: 'beginShutdown', instructed }).catch(() => {})
}

/** What rests at an exchange that goes on without us is taken back before we leave, as long as that answers. */
const ordersGone = async (state: Books['state']): Promise<void> => {
  const untilMs = monotonic() + ORDERS_GONE_MS
  while (leftToFill(state).length > 0 && monotonic() < untilMs) await setTimeout(LOOK_MS)
}

const ORDERS_GONE_MS = 10 * SECOND_MS
const LOOK_MS = 20

const openIdentity = (config: Config, ids: MakeId, resources: AsyncDisposableStack): Identity => {
  const store = resources.adopt(openIdentityStore(join(config.dataDir, 'identity.sqlite')), (opened) => opened.close())
  const identity = createIdentity({ store, clock, ids })
  const flushing = setInterval(identity.flush, MINUTE_MS).unref()
  resources.defer(() => {
    clearInterval(flushing)
    identity.flush()
  })
  return identity
}

const makeFirstAdmin = async ({ bootstrapAdmin }: Config, identity: Identity): Promise<Platform['firstAdmin']> => {
  const made = await identity.bootstrap({ name: bootstrapAdmin?.name, password: bootstrapAdmin?.password })
  if (made.ok) return { username: made.value.user.username, generatedPassword: made.value.generatedPassword }
  if (made.error.kind === 'usersExist') return undefined
  throw new StartError(`PLIMSOLL_BOOTSTRAP_ADMIN cannot be used (${made.error.kind}). Give it as name:password.`)
}
