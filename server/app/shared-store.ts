/**
 * Connects an engine or a gateway to its account in the shared PostgreSQL store (lease, logs, stops, requests, users,
 * audit), and binds its data directory to that account.
 */

import { join } from 'node:path'
import type { Logger } from 'pino'
import { claimDirectory } from '../adapters/store/account-directory.ts'
import { openAccountLog } from '../adapters/store/postgres/account-log.ts'
import { type AuditCopies, openAuditCopies } from '../adapters/store/postgres/audit-copies.ts'
import { type CheckpointStore, openCheckpointStore } from '../adapters/store/postgres/checkpoints.ts'
import { findUnsafeSetting, openPostgres } from '../adapters/store/postgres/connection.ts'
import { openFleetStore } from '../adapters/store/postgres/fleet-store.ts'
import { openPublicationStore, openRequestInbox, openRequestOutbox } from '../adapters/store/postgres/gateway-tables.ts'
import {
  openPostgresIdentity,
  type PostgresIdentityStore,
  readIdentityVersion,
} from '../adapters/store/postgres/identity-store.ts'
import {
  openAccount,
  openLeaseStore,
  openStopStore,
  type StoredAccount,
} from '../adapters/store/postgres/lease-store.ts'
import { migrate } from '../adapters/store/postgres/migrate.ts'
import { type Projection, refuseOwnDatabase } from '../adapters/store/postgres/projection.ts'
import { openQuotaStore } from '../adapters/store/postgres/quota-store.ts'
import { openSnapshotStore, type SnapshotStore } from '../adapters/store/postgres/snapshots.ts'
import type { CheckpointShare } from '../adapters/store/upkeep/upkeep.ts'
import type { Config } from '../config/config.ts'
import { getExecutionMode, stateName } from '../config/market.ts'
import { readStoreUrl, type SharedStoreConfig } from '../config/shared-store.ts'
import { StartError } from '../core/errors.ts'
import { buildDigest } from '../evidence/host/build.ts'
import { PROJECT_ROOT } from '../project.ts'
import type { BusWatch } from '../scaled/bus-watch.ts'
import type { HeldLease } from '../scaled/held-lease.ts'
import type {
  AccountLog,
  FleetStore,
  LeaseStore,
  LogStream,
  Notices,
  PublicationStore,
  QuotaStore,
  RequestInbox,
  RequestOutbox,
  StopStore,
} from '../scaled/ports.ts'
import type { SharedIdentity } from './identity.ts'
import { openBus } from './open-bus.ts'
import { openCopies } from './open-copies.ts'

/** Connects an engine, and binds its data directory to the account. Refuses a directory that already contains databases. */
export const openSharedStore = async (
  config: Config,
  shared: SharedStoreConfig,
  parts: SharedStoreParts,
): Promise<SharedStore> => {
  const store = await connectSharedStore(config, shared, parts)
  if (await store.isMovedOut()) {
    throw new StartError(
      `The account ${store.account} was moved out of the store to a separate data directory. Start that one, or choose another --account.`,
    )
  }
  const unsafe = getExecutionMode(config.market) === 'LIVE' ? await store.findUnsafeSetting() : undefined
  if (unsafe !== undefined) {
    throw new StartError(
      `PostgreSQL runs with ${unsafe} = off, so it may lose confirmed decisions. Trading with real money requires it: turn ${unsafe} on.`,
    )
  }
  refuseOwnDatabase(join(config.dataDir, stateName(config.market)))
  return { ...store, host: store.claim(), audit: store.openAudit() }
}

interface SharedStoreParts {
  readonly makeUuid: () => string
  /** Receives faults that do not prevent a start, and the state of the bus. */
  readonly logger?: Pick<Logger, 'info' | 'warn'>
  readonly resources: AsyncDisposableStack
}

/** An account in the shared store. */
export interface SharedStoreConnection extends StoredAccount {
  readonly account: string
  readonly lease: LeaseStore
  readonly stops: StopStore
  readonly logs: Readonly<Record<LogStream, AccountLog>>
  readonly snapshots: SnapshotStore
  readonly checkpoints: CheckpointStore
  readonly notices: Notices
  /** State of the bus that carries the notifications. */
  readonly bus: BusWatch
  /** Inbox of gateway requests for the active engine. */
  readonly requests: RequestInbox
  readonly publications: PublicationStore
  readonly fleet: FleetStore
  /** Opens the outbox of a gateway's requests. */
  openOutbox(gateway: string): RequestOutbox
  /** Returns a database setting with which confirmed commits may be lost, if any. */
  findUnsafeSetting(): Promise<string | undefined>
  /** Opens the request counts shared by all gateways. */
  openQuotas(): QuotaStore
  /** Opens the users and sessions of all gateways. */
  openIdentity(): Promise<SharedIdentity>
  /** Opens the audit logs of all hosts as one. */
  openAudit(): AuditCopies
  /** Binds the data directory to the account; returns its identifier, unique among all hosts. */
  claim(): string
  /** Returns what the upkeep needs to store checkpoints of the account. */
  checkpointShare(epoch: number): CheckpointShare
  /**
   * Opens the copies of the logs on this host; missing and damaged ones, and those that the log no longer continues, are
   * fetched from a checkpoint.
   */
  openProjection(): Promise<Projection>
}

