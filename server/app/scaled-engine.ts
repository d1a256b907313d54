import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { auditFiles } from '../adapters/store/audit/audit-files.ts'
import { openAuditLog } from '../adapters/store/audit/audit-log.ts'
import type { Projection } from '../adapters/store/postgres/projection.ts'
import { lockDataDirectory } from '../adapters/store/sqlite/lock.ts'
import { openStopFile, stopFileIn } from '../adapters/store/stop-file.ts'
import { stateName } from '../config/market.ts'
import { StartError, StoreFailure, unlessAway } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { createIds } from '../core/id.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { Random } from '../core/random.ts'
import { foldDigest } from '../evidence/host/build.ts'
import { getSocketPath } from '../host/socket.ts'
import { serveHost } from '../host/socket-server.ts'
import { PROJECT_ROOT } from '../project.ts'
import { createHeldLease, type HeldLease } from '../scaled/held-lease.ts'
import { Fenced, type LeaseReading } from '../scaled/ports.ts'
import { createStandbyWatch } from '../scaled/standby-watch.ts'
import { hostClocks } from './clocks.ts'
import { keepConnected } from './connect-exchange.ts'
import { newestEpochIn } from './control.ts'
import { type Platform, type PlatformParts, startPlatform } from './platform.ts'
import { openSharedStore, refuseUnsharable, type SharedStore } from './shared-store.ts'
import { sharedUserVerbs } from './shared-users.ts'
import { createStandbyStop, standbyVerbs } from './standby.ts'
import { keepSnapshot } from './upkeep.ts'

/**
 * Runs one of several engines of an account on different hosts: a standby follows the log, and trades once it has the
 * lease. Resolves when `signal` aborts. Rejects with `Fenced` when another engine has taken over; the process must then
 * exit immediately.
 */
export const runScaledEngine = async (parts: ScaledEngineParts): Promise<void> => {
  const { config, logger, signal } = parts
  refuseUnsharable(config)
  if (!config.shared)
    throw new StartError('An engine needs an account in a shared store: add --account NAME and --store URL.')
  await using resources = new AsyncDisposableStack()
  const store = await openSharedStore(config, config.shared, { makeUuid: parts.makeUuid, logger, resources })
  let notBeforeMs = 0
  while (!signal.aborted) {
    const connection = keepConnected(parts)
    resources.defer(connection.close)
    const taken = await runStandby(parts, store, notBeforeMs)
    if (!taken) return
    const { lease, isUnsure } = taken
    const hasYielded = await trade({ ...parts, connect: connection.take }, { store, lease, isUnsure })
    if (!hasYielded) return
    logger.info({ epoch: lease.epoch }, 'the lease was handed over')
    notBeforeMs = hostClocks.monotonic() + YIELDS_FOR_MS
  }
}

export interface ScaledEngineParts extends Omit<PlatformParts, 'shared'> {
  readonly random: Random
  /** Creates a globally unique identifier. */
  readonly makeUuid: () => string
  /** Stops the engine when it aborts. */
  readonly signal: AbortSignal
  /** Called when this engine has become active, and when it is standby again. */
  readonly onActive: (platform: Platform, lease: HeldLease) => void
  readonly onStandby: (reading: LeaseReading | null) => void
}

/** Interval at which the log is reread while the store does not respond. */
const POLL_EVERY_MS = 250

/** Time for which an engine does not try to regain a lease it released. */
const YIELDS_FOR_MS = 10 * SECOND_MS

interface Taken {
  readonly lease: HeldLease
  /** True when the last engine may have had an emergency stop that is not known here. */
  readonly isUnsure: boolean
}

