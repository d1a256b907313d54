import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openIdentityStore } from './adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from './adapters/store/sqlite/lock.ts'
import { type EngineStore, openEngineStore } from './adapters/store/sqlite/store.ts'
import type { Config } from './config.ts'
import { loadConstitution } from './constitution-file.ts'
import { createIds, type MakeId } from './core/id.ts'
import { MINUTE_MS } from './core/instant.ts'
import { publishedBrackets } from './domain/margin/published-brackets.ts'
import { openDesk } from './engine/desk.ts'
import type { Fact } from './engine/facts.ts'
import { createInbox, type Inbox } from './engine/inbox.ts'
import { type Engine, startEngine } from './engine/loop.ts'
import { perform } from './engine/perform.ts'
import type { ExecutionVenue, MarketSource } from './engine/ports.ts'
import { recover } from './engine/recover.ts'
import { previewOrder } from './engine/trading/preview.ts'
import type { EngineState, Rules } from './engine/turn.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { refuseExposure } from './exposure.ts'
import { logFacts } from './fact-log.ts'
import { socketPathOf } from './host/socket-path.ts'
import { serveHost } from './host/socket-server.ts'
import { userVerbs } from './host/user-verbs.ts'
import { PUBLISHED_QUOTAS, type Quotas } from './http/quotas.ts'
import { createHttpServer } from './http/server.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import { readinessOf } from './readiness.ts'
import { StartError } from './start-error.ts'
import { VERSION } from './version.ts'
import { createMarketViews } from './views/market-views.ts'
import type { TradingReader } from './views/trading-reader.ts'
import { createTradingViews } from './views/trading-views.ts'

export interface PlatformParts {
  readonly config: Config
  readonly logger: Logger
  /** Other than the published ones for benches only. */
  readonly quotas?: Quotas
}

