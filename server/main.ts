/** Entry point of the program: connects the command line to the components that each command needs. */

import { randomBytes, randomUUID } from 'node:crypto'
import { flushCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { VenueFlags } from '../venue/venue-flags.ts'
import { openKeyring } from './adapters/keys/keyring.ts'
import { readPassphrase } from './adapters/keys/read-passphrase.ts'
import { auditFiles, newestEntryAt } from './adapters/store/audit/audit-files.ts'
import { findAccessFault } from './adapters/store/directory-fault.ts'
import { inspectDirectory } from './adapters/store/inspect-directory.ts'
import { lockDataDirectory } from './adapters/store/sqlite/lock.ts'
import { StoreError } from './adapters/store/sqlite/store-error.ts'
import { openStopFile, stopFileIn } from './adapters/store/stop-file.ts'
import { startWriterThread } from './adapters/store/writer/start-thread.ts'
import { banner, type EngineStanding, engineBanner, gatewayBanner } from './app/banner.ts'
import { hostClocks } from './app/clocks.ts'
import { doctorProbes } from './app/doctor-probes.ts'
import { maintenance } from './app/maintenance.ts'
import { reclaimMemoryOnce } from './app/reclaim-memory.ts'
import { LOWEST_PRIORITY } from './app/research/priority.ts'
import { tryConstitution, trySettings } from './app/try-settings.ts'
import { CliFailure, EXIT, usageFailure } from './cli/failure.ts'
import type { CliParts, KeyFiles, MoveFlags, RecordParts, StartFlags, StoreFlags } from './cli/parts.ts'
import { runCli } from './cli/program.ts'
import { processTerminal } from './cli/terminal.ts'
import { type Config, emptyFlags, loadConfig, resolveDataDir } from './config/config.ts'
import type { Flags } from './config/settings.ts'
import { readStoreUrl, type SharedStoreConfig } from './config/shared-store.ts'
import { createIds } from './core/id.ts'
import { findClockFault } from './doctor/clock-fault.ts'
import { findMountFault, type MountFault, readMounts } from './doctor/data-mount.ts'
import { HOST } from './engine/model/events.ts'
import { type DirectHost, linkHost } from './host/call-host.ts'
import { type LocalServer, openLocalServer } from './host/local-server.ts'
import { getSocketPath } from './host/socket.ts'
import { listenForStop } from './host/stop-signal.ts'
import { openServiceNotifier } from './host/systemd-notifier.ts'
import { VERSION } from './project.ts'

/** Maximum duration of a shutdown; a longer one has hung, but everything acknowledged is durable. */
const SHUTDOWN_MAX_MS = 25_000

/** Restricts every file this process creates to its owner, including those created by libraries. */
process.umask(0o077)

const terminal = processTerminal(process)
const { wall: clock, monotonic } = hostClocks
const ids = createIds({ now: clock, random: Math.random })

const prompt = terminal.isInteractive ? () => terminal.promptHidden('Passphrase of the keys: ') : undefined
const passphrase = (file: string | undefined) => readPassphrase({ env: process.env, file, prompt })

const service = openServiceNotifier({ env: process.env, onError: (reason) => terminal.err(`plimsoll: ${reason}\n`) })

const mountFaultAt = (dataDir: string): MountFault | null => findMountFault(dataDir, readMounts(process.env))

/**
 * Loads the settings of a program that stores data. Refuses a directory whose file system is not mounted, since the
 * start would seem to be the first one; warns of data that would not persist, and of a wrong clock.
 */
const loadServed = async (flags: Flags): Promise<Config> => {
  const config = loadConfig(process.env, flags)
  if (!config.ok) throw usageFailure(config.error.join('\n'))
  const { dataDir } = config.value
  const mount = mountFaultAt(dataDir)
  if (mount?.kind === 'NOT_MOUNTED') {
    const message = `The data directory ${mount.fault}. ${mount.remedy}`
    throw new CliFailure(EXIT.failure, { code: mount.kind, message })
  }
  if (mount) {
    terminal.err(`plimsoll: WARNING: ${mount.fault}: account, history, users and keys will be lost. ${mount.remedy}\n`)
  }
  const wrongClock = findClockFault(clock(), await newestEntryAt(join(dataDir, 'audit')))
  if (wrongClock) terminal.err(`plimsoll: WARNING: The clock is wrong: ${wrongClock.fault}. ${wrongClock.remedy}\n`)
  return config.value
}

/**
 * Runs the server until a signal or a fault ends the process. Modules needed by few commands are loaded on demand, so
 * that a stop does not wait for them.
 */
const start = async ({ json = false, ...flags }: StartFlags): Promise<void> => {
  const config = await loadServed(flags)
  const stopSignal = listenForStop(process)
  const writerThread = startWriterThread()
  const [{ startPlatform }, { createLogger }] = await Promise.all([import('./app/platform.ts'), import('./app/log.ts')])
  const { logger, logTail } = createLogger(config)
  const platform = await startPlatform({ config, logger, logTail, passphrase, writerThread }).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
  stopSignal.forward((reason) => void platform.control.desk.stopFor('EMERGENCY_STOP', reason))
  const closing = closeWithGrace(
    { delay: SHUTDOWN_MAX_MS, logger: false, skip: ['SIGUSR2'] },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'the server is shutting down because of a fault')
      else logger.info({ signal }, 'the server is shutting down')
      service.stopping()
      await platform.close()
      logger.info('shutdown complete')
    },
  )
  const showsPassword = process.stdout.isTTY === true
  terminal.out(banner(platform, config, { json, showsPassword }))
  service.ready()
  flushCompileCache()
  const stopReclaiming = reclaimMemoryOnce(platform.engine.state, logger)
  const fault = await platform.failure
  stopReclaiming()
  logger.fatal({ err: fault }, fault.message)
  await platform.close()
  closing.uninstall()
  throw new CliFailure(EXIT.failure, { code: toCode(fault), message: fault.message })
}

