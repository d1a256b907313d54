import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openReplay } from './adapters/exchanges/replay/index.ts'
import { createSimulatedExchange } from './adapters/exchanges/simulated/index.ts'
import { openIdentityStore } from './adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from './adapters/store/sqlite/lock.ts'
import { openEngineStore } from './adapters/store/sqlite/store.ts'
import type { Config } from './config.ts'
import { createIds, type MakeId } from './core/id.ts'
import { MINUTE_MS } from './core/instant.ts'
import { type Engine, startEngine } from './engine/loop.ts'
import type { MarketSource } from './engine/ports.ts'
import { recover } from './engine/recover.ts'
import { refuseExposure } from './exposure.ts'
import { logFacts } from './fact-log.ts'
import { socketPathOf } from './host/socket-path.ts'
import { serveHost } from './host/socket-server.ts'
import { userVerbs } from './host/user-verbs.ts'
import { PUBLISHED_QUOTAS, type Quotas } from './http/quotas.ts'
import { createHttpServer } from './http/server.ts'
import { createIdentity, type Identity } from './identity/identity.ts'
import { StartError } from './start-error.ts'
import { VERSION } from './version.ts'
import { createMarketViews } from './views/market-views.ts'

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

/** A client that keeps the server waiting longer while it goes down is cut off. */
const DRAIN_MAX_MS = 5_000

const open = async (parts: PlatformParts, resources: AsyncDisposableStack): Promise<Platform> => {
  const { config, logger } = parts
  const source = await openSource(config)
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  const ids = createIds({ now: clock, random: Math.random })
  const identity = openIdentity(config, ids, resources)
  refuseExposure(config, identity)

  const store = resources.adopt(openEngineStore(join(config.dataDir, stateName(config))), (opened) => opened.close())
  const state = recover({ journal: store.journal, candles: store.candles, source, nowMs: clock() })
  refuseOtherMarket(config, state.ledger.market, source)
  const runId = ids('run')
  const views = createMarketViews({ market: state.market, candles: store.candles, origin: source.origin, runId })
  const failures = Promise.withResolvers<Error>()

  const http = await createHttpServer({
    identity,
    views,
    quotas: parts.quotas ?? PUBLISHED_QUOTAS,
    readiness: () => {
      const seen = views.isMarketSeen()
      return {
        status: seen ? 'READY' : 'NOT_READY',
        checks: [
          { name: 'recovered', ok: true, detail: 'The state is rebuilt from the journal.' },
          {
            name: 'market',
            ok: seen,
            detail: seen ? 'The market is seen.' : 'Nothing of the market has been seen yet.',
          },
        ],
      }
    },
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

  const engine = startEngine({
    state,
    journal: store.journal,
    clock,
    perform: (effect) => source.requestBook(effect.symbol),
    onFacts: (facts) => {
      views.onFacts(facts)
      logFacts(logger, facts)
    },
  })
  engine.done.catch(failures.resolve)
  resources.defer(() => engine.stop().catch(() => {}))
  await engine.submit({ kind: 'startRun', runId, market: source.market, mode: 'PAPER' })
  resources.defer(() => engine.submit({ kind: 'endRun', runId }).catch(() => {}))
  runSource(source, engine, { resources, logger, fail: failures.resolve })
  return { url, source, identity, engine, firstAdmin, failure: failures.promise, close: () => resources.disposeAsync() }
}

const openSource = ({ market }: Config): Promise<MarketSource> | MarketSource =>
  market.kind === 'replay' ? openReplay({ ...market, clock }) : createSimulatedExchange({ seed: market.seed, clock })

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