/** Follows the logs until this engine has the lease and every batch; undefined when it was stopped before. */
const runStandby = async (
  parts: ScaledEngineParts,
  store: SharedStore,
  notBeforeMs: number,
): Promise<Taken | undefined> => {
  const { config, logger, logTail, signal, onStandby, random } = parts
  const { dataDir } = config
  const { monotonic } = hostClocks
  await using resources = new AsyncDisposableStack()
  resources.adopt(lockDataDirectory(dataDir), ({ release }) => release())
  const projection = resources.adopt(await store.openProjection(), (opened) => opened.close())
  const directory = join(dataDir, stateName(config.market))
  keepSnapshot({ directory, fold: foldDigest(PROJECT_ROOT), ...projection }, { logger, resources })
  const ids = createIds({ now: hostClocks.wall, random })
  const stopFile = openStopFile(stopFileIn(dataDir))
  const shareStop = createStandbyStop({ stops: store.stops, stopFile, ids, now: hostClocks.wall })
  let last: LeaseReading | null = null
  const users = sharedUserVerbs({
    openUsers: async () => (await store.openIdentity()).users,
    openAudit: () => openAuditLog({ directory: join(dataDir, 'audit'), clock: hostClocks.wall }),
    epoch: () => null,
    ids,
    clock: hostClocks.wall,
  })
  resources.defer(every(SECOND_MS, () => void store.audit.copy().catch(unlessAway)))
  const noteStandby = (): Promise<void> => store.fleet.noteStandby(store.account, store.host, projection.position())
  resources.defer(every(SECOND_MS, () => void noteStandby().catch(unlessAway)))
  const verbs = standbyVerbs({ store, logs: logTail.readerFor(null), projection, lease: () => last, shareStop, users })
  resources.adopt(await serveHost({ path: getSocketPath(dataDir), verbs }), (host) => host.close())
  const watch = createStandbyWatch(store.host)
  let reported: string | undefined
  while (!signal.aborted) {
    const reading = await orNull(store.lease.read())
    const takeOver = watch.note(reading, monotonic())
    last = reading
    const isCaughtUp = (await orNull(projection.follow())) ?? false
    await orNull(shareStop())
    const standing = `${reading?.holder}/${reading?.epoch}`
    if (standing !== reported) onStandby(reading)
    reported = standing
    if (reading && takeOver !== 'WAIT' && isCaughtUp && monotonic() >= notBeforeMs) {
      const lease = await take(
        store,
        { last: reading, holder: parts.makeUuid() },
        await newestEpochIn(auditFiles(join(dataDir, 'audit'))),
      )
      if (lease) {
        await catchUp(projection, lease)
        await orNull(shareStop())
        logger.info({ account: store.account, epoch: lease.epoch, takeOver }, 'the lease was taken')
        return { lease, isUnsure: takeOver === 'UNSURE' }
      }
    }
    if (isCaughtUp) await setTimeout(watch.pauseMs(monotonic()), undefined, { signal }).catch(() => {})
  }
  return undefined
}

/** Returns null while the store does not respond. */
const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof StoreFailure) return null
    throw error
  }
}

/** Takes the lease with an epoch greater than any known one; undefined when another engine was faster. */
const take = async (
  { lease: store, logs, host }: SharedStore,
  { last, holder }: { readonly last: LeaseReading; readonly holder: string },
  auditEpoch: number,
): Promise<HeldLease | undefined> => {
  const { monotonic } = hostClocks
  const epoch = Math.max(last.epoch, await logs.engine.newestEpoch(), auditEpoch) + 1
  const takenAtMs = monotonic()
  const isTaken = await orNull(store.take({ last, epoch, holder, host }))
  return isTaken ? createHeldLease({ epoch, store, takenAtMs, monotonic }) : undefined
}

/** Copies the batches the last engine appended before it lost the lease; it can append no more. */
const catchUp = async (projection: Projection, lease: HeldLease): Promise<void> => {
  for (;;) {
    try {
      if (await projection.follow()) return
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      if (!lease.held()) throw error
      await setTimeout(POLL_EVERY_MS)
    }
  }
}

interface Trading extends Taken {
  readonly store: SharedStore
}

/** Trades until the engine is stopped, fails or hands the lease over. Returns true after a handover. */
const trade = async (parts: ScaledEngineParts, { store, lease, isUnsure }: Trading): Promise<boolean> => {
  const { signal, onActive } = parts
  const { promise: lost, reject: lose } = Promise.withResolvers<never>()
  lost.catch(() => {})
  lease.start(lose)
  const yielding = Promise.withResolvers<void>()
  try {
    const starting = startPlatform({
      ...parts,
      shared: { ...store, heldLease: lease, isUnsure, handOver: yielding.resolve },
    })
    const platform = await Promise.race([starting, lost])
    try {
      onActive(platform, lease)
      const ended = new Promise<'ended'>((resolve) => {
        if (signal.aborted) resolve('ended')
        else signal.addEventListener('abort', () => resolve('ended'), { once: true })
      })
      const end = await Promise.race([ended, yielding.promise.then(() => 'yielded' as const), platform.failure, lost])
      if (end instanceof Error) throw end
      await Promise.race([platform.close(), lost])
      return end === 'yielded'
    } catch (error) {
      if (!(error instanceof Fenced)) await platform.close()
      throw error
    }
  } finally {
    await orNull(lease.release())
  }
}