/** The account of this engine in the shared store. */
export interface SharedStore extends SharedStoreConnection {
  readonly host: string
  /** The audit logs of all hosts as one. */
  readonly audit: AuditCopies
}

/** Shared store of the active engine. */
export interface ActiveShare extends SharedStore {
  readonly heldLease: HeldLease
  /** True when the last engine may have had an emergency stop that is not known here. */
  readonly isUnsure: boolean
  /** Hands the lease over to a standby. */
  handOver(): void
}

/** Connects to the shared store and brings its schema up to date. */
export const connectSharedStore = async (
  config: Config,
  { account, url, bus }: SharedStoreConfig,
  { makeUuid, resources, logger }: SharedStoreParts,
): Promise<SharedStoreConnection> => {
  const address = readStoreUrl(url)
  const { notices, watch } = await openBus({ account, bus, storeUrl: address, logger })
  resources.defer(notices.close)
  const connect = (purpose: string, durability?: 'VOLATILE') => {
    const connection = openPostgres(address, `${purpose} ${account}`, durability)
    resources.defer(connection.close)
    return connection
  }
  const control = connect('lease')
  await migrate(control)
  const name = stateName(config.market)
  const stored = await openAccount(control, account, name)
  const logs = {
    engine: openAccountLog(connect('journal'), account, 'engine'),
    exchange: openAccountLog(connect('exchange'), account, 'exchange'),
  }
  const snapshots = openSnapshotStore(control, account)
  const checkpoints = openCheckpointStore(control, account)
  const requests = connect('commands', 'VOLATILE')
  const pictures = connect('pictures')
  const directory = join(config.dataDir, name)
  const claim = (): string => claimDirectory(config.dataDir, account, makeUuid)
  return {
    ...stored,
    account,
    lease: openLeaseStore(control, account),
    stops: openStopStore(connect('stops'), account),
    logs,
    snapshots,
    checkpoints,
    notices,
    bus: watch,
    requests: openRequestInbox({ connection: requests, account, notices }),
    publications: openPublicationStore(pictures, account),
    fleet: openFleetStore(pictures),
    findUnsafeSetting: () => findUnsafeSetting(control),
    openQuotas: () => openQuotaStore(connect('quotas')),
    openIdentity: async () => ({
      users: await openPostgresIdentity(address),
      readVersion: () => readIdentityVersion(control),
    }),
    openAudit: () =>
      openAuditCopies({
        connection: connect('audit'),
        account,
        host: claim(),
        directory: join(config.dataDir, 'audit'),
      }),
    openOutbox: (gateway) => openRequestOutbox({ connection: requests, account, gateway, notices }),
    claim,
    checkpointShare: (epoch) => ({ url: address, account, epoch, build: buildDigest(PROJECT_ROOT), host: claim() }),
    openProjection: () => openCopies({ directory, logs, snapshots, checkpoints, host: claim(), logger }),
  }
}

/** The users of the shared store for a command on the host, and the audit log of the account. */
export interface UserStore {
  readonly users: PostgresIdentityStore
  readonly audit: AuditCopies
}

/** Connects to the users of the shared store, for a data directory that belongs to one of its accounts. */
export const openUserStore = async (
  dataDir: string,
  { account, url }: SharedStoreConfig,
  { makeUuid, resources }: SharedStoreParts,
): Promise<UserStore> => {
  const address = readStoreUrl(url)
  const connection = openPostgres(address, `users ${account}`)
  resources.defer(connection.close)
  await migrate(connection)
  const users = await openPostgresIdentity(address)
  const host = claimDirectory(dataDir, account, makeUuid)
  return { users, audit: openAuditCopies({ connection, account, host, directory: join(dataDir, 'audit') }) }
}

/** Refuses markets that cannot be shared between processes. */
export const refuseUnsharable = ({ market }: Config): void => {
  if (market.kind === 'exchange') return
  throw new StartError(
    'A simulated or recorded market exists in one process only, so no standby could take it over. ' +
      'Choose --exchange, or run a local exchange with plimsoll venue and connect to it with --exchange-url.',
  )
}
