import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimDirectory } from '../adapters/store/account-directory.ts'
import { openAccountLog } from '../adapters/store/postgres/account-log.ts'
import { openPostgres } from '../adapters/store/postgres/connection.ts'
import { openAccount, openLeaseStore, openStopStore } from '../adapters/store/postgres/lease-store.ts'
import { migrate } from '../adapters/store/postgres/migrate.ts'
import { deleteProjection, openProjection, type Projection } from '../adapters/store/postgres/projection.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import type { Config } from '../config/config.ts'
import { stateName } from '../config/market.ts'
import type { SharedStoreConfig } from '../config/shared-store.ts'
import { errorMessage, StartError } from '../core/errors.ts'
import type { HeldLease } from '../scaled/held-lease.ts'
import type { AccountLog, LeaseStore, LogStream, StopStore } from '../scaled/ports.ts'

/** The account of this engine in the shared store. */
export interface SharedStore {
  readonly account: string
  /** Identifier of this data directory among those of all hosts. */
  readonly host: string
  readonly lease: LeaseStore
  readonly stops: StopStore
  readonly logs: Readonly<Record<LogStream, AccountLog>>
  /** Opens the copies of the logs on this host; damaged ones are built again. */
  openProjection(): Projection
}

/** The shared store as the active engine uses it. */
export interface ActiveShare extends SharedStore {
  readonly heldLease: HeldLease
  /** True when the last engine may have held an emergency stop that is not known here. */
  readonly isUnsure: boolean
  /** Hands the lease over to a standby. */
  handOver(): void
}

/** Connects to the shared store and brings its schema up to date. */
export const openSharedStore = async (
  config: Config,
  { account, url }: SharedStoreConfig,
  { makeUuid, resources }: { readonly makeUuid: () => string; readonly resources: AsyncDisposableStack },
): Promise<SharedStore> => {
  const address = 'text' in url ? url.text : readAddress(url.path)
  const connect = (purpose: string) => {
    const connection = openPostgres(address, `${purpose} ${account}`)
    resources.defer(connection.close)
    return connection
  }
  const control = connect('lease')
  await migrate(control)
  const name = stateName(config.market)
  await openAccount(control, account, name)
  const host = claimDirectory(config.dataDir, account, makeUuid)
  const logs = {
    engine: openAccountLog(connect('journal'), account, 'engine'),
    exchange: openAccountLog(connect('exchange'), account, 'exchange'),
  }
  const directory = join(config.dataDir, name)
  const parts = { directory, engineLog: logs.engine, exchangeLog: logs.exchange, host }
  return {
    account,
    host,
    lease: openLeaseStore(control, account),
    stops: openStopStore(connect('stops'), account),
    logs,
    openProjection() {
      try {
        return openProjection(parts)
      } catch (error) {
        if (!(error instanceof StoreError) || !error.message.includes('is damaged')) throw error
        deleteProjection(directory)
        return openProjection(parts)
      }
    },
  }
}

const readAddress = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The file of the store's URL cannot be read (${errorMessage(error)}). Set --store-file to a readable file.`,
    )
  }
}