/** A running server. */
export interface Platform {
  readonly url: string
  readonly source: MarketSource
  readonly identity: Identity
  readonly engine: Engine
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

/** How often the engine looks at what is due because time has passed. */
const ENGINE_TICK_MS = 100

/** A client that keeps the server waiting longer while it goes down is cut off. */
const DRAIN_MAX_MS = 5_000

const open = async (parts: PlatformParts, resources: AsyncDisposableStack): Promise<Platform> => {
  const { config, logger } = parts
  const { constitution, hash, source: limitsFrom } = loadConstitution(config.constitutionPath)
  const clockChecked = config.market.kind !== 'replay'
  const rules: Rules = { constitution, brackets: publishedBrackets, mode: 'PAPER', clockChecked }
  const { leverage } = constitution.execution
  const failures = Promise.withResolvers<Error>()
  const exchange = await openExchange({
    config,
    brackets: rules.brackets,
    leverage,
    clock,
    random: Math.random,
    fail: failures.resolve,
  })
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  const ids = createIds({ now: clock, random: Math.random })
  const identity = openIdentity(config, ids, resources)
  refuseExposure(config, identity)

  const books = openBooks(exchange, { config, rules, resources })
  const inbox = createInbox(clock)
  const desk = openDesk({
    ledger: books.state.ledger,
    submit: inbox.submit,
    preview: (request) => previewOrder(books.state, request, clock()),
    patienceMs: constitution.execution.recvWindowMs,
    delay: (ms, task) => void setTimeout(task, ms).unref(),
  })
  const runId = ids('run')
  const { source } = exchange
  const views = createMarketViews({
    market: books.state.market,
    candles: books.store.candles,
    origin: source.origin,
    runId,
  })
  const http = await createHttpServer({
    identity,
    views,
    trading: createTradingViews(tradingReader(books)),
    desk,
    answers: books.store.trading,
    quotas: parts.quotas ?? PUBLISHED_QUOTAS,
    readiness: () => readinessOf({ marketSeen: views.isMarketSeen(), session: books.state.session }),
    ids,
    now: clock,
    monotonic: () => performance.now(),
    logger,
    publicBase: config.publicUrl ?? '',
    version: VERSION,
  })
  resources.adopt(await serveHost({ path: socketPathOf(config.dataDir), verbs: userVerbs(identity) }), (host) =>
    host.close(),
  )
  const url = await listen(http, config, resources)
  const firstAdmin = await makeFirstAdmin(config, identity)
  const engine = await run(books, { source, inbox, runId, resources, fail: failures.resolve }, (facts) => {
    views.onFacts(facts)
    desk.onFacts(facts)
    logFacts(logger, facts, (symbol) => books.state.market.instruments.get(symbol)?.instrument)
  })
  logger.info({ source: limitsFrom, hash }, 'constitution')
  runSource(source, engine, { resources, logger, fail: failures.resolve })
  return { url, source, identity, engine, firstAdmin, failure: failures.promise, close: () => resources.disposeAsync() }
}

/** What this market and mode remembers: our books, and the exchange with its own. */
interface Books {
  readonly store: EngineStore
  readonly state: EngineState
  readonly venue: ExecutionVenue
}

interface BooksParts {
  readonly config: Config
  readonly rules: Rules
  readonly resources: AsyncDisposableStack
}

const openBooks = ({ source, openVenue }: Exchange, { config, rules, resources }: BooksParts): Books => {
  const directory = join(config.dataDir, stateName(config))
  const store = resources.adopt(openEngineStore(directory), (opened) => opened.close())
  const state = recover({ journal: store.journal, candles: store.candles, source, rules, nowMs: clock() })
  refuseOtherMarket(config, state.ledger.market, source)
  const { venue } = resources.adopt(openVenue(directory), (opened) => opened.close())
  return { store, state, venue }
}

interface RunParts {
  readonly source: MarketSource
  readonly inbox: Inbox
  readonly runId: string
  readonly resources: AsyncDisposableStack
  readonly fail: (error: Error) => void
}

/** Starts the engine, its clock and its line to the exchange. */
const run = async (
  { store, state, venue }: Books,
  { source, inbox, runId, resources, fail }: RunParts,
  onFacts: (facts: readonly Fact[]) => void,
): Promise<Engine> => {
  const outside = { venue, venueSink: inbox.venueSink, requestBook: source.requestBook }
  const engine = startEngine({
    state,
    inbox,
    journal: store.journal,
    perform: (effect) => perform(effect, state.ledger, outside),
    onFacts,
  })
  engine.done.catch(fail)
  resources.defer(() => engine.stop().catch(() => {}))
  await engine.submit({ kind: 'startRun', runId, market: source.market, mode: 'PAPER' })
  resources.defer(async () => void (await engine.submit({ kind: 'endRun', runId }).catch(() => {})))
  venue.open(engine.venueSink)
  const ticking = setInterval(() => engine.tick(store.health()), ENGINE_TICK_MS)
  resources.defer(() => {
    clearInterval(ticking)
    venue.close()
  })
  return engine
}

/** What the trading views read from. */
const tradingReader = ({ state, store }: Books): TradingReader => {
  const { ledger, market, session, rules } = state
  return {
    ledger: () => ledger,
    market,
    store: store.trading,
    venuePositions: () => session.venuePositions,
    venueReadAtMs: () => session.reconciliation.doneAtMs,
    constitution: rules.constitution,
    brackets: rules.brackets,
    mode: rules.mode,
    reconciliation: () => ({
      status: session.reconciliation.doneAtMs === null ? 'NEVER' : ledger.differences.size > 0 ? 'DIFFERENCES' : 'OK',
      lastAtMs: session.reconciliation.doneAtMs,
      differences: ledger.differences.size,
    }),
    now: clock,
  }
}

/** The folder of one market and mode within the data directory. */
const stateName = ({ market }: Config): string => `${market.kind}-paper`

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

/** Candles of two markets are never mixed in one store. */
const refuseOtherMarket = ({ dataDir }: Config, stored: string | null, { market }: MarketSource): void => {
  if (stored === null || stored === market) return
  throw new StartError(
    `The data directory ${dataDir} holds the market '${stored}', and this start asks for '${market}'. ` +
      'Choose another directory with --data-dir, or start that market.',
  )
}

const listen = async (
  http: FastifyInstance,
  { host, port }: Config,
  resources: AsyncDisposableStack,
): Promise<string> => {
  resources.defer(async () => {
    const hurry = setTimeout(() => http.server.closeAllConnections(), DRAIN_MAX_MS)
    await http.close()
    clearTimeout(hurry)
  })
  try {
    await http.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const faults: Record<string, string> = {
      EADDRINUSE: `Port ${port} of ${host} is taken by another program. Stop it, or choose another with --port.`,
      EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with --port.`,
      EADDRNOTAVAIL: `${host} is no address of this machine. Choose another with --host.`,
      ENOTFOUND: `${host} is no known host name. Choose another with --host.`,
    }
    throw new StartError(faults[code ?? ''] ?? `The server cannot listen on ${host}:${port} (${message}).`)
  }
  const address = http.server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  const url = `http://${isIPv6(host) ? `[${host}]` : host}:${taken}`
  http.publicBase ||= url
  return url
}

const makeFirstAdmin = async ({ bootstrapAdmin }: Config, identity: Identity): Promise<Platform['firstAdmin']> => {
  const made = await identity.bootstrap({ name: bootstrapAdmin?.name, password: bootstrapAdmin?.password })
  if (made.ok) return { username: made.value.user.username, generatedPassword: made.value.generatedPassword }
  if (made.error.kind === 'usersExist') return undefined
  throw new StartError(`PLIMSOLL_BOOTSTRAP_ADMIN cannot be used (${made.error.kind}). Give it as name:password.`)
}

interface SourceRun {
  readonly resources: AsyncDisposableStack
  readonly logger: Logger
  readonly fail: (error: Error) => void
}

/** Lets the source speak until it has ended, failed, or the platform closes. */
const runSource = (source: MarketSource, { sink, state }: Engine, { resources, logger, fail }: SourceRun): void => {
  const stopping = new AbortController()
  const since = (symbol: string) => state.market.instruments.get(symbol)?.day.knownToMs
  const running = source
    .run(sink, since, stopping.signal)
    .then(() => {
      if (!stopping.signal.aborted) logger.info({ market: source.market }, 'the market has ended; its last state stays')
    })
    .catch((error: Error) => {
      if (!stopping.signal.aborted) fail(error)
    })
  resources.defer(async () => {
    stopping.abort()
    await running
  })
}