/** Runs the engine of one account until a signal, a fault or another engine ends it. */
const startEngine = async ({ json = false, ...flags }: StartFlags): Promise<void> => {
  const config = await loadServed(flags)
  const stopSignal = listenForStop(process)
  const [{ runScaledEngine }, { createLogger }] = await Promise.all([
    import('./app/scaled-engine.ts'),
    import('./app/log.ts'),
  ])
  const { logger, logTail } = createLogger(config)
  const ending = new AbortController()
  const print = (standing: EngineStanding): void => {
    terminal.out(engineBanner(standing, config, { json }))
    service.ready()
  }
  const running = runScaledEngine({
    config,
    logger,
    logTail,
    passphrase,
    random: Math.random,
    makeUuid: randomUUID,
    signal: ending.signal,
    onStandby: (reading) => print({ state: 'STANDBY', epoch: reading?.epoch ?? null }),
    onActive(platform, { epoch }) {
      stopSignal.forward((reason) => void platform.control.desk.stopFor('EMERGENCY_STOP', reason))
      print({ state: 'ACTIVE', epoch })
      flushCompileCache()
    },
  }).catch((error: Error) => {
    logger.fatal({ err: error }, error.message)
    if (error.name === 'Fenced') process.exit(EXIT.replaced)
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
  const closing = closeWithGrace({ delay: SHUTDOWN_MAX_MS, logger: false, skip: ['SIGUSR2'] }, async ({ signal }) => {
    logger.info({ signal }, 'the engine is shutting down')
    service.stopping()
    ending.abort()
    await running
  })
  await running.finally(() => closing.uninstall())
}

/** Runs a gateway until a signal or a fault ends it. */
const startGateway = async ({ json = false, ...flags }: StartFlags): Promise<void> => {
  const config = await loadServed(flags)
  const [{ startGateway: openGateway }, { createLogger }] = await Promise.all([
    import('./app/gateway.ts'),
    import('./app/log.ts'),
  ])
  const { logger, logTail } = createLogger(config)
  const gateway = await openGateway({ config, logger, logTail, random: Math.random, makeUuid: randomUUID }).catch(
    (error: Error) => {
      throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
    },
  )
  const closing = closeWithGrace({ delay: SHUTDOWN_MAX_MS, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'the gateway is shutting down because of a fault')
    else logger.info({ signal }, 'the gateway is shutting down')
    service.stopping()
    await gateway.close()
  })
  terminal.out(gatewayBanner(gateway, config, { json, showsPassword: process.stdout.isTTY === true }))
  service.ready()
  flushCompileCache()
  const fault = await gateway.failure
  logger.fatal({ err: fault }, fault.message)
  await gateway.close()
  closing.uninstall()
  throw new CliFailure(EXIT.failure, { code: toCode(fault), message: fault.message })
}

const moveAccount: CliParts['move'] = async ({ back = false, ...flags }) => {
  const config = loadConfig(process.env, flags)
  if (!config.ok) throw usageFailure(config.error.join('\n'))
  const { moveFromStore, moveToStore } = await import('./app/move-account.ts')
  const move = back ? moveFromStore : moveToStore
  const taken = await move({ config: config.value, clock, makeUuid: randomUUID }).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
  return { usersNotMoved: taken ?? [] }
}

/** Runs a command on the log of an account in a shared store. */
const onSharedLog = async <T>(flags: MoveFlags, run: (shared: SharedStoreConfig) => Promise<T>): Promise<T> => {
  const config = loadConfig(process.env, flags)
  if (!config.ok) throw usageFailure(config.error.join('\n'))
  const { shared } = config.value
  if (!shared) throw usageFailure('Name the account and the store: --account NAME and --store-file FILE.')
  return run(shared).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
}

const archiveLog: CliParts['archiveLog'] = (flags, order) =>
  onSharedLog(flags, async (shared) => (await import('./app/archive-log.ts')).archiveLog(shared, order))

const restoreArchive: CliParts['restoreArchive'] = (flags, archive) =>
  onSharedLog(flags, async (shared) => (await import('./app/restore-archive.ts')).restoreArchive(shared, archive))

/**
 * Runs the local exchange until a signal or a fault ends it. Like the recorder, it is loaded only for its own command.
 */
const startVenue = async (flags: VenueFlags): Promise<void> => {
  const { runVenue } = await import('../venue/run-venue.ts')
  const stopRequested = Promise.withResolvers<void>()
  const dataDir = resolveDataDir(process.env, flags.dataDir)
  const sources = { clock, random: Math.random, dataDir, out: terminal.out, stop: stopRequested.promise }
  const running = runVenue(flags, sources).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
  const closing = closeWithGrace({ delay: SHUTDOWN_MAX_MS, logger: false }, async () => {
    stopRequested.resolve()
    await running
  })
  await running.finally(() => closing.uninstall())
}

/** Records a market until it is stopped; a second signal ends it immediately. */
const startRecording: RecordParts['record'] = async (order, watcher) => {
  const { record } = await import('./adapters/exchanges/recorder/index.ts')
  const { createNanoClock } = await import('./adapters/exchanges/recorder/nano-clock.ts')
  const ending = new AbortController()
  const end = (): void => ending.abort()
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    const nanos = createNanoClock(clock, process.hrtime.bigint)
    const parts = { ...watcher, clock: nanos, monotonic, random: Math.random, signal: ending.signal }
    return await record({ ...order, path: resolve(order.path) }, parts)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Opens stored history. */
const openStoredHistory: CliParts['openHistory'] = async () => {
  const { openHistory } = await import('./app/history.ts')
  return openHistory(hostClocks, abortOnSignal)
}

/** Returns a signal that the first Ctrl-C aborts; a second one ends the process. */
const abortOnSignal = (): AbortSignal => {
  const ending = new AbortController()
  for (const signal of SIGNALS) process.once(signal, () => ending.abort())
  return ending.signal
}

/** Opens the backtests and their records. */
const openStoredResearch: CliParts['openResearch'] = async () => {
  const [{ openResearch }, { historyReader, tradesReader }] = await Promise.all([
    import('./app/research/research.ts'),
    import('./app/stored-history.ts'),
  ])
  return openResearch({
    now: clock,
    readHistory: historyReader,
    readTrades: tradesReader,
    abortOnSignal,
    niceness: LOWEST_PRIORITY,
  })
}

/** Evaluates trials until a signal ends it. */
const startWorker: CliParts['worker'] = async ({ store, ...request }, events) => {
  const { runWorker } = await import('./app/research/run-worker.ts')
  const dependencies = { niceness: LOWEST_PRIORITY, signal: abortOnSignal(), ...events }
  await runWorker({ ...request, url: readStoreUrl(store) }, dependencies).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: toCode(error), message: error.message })
  })
}

