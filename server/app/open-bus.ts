/** Opens the bus of a shared account: NATS if configured, otherwise PostgreSQL; and tests it for `plimsoll doctor`. */

import type { Logger } from 'pino'
import type { BusState } from '../adapters/bus/nats-link.ts'
import { openNotices } from '../adapters/store/postgres/notices.ts'
import { type BusConfig, readBus } from '../config/bus.ts'
import type { BusFact } from '../doctor/host-checks.ts'
import type { OpenNotices } from '../scaled/ports.ts'

/**
 * Opens the notifications of an account. Throws a `StartError` for a bus that cannot be configured as specified; one
 * that cannot be reached is logged and tried again.
 */
export const openBus = async ({ account, bus, storeUrl, logger }: OpenBusParts): Promise<OpenNotices> => {
  if (!bus) return openNotices(storeUrl, account)
  const { openNatsNotices, readNatsServers } = await import('../adapters/bus/index.ts')
  const { url, credentials } = readBus(bus)
  const onChange = (state: BusState): void => {
    if (state.isUp) logger?.info({ server: state.server }, 'the bus is connected')
    else logger?.warn({ fault: state.fault }, `the bus cannot be used: ${EFFECT} ${REMEDY}`)
  }
  return openNatsNotices({ servers: readNatsServers(url, credentials), account, onChange })
}

interface OpenBusParts {
  readonly account: string
  readonly bus: BusConfig | undefined
  readonly storeUrl: string
  readonly logger: Pick<Logger, 'info' | 'warn'> | undefined
}

const EFFECT = 'changes are read from the store instead, up to half a second later.'
const REMEDY = 'Check the NATS server, the URL and the credentials.'

/** Tests the bus of an account once. Throws a `StartError` as `openBus` does. */
export const tryBus = async (account: string, bus: BusConfig): Promise<BusFact> => {
  const { findNatsFault, readNatsServers } = await import('../adapters/bus/index.ts')
  const { url, credentials } = readBus(bus)
  const servers = readNatsServers(url, credentials)
  return { servers: servers.addresses, fault: (await findNatsFault(servers, account)) ?? null }
}
