/** Opens the bus of a shared account: NATS if configured, otherwise PostgreSQL; and tests it for `plimsoll doctor`. */

import type { Logger } from 'pino'
import { findNoticesFault, openNotices } from '../adapters/store/postgres/notices.ts'
import { type BusConfig, readBus } from '../config/bus.ts'
import { readStoreUrl, type SharedStoreConfig } from '../config/shared-store.ts'
import type { BusFact } from '../doctor/host-checks.ts'
import { type BusWatch, createBusWatch } from '../scaled/bus-watch.ts'
import type { BusState, OpenNotices } from '../scaled/ports.ts'
import { hostClocks } from './clocks.ts'

/**
 * Opens the notifications of an account, and follows their state. Throws a `StartError` for a bus that cannot be configured as
 * specified; one that cannot be reached is logged and tried again.
 */
export const openBus = async ({ account, bus, storeUrl, logger }: OpenBusParts): Promise<OpenBus> => {
  const watch = createBusWatch({ kind: bus ? 'NATS' : 'POSTGRES', now: hostClocks.wall })
  const onChange = (state: BusState): void => {
    watch.noteLink(state)
    if (state.isUp) logger?.info({ server: state.server }, 'the bus is connected')
    else logger?.warn({ fault: state.fault }, `the bus cannot be used: ${EFFECT} ${bus ? CHECK_NATS : CHECK_POSTGRES}`)
  }
  if (!bus) return { notices: openNotices(storeUrl, account, onChange), watch }
  const { openNatsNotices, readNatsServers } = await import('../adapters/bus/index.ts')
  const { url, credentials } = readBus(bus)
  return { notices: openNatsNotices({ servers: readNatsServers(url, credentials), account, onChange }), watch }
}

interface OpenBus {
  readonly notices: OpenNotices
  readonly watch: BusWatch
}

interface OpenBusParts {
  readonly account: string
  readonly bus: BusConfig | undefined
  readonly storeUrl: string
  readonly logger: Pick<Logger, 'info' | 'warn'> | undefined
}

const EFFECT = 'changes are read from the store instead, up to half a second later.'
const CHECK_NATS = 'Check the NATS server, the URL and the credentials.'
const CHECK_POSTGRES = 'Check the server, and connect without a connection pooler.'

/** Tests the bus of an account once. Throws a `StartError` as `openBus` does. */
export const tryBus = async ({ account, bus, url: storeUrl }: SharedStoreConfig): Promise<BusFact> => {
  if (!bus) {
    const fault = await findNoticesFault(readStoreUrl(storeUrl), account)
    return { kind: 'POSTGRES', servers: ['PostgreSQL'], fault: fault ?? null }
  }
  const { findNatsFault, readNatsServers } = await import('../adapters/bus/index.ts')
  const { url, credentials } = readBus(bus)
  const servers = readNatsServers(url, credentials)
  return { kind: 'NATS', servers: servers.addresses, fault: (await findNatsFault(servers, account)) ?? null }
}
