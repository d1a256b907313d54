/** Process of a gateway: serves REST, stream and console of one account, whose engine runs in another process. */

import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import type { Config } from '../config/config.ts'
import { type LoadedConstitution, loadConstitution } from '../config/constitution-file.ts'
import { StartError, unlessAway } from '../core/errors.ts'
import { createIds } from '../core/id.ts'
import { createPlatformClock, type PlatformClock } from '../core/platform-clock.ts'
import type { Random } from '../core/random.ts'
import { observe } from '../domain/market/market.ts'
import type { MarketSink, MarketSource } from '../engine/model/ports.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import { restrictingVerbs } from '../host/control-verbs.ts'
import { rightsIn } from '../host/key-verbs.ts'
import { getSocketPath } from '../host/socket.ts'
import { serveHost } from '../host/socket-server.ts'
import { userVerbs } from '../host/user-verbs.ts'
import { hostClocks } from './clocks.ts'
import { runSource } from './engine.ts'
import { createRules, openStrategies } from './engine-rules.ts'
import type { Exchange } from './exchange/exchange.ts'
import { openExchange } from './exchange/open-exchange.ts'
import { type Followed, followEngine } from './follow-engine.ts'
import { openGatewayDesks, serveGatewayClients } from './gateway-clients.ts'
import { type FirstAdmin, makeFirstAdmin, openSharedIdentity } from './identity.ts'
import { listen, refuseExposure } from './listen.ts'
import { exchangeNote } from './log.ts'
import { openSharedStore, refuseUnsharable } from './shared-store.ts'
import { withResources } from './with-resources.ts'

/** A running gateway. */
export interface Gateway {
  readonly url: string
  readonly firstAdmin: FirstAdmin
  readonly hasConsole: boolean
  /** Resolves with the fault when the watched market has failed; the process should then exit. */
  readonly failure: Promise<Error>
  close(): Promise<void>
}

interface GatewayParts {
  readonly config: Config
  readonly logger: Logger
  readonly random: Random
  /** Creates a globally unique identifier. */
  readonly makeUuid: () => string
}

/** Opens a gateway: REST, stream and console of one account, whose engine runs elsewhere. */
export const startGateway = (parts: GatewayParts): Promise<Gateway> =>
  withResources((resources) => open(parts, resources))

const open = async (parts: GatewayParts, resources: AsyncDisposableStack): Promise<Gateway> => {
  const { config, logger, random, makeUuid } = parts
  refuseUnsharable(config)
  if (!config.shared)
    throw new StartError('A gateway needs an account in a shared store: add --account NAME and --store URL.')
  const platformClock = createPlatformClock(hostClocks)
  const { now: clock, elapsed: monotonic } = platformClock
  const limits = loadConstitution(config.constitutionPath)
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>()
  const exchange = await watchExchange(parts, { limits, platformClock, fail, resources })
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  const { source } = exchange
  const strategies = await openStrategies({ autotrading: config.autotrading, logger, monotonic, resources })
  const rules = createRules(config, { limits, exchange, strategies })
  const ids = createIds({ now: clock, random })
  const shared = await openSharedStore(config, config.shared, { makeUuid, resources })
  const opening = { ids, clock, wallClock: hostClocks.wall, resources }
  const identity = await openSharedIdentity(config, await shared.openIdentity(), opening)
  refuseExposure(config, identity)
  const followed = await followEngine({ config, shared, rules, source, clock, monotonic, resources })
  const common = { config, logger, makeUuid, ids, clock, monotonic, resources, followed, shared, exchange, limits }
  const desks = await openGatewayDesks(common)
  const served = await serveGatewayClients({ ...common, identity, desks })
  await untilPublished(followed, logger)
  const record = {
    audit: followed.writer.audit,
    auditId: () => ids('aud'),
    now: clock,
    epoch: () => null,
    describeRights: rightsIn(identity),
  }
  const { controlViews: views, http, hasConsole } = served
  const verbs = {
    ...auditedVerbs(userVerbs(identity), record),
    ...restrictingVerbs({ desk: desks.control, views, ledger: followed.state.ledger }),
  }
  resources.adopt(await serveHost({ path: getSocketPath(config.dataDir), verbs }), (host) => host.close())
  const url = await listen(http, { config, logger, resources })
  const firstAdmin = await makeFirstAdmin(config, identity, false)
  runSource(
    source,
    { sink: marketSink(source, followed.state, clock), state: followed.state },
    { resources, logger, fail },
  )
  return { url, firstAdmin, hasConsole, failure, close: () => resources.disposeAsync() }
}

interface Watching {
  readonly limits: LoadedConstitution
  readonly platformClock: PlatformClock
  readonly fail: (error: Error) => void
  readonly resources: AsyncDisposableStack
}

/** Opens the market of the account, without keys. */
const watchExchange = async (
  { config, logger, random }: GatewayParts,
  { limits, platformClock, fail, resources }: Watching,
): Promise<Exchange> => {
  const opening = openExchange({
    config,
    constitution: limits.constitution,
    clock: platformClock.now,
    monotonic: platformClock.elapsed,
    random,
    passphrase: () => Promise.reject(new Error('A gateway opens no keys')),
    fail,
    watchesOnly: true,
    note: exchangeNote(logger),
  })
  return resources.adopt(await opening, (opened) => opened.close())
}

/** Folds market events into the state; only the engine acts on them. */
const marketSink = (
  { requestBook }: MarketSource,
  { market }: Pick<EngineState, 'market'>,
  clock: () => number,
): MarketSink => ({
  offer(event) {
    const { bookLost } = observe(market, event, clock())
    if (bookLost !== undefined) requestBook(bookLost)
    return true
  },
  room: async () => {},
})

const POLL_EVERY_MS = 250

/** Waits for the first published state of the engine, because there is nothing to serve before it. */
const untilPublished = async (followed: Followed, logger: Logger): Promise<void> => {
  for (let isReported = false; followed.reports() === undefined || followed.silentMs() === Infinity; ) {
    await followed.readPublications().catch(unlessAway)
    if (followed.reports() !== undefined) return
    if (!isReported) logger.info('waiting for the engine of the account')
    isReported = true
    await setTimeout(POLL_EVERY_MS)
  }
}
