/** One account of a gateway: its market, its copy of the log, its desks, and its clients. */

import type { Logger } from 'pino'
import type { Readiness } from '../../contract/probes.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import type { Config } from '../config/config.ts'
import { type LoadedConstitution, loadConstitution } from '../config/constitution-file.ts'
import { StartError } from '../core/errors.ts'
import type { MakeId } from '../core/id.ts'
import type { PlatformClock } from '../core/platform-clock.ts'
import type { Random } from '../core/random.ts'
import { observe } from '../domain/market/market.ts'
import type { MarketSink, MarketSource } from '../engine/model/ports.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { auditedVerbs } from '../host/audited-verbs.ts'
import { restrictingVerbs } from '../host/control-verbs.ts'
import { rightsIn } from '../host/key-verbs.ts'
import { logVerbs } from '../host/log-verbs.ts'
import { getSocketPath } from '../host/socket.ts'
import { serveHost } from '../host/socket-server.ts'
import { userVerbs } from '../host/user-verbs.ts'
import type { AccountTable } from '../http/accounts.ts'
import type { Identity } from '../identity/identity.ts'
import type { ControlViews } from '../views/control-views.ts'
import type { LogReader } from '../views/log-view.ts'
import { runSource } from './engine.ts'
import { createRules, openStrategies } from './engine-rules.ts'
import type { Exchange } from './exchange/exchange.ts'
import { openExchange } from './exchange/open-exchange.ts'
import { type Followed, followEngine } from './follow-engine.ts'
import { type GatewayDesks, openGatewayDesks } from './gateway-clients.ts'
import { exchangeNote } from './log.ts'
import { openSharedStore, type SharedStore } from './shared-store.ts'

export interface GatewayAccountParts {
  readonly config: Config
  readonly logger: Logger
  readonly logs: LogReader
  readonly random: Random
  /** Creates an identifier that no other process creates. */
  readonly makeUuid: () => string
  readonly platformClock: PlatformClock
  readonly ids: MakeId
  readonly accounts: AccountTable
  /** Called with the fault when the market of the account has failed. */
  readonly fail: (error: Error) => void
  readonly resources: AsyncDisposableStack
}

/** An account that this gateway follows. */
export interface GatewayAccount extends GatewayAccountParts {
  readonly clock: PlatformClock['now']
  readonly monotonic: PlatformClock['elapsed']
  readonly limits: LoadedConstitution
  readonly exchange: Exchange
  readonly shared: SharedStore
  readonly followed: Followed
  readonly desks: GatewayDesks
}

/** An account whose routes are open. */
export interface OpenAccount {
  readonly account: GatewayAccount
  readonly readiness: () => Readiness
}

/** Connects to the market and the store of an account and copies its log; `onConnected` may refuse before the copy. */
export const openGatewayAccount = async (
  parts: GatewayAccountParts,
  onConnected: (shared: SharedStore) => Promise<void> = async () => {},
): Promise<GatewayAccount> => {
  const { config, logger, makeUuid, platformClock, resources } = parts
  const { now: clock, elapsed: monotonic } = platformClock
  if (!config.shared)
    throw new StartError('A gateway needs an account in a shared store: add --account NAME and --store URL.')
  const limits = loadConstitution(config.constitutionPath)
  const exchange = resources.adopt(await watchExchange(parts, limits), (opened) => opened.close())
  resources.adopt(lockDataDirectory(config.dataDir), ({ release }) => release())
  const strategies = await openStrategies({ autotrading: config.autotrading, logger, monotonic, resources })
  const rules = createRules(config, { limits, exchange, strategies })
  const shared = await openSharedStore(config, config.shared, { makeUuid, logger, resources })
  await onConnected(shared)
  const { source } = exchange
  const followed = await followEngine({ config, shared, rules, source, clock, monotonic, logger, resources })
  const account = { ...parts, clock, monotonic, limits, exchange, shared, followed }
  return { ...account, desks: await openGatewayDesks(account) }
}

/** Opens the market of the account, without keys. */
const watchExchange = (
  { config, logger, random, platformClock, fail }: GatewayAccountParts,
  { constitution }: LoadedConstitution,
): Promise<Exchange> =>
  openExchange({
    config,
    constitution,
    clock: platformClock.now,
    monotonic: platformClock.elapsed,
    random,
    passphrase: () => Promise.reject(new Error('A gateway opens no keys')),
    fail,
    watchesOnly: true,
    note: exchangeNote(logger),
  })

/** Serves the commands on the host of the gateway for an account. */
export const serveGatewayHost = async (
  { config, logs, ids, clock, followed, desks, shared, resources }: GatewayAccount,
  { identity, views }: { readonly identity: Identity; readonly views: ControlViews },
): Promise<void> => {
  const record = {
    audit: followed.writer.audit,
    auditId: () => ids('aud'),
    now: clock,
    epoch: () => null,
    describeRights: rightsIn(identity),
  }
  const verbs = {
    ...auditedVerbs(userVerbs(identity), record),
    ...logVerbs(logs),
    ...restrictingVerbs({ desk: desks.control, views, ledger: followed.state.ledger, bus: shared.bus.standing }),
  }
  resources.adopt(await serveHost({ path: getSocketPath(config.dataDir), verbs }), (host) => host.close())
}

/** Begins to watch the market of an account. */
export const runMarket = ({ exchange: { source }, followed, clock, logger, fail, resources }: GatewayAccount): void =>
  runSource(
    source,
    { sink: marketSink(source, followed.state, clock), state: followed.state },
    { resources, logger, fail },
  )

/** Folds the market into the state; what it means for the account, only the engine decides. */
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