/** Opens the keys of a data directory, with unpredictable salts. */
const openKeys = (dataDir: string): KeyFiles => {
  const keyring = openKeyring(dataDir)
  return { ...keyring, seal: (order, passphrase) => keyring.seal({ ...order, entropy: randomBytes }, passphrase) }
}

/** Loads the prompts only for their own command. */
const openPrompts: CliParts['promptSettings'] = async (given) => {
  const { promptSettings } = await import('./cli/prompt-settings.ts')
  return promptSettings(given, { input: process.stdin, output: process.stderr })
}

/** Converts `MarketSourceError` to `MARKET_SOURCE_ERROR`. */
const toCode = ({ name }: Error): string => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase()

/** Opens the host commands on a data directory that no process holds. */
const openDirectly = async (dataDir: string, { store, storeFile }: StoreFlags): Promise<DirectHost> => {
  const { openDirect, refuseUnboundDirectory } = await import('./app/direct-host.ts')
  if ((store ?? storeFile) !== undefined) refuseUnboundDirectory(dataDir)
  const findStore = (account: string) => {
    const config = loadConfig(process.env, { store, storeFile, account, dataDir })
    return config.ok ? config.value.shared : undefined
  }
  return openDirect({ dataDir, findStore, makeUuid: randomUUID, ids, clock })
}

