/** Further accounts of a gateway: opened beside the first one, and again after a fault, without affecting the others. */

import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { toError } from '../core/errors.ts'
import { MINUTE_MS } from '../core/instant.ts'
import type { Identity } from '../identity/identity.ts'
import {
  type GatewayAccountParts,
  type OpenAccount,
  openGatewayAccount,
  runMarket,
  serveGatewayHost,
} from './gateway-account.ts'
import { serveGatewayClients } from './gateway-clients.ts'
import type { LogTail } from './log-tail.ts'
import { type ClientServers, serveFurtherClients } from './serve-clients.ts'

/** Serves these accounts until the gateway closes. One that fails is logged, closed, and opened again after a minute. */
export const keepFurtherAccounts = (configs: readonly Config[], parts: FurtherParts): void => {
  const closing = new AbortController()
  const running = configs.map((config) => keepAccount(config, parts, closing.signal))
  parts.resources.defer(async () => {
    closing.abort()
    await Promise.all(running)
  })
}

export interface FurtherParts extends Omit<GatewayAccountParts, 'config' | 'fail' | 'logs'> {
  readonly logTail: LogTail
  readonly identity: Identity
  /** Servers of the first account. */
  readonly servers: ClientServers
  /** Accounts whose routes are open. */
  readonly opened: Map<string, OpenAccount>
}

const AGAIN_AFTER_MS = MINUTE_MS

const keepAccount = async (config: Config, parts: FurtherParts, signal: AbortSignal): Promise<void> => {
  const account = config.shared?.account ?? ''
  const logger = parts.logger.child({ account })
  const logs = parts.logTail.readerFor(account)
  const closed = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  while (!signal.aborted) {
    const fault = await serveUntil(closed, config, { ...parts, logger, logs }).catch(toError)
    parts.opened.delete(account)
    if (fault) logger.error({ err: fault }, 'the account is not served; trying again in a minute')
    await setTimeout(AGAIN_AFTER_MS, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Serves an account until it fails or the gateway closes; resolves with the fault. */
const serveUntil = async (
  closed: Promise<undefined>,
  config: Config,
  parts: FurtherParts & Pick<GatewayAccountParts, 'logs'>,
): Promise<Error | undefined> => {
  const { identity, servers, opened, ...common } = parts
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>()
  await using resources = new AsyncDisposableStack()
  const account = await openGatewayAccount({ ...common, config, fail, resources })
  const { controlViews: views } = await serveGatewayClients({ ...account, identity }, async (clients) => {
    opened.set(account.shared.account, { account, readiness: clients.readiness })
    return { stream: await serveFurtherClients({ ...clients, resources }, servers) }
  })
  await serveGatewayHost(account, { identity, views })
  runMarket(account)
  // The account is served until this resolves: its resources are released on return.
  return await Promise.race([failure, closed])
}
