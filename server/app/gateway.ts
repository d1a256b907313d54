/** Process of a gateway: serves REST, stream and console of accounts whose engines run in other processes. */

import { getPriority, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Readiness } from '../../contract/probes.ts'
import type { Config } from '../config/config.ts'
import { readFurtherAccounts } from '../config/gateway-accounts.ts'
import { StartError } from '../core/errors.ts'
import { createIds } from '../core/id.ts'
import { createPlatformClock } from '../core/platform-clock.ts'
import type { Random } from '../core/random.ts'
import { createAccountTable } from '../http/accounts.ts'
import { PUBLISHED_QUOTAS, type Quotas } from '../http/security/quotas.ts'
import type { Identity } from '../identity/identity.ts'
import { hostClocks } from './clocks.ts'
import { keepFurtherAccounts } from './further-accounts.ts'
import { type OpenAccount, openGatewayAccount, runMarket, serveGatewayHost } from './gateway-account.ts'
import { isCurrent, openSharedQuota, serveGatewayClients } from './gateway-clients.ts'
import { type FirstAdmin, makeFirstAdmin, openSharedIdentity } from './identity.ts'
import { listen, refuseExposure } from './listen.ts'
import type { LogTail } from './log-tail.ts'
import { serveClients } from './serve-clients.ts'
import { refuseUnsharable } from './shared-store.ts'
import { withResources } from './with-resources.ts'

/** A running gateway. */
export interface Gateway {
  readonly url: string
  /** Accounts that it is configured to serve, the first one first. */
  readonly accounts: readonly string[]
  readonly firstAdmin: FirstAdmin
  readonly hasConsole: boolean
  /** Resolves with the fault when the market of the first account has failed; the process should end then. */
  readonly failure: Promise<Error>
  close(): Promise<void>
}

interface GatewayParts {
  readonly config: Config
  readonly logger: Logger
  readonly logTail: LogTail
  readonly random: Random
  /** Creates a globally unique identifier. */
  readonly makeUuid: () => string
  /** Quotas for benchmarks; the published ones if omitted. */
  readonly quotas?: Quotas
}

/**
 * Opens a gateway: REST, stream and console of one or more accounts, whose engines are elsewhere. Its process yields the
 * processors to engines on the same host.
 */
export const startGateway = (parts: GatewayParts): Promise<Gateway> => {
  if (getPriority() < PRIORITY) setPriority(PRIORITY)
  return withResources((resources) => open(parts, resources))
}

/** Niceness of a process that yields to those of normal priority, and takes precedence over background work. */
const PRIORITY = 5

const open = async (parts: GatewayParts, resources: AsyncDisposableStack): Promise<Gateway> => {
  const { config, logger, logTail, random, makeUuid, quotas = PUBLISHED_QUOTAS } = parts
  const others = readFurtherAccounts(config)
  for (const each of [config, ...others]) refuseUnsharable(each)
  const platformClock = createPlatformClock(hostClocks)
  const { now: clock, elapsed: monotonic } = platformClock
  const ids = createIds({ now: clock, random })
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>()
  const accounts = createAccountTable([nameAccount(config), ...others.map(nameAccount)])
  const common = { ...parts, platformClock, ids, accounts }
  let identity: Identity | undefined
  const logs = logTail.readerFor(null)
  const first = await openGatewayAccount({ ...common, logs, fail, resources }, async (shared) => {
    const opening = { ids, clock, wallClock: hostClocks.wall, resources }
    identity = await openSharedIdentity(config, await shared.openIdentity(), opening)
    refuseExposure(config, identity)
  })
  if (!identity) throw new Error('Invariant: the store must be connected before the users are opened')
  const users = identity
  const sharedQuota = openSharedQuota(first.shared, { makeUuid, monotonic })
  const opened = new Map<string, OpenAccount>()
  const servers = await serveGatewayClients({ ...first, identity, sharedQuota }, (clients) => {
    opened.set(accounts.first, { account: first, readiness: clients.readiness })
    return serveClients({ ...clients, quotas, readiness: () => combineReadiness(accounts.names, opened) })
  })
  keepFurtherAccounts(others, { ...common, identity, servers, opened, resources })
  await untilCurrent(opened, logger)
  await serveGatewayHost(first, { identity: users, views: servers.controlViews })
  const url = await listen(servers.http, { config, logger, resources })
  const firstAdmin = await makeFirstAdmin(config, users, { hasLostUsers: false })
  runMarket(first)
  const { names } = accounts
  const hasConsole = servers.built !== undefined
  return { url, accounts: names, firstAdmin, hasConsole, failure, close: () => resources.disposeAsync() }
}

const nameAccount = ({ shared }: Config): string => {
  if (shared) return shared.account
  throw new StartError('A gateway needs an account in a shared store: add --account NAME and --store URL.')
}

/**
 * Returns the readiness of the gateway: of its account, or of the first one with the state of each other. It is ready
 * as long as one account is, so that a store that cannot be reached does not make its other accounts unavailable.
 */
const combineReadiness = (names: readonly string[], opened: ReadonlyMap<string, OpenAccount>): Readiness => {
  const [first, ...others] = names.map((name) => ({ name, readiness: opened.get(name)?.readiness() }))
  const own = first?.readiness ?? { status: 'NOT_READY', checks: [] }
  const checks = others.map(({ name, readiness }) => {
    const ok = readiness?.status === 'READY'
    return { name: `account ${name}`, ok, detail: ok ? 'The account is served.' : 'The account is not ready.' }
  })
  const isReady = own.status === 'READY' || checks.some(({ ok }) => ok)
  return { status: isReady ? 'READY' : 'NOT_READY', checks: [...own.checks, ...checks] }
}

const POLL_EVERY_MS = 250

/** Waits for the first published state of an engine: before it there is nothing to serve. */
const untilCurrent = async (opened: ReadonlyMap<string, OpenAccount>, logger: Logger): Promise<void> => {
  for (let isReported = false; ; isReported = true) {
    if ([...opened.values()].some(({ account }) => isCurrent(account.followed))) return
    if (!isReported) logger.info('waiting for the engine of the account')
    await setTimeout(POLL_EVERY_MS)
  }
}