/** Opens access to a data directory from outside, even if a server is using it. */
const openServer = (directory: string): LocalServer => {
  const stopFilePath = stopFileIn(directory)
  const stopFile = openStopFile(stopFilePath)
  return openLocalServer({ directory, stopFilePath, stopFile, isLocked: () => isLocked(directory) })
}

const isLocked = (directory: string): boolean => {
  try {
    lockDataDirectory(directory).release()
    return false
  } catch (error) {
    return error instanceof StoreError && error.message.includes('is in use by')
  }
}

const newStop: CliParts['newStop'] = (request) => ({
  ...request,
  stopId: ids('stp'),
  code: 'EMERGENCY_STOP',
  by: HOST,
  auditId: ids('aud'),
  atMs: clock(),
})

/** Options of Node as in `bin/plimsoll.js`: less memory, and no debugger on SIGUSR1. */
const NODE_OPTIONS = [
  '--disable-sigusr1',
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--initial-old-space-size=96',
]
const program = [process.execPath, ...new Set([...NODE_OPTIONS, ...process.execArgv]), process.argv[1] ?? '']

process.exitCode = await runCli(
  {
    version: VERSION,
    terminal,
    start,
    engine: startEngine,
    gateway: startGateway,
    move: moveAccount,
    archiveLog,
    restoreArchive,
    dataDir: (flag) => {
      const [empty] = emptyFlags({ dataDir: flag })
      if (empty) throw usageFailure(empty)
      const directory = resolveDataDir(process.env, flag)
      const fault = findAccessFault(directory)
      if (fault) {
        const message = `${fault.fault}. ${fault.remedy}`
        throw new CliFailure(EXIT.failure, { code: 'DATA_DIRECTORY_UNUSABLE', message })
      }
      return directory
    },
    host: (dataDir, flags) => linkHost(getSocketPath(dataDir), () => openDirectly(dataDir, flags)),
    audit: (dataDir) => auditFiles(join(dataDir, 'audit')),
    server: openServer,
    newStop,
    runVenue: (flags) => startVenue(flags),
    record: startRecording,
    keys: openKeys,
    passphrase: (source) => readPassphrase({ ...source, env: process.env }),
    settings: (flags) => trySettings(process.env, flags),
    constitution: tryConstitution,
    promptSettings: openPrompts,
    inspectDirectory,
    findMountFault: mountFaultAt,
    ...doctorProbes({ env: process.env, clock, monotonic }),
    ...maintenance({ clock, newStop, isLocked, program }),
    openHistory: openStoredHistory,
    openResearch: openStoredResearch,
    worker: startWorker,
    time: { monotonic, wait: (ms) => setTimeout(ms) },
  },
  process.argv.slice(2),
)
