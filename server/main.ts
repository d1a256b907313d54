import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import { openIdentityStore } from './adapters/store/sqlite/identity/identity-store.ts'
import { lockDataDirectory } from './adapters/store/sqlite/lock.ts'
import { banner } from './banner.ts'
import { CliFailure, EXIT, usageFailure } from './cli/failure.ts'
import type { StartFlags } from './cli/parts.ts'
import { runCli } from './cli/program.ts'
import { processTerminal } from './cli/terminal.ts'
import { dataDirOf, emptyFlags, parseConfig } from './config.ts'
import { createIds } from './core/id.ts'
import { type DirectHost, linkHost } from './host/link-host.ts'
import { socketPathOf } from './host/socket-path.ts'
import { userVerbs } from './host/user-verbs.ts'
import { createIdentity } from './identity/identity.ts'
import { createLogger } from './log.ts'
import { startPlatform } from './platform.ts'
import { VERSION } from './version.ts'

/** A shutdown that takes longer has hung; what was acknowledged is durable all the same. */
const SHUTDOWN_MAX_MS = 25_000

const terminal = processTerminal(process)

/** Runs the server until a signal or a fault ends the process. */
const start = async ({ json = false, ...flags }: StartFlags): Promise<void> => {
  const config = parseConfig(process.env, flags)
  if (!config.ok) throw usageFailure(config.error.join('\n'))
  const logger = createLogger(config.value)
  const platform = await startPlatform({ config: config.value, logger }).catch((error: Error) => {
    throw new CliFailure(EXIT.failure, { code: codeOf(error), message: error.message })
  })
  const closing = closeWithGrace(
    { delay: SHUTDOWN_MAX_MS, logger: false, skip: ['SIGUSR2'] },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'the server ends because of a fault')
      else logger.info({ signal }, 'the server goes down')
      await platform.close()
      logger.info('everything is closed')
    },
  )
  terminal.out(banner(platform, config.value, json))
  const fault = await platform.failure
  logger.fatal({ err: fault }, fault.message)
  await platform.close()
  closing.uninstall()
  throw new CliFailure(EXIT.failure, { code: codeOf(fault), message: fault.message })
}

/** `MarketSourceError` as `MARKET_SOURCE_ERROR`. */
const codeOf = ({ name }: Error): string => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase()

/** The verbs on a data directory that no server holds. */
const openDirect = (dataDir: string): DirectHost => {
  const lock = lockDataDirectory(dataDir)
  const store = openIdentityStore(join(dataDir, 'identity.sqlite'))
  const clock = Date.now
  const identity = createIdentity({ store, clock, ids: createIds({ now: clock, random: Math.random }) })
  return {
    verbs: userVerbs(identity),
    close() {
      identity.flush()
      store.close()
      lock.release()
    },
  }
}

process.exitCode = await runCli(
  {
    version: VERSION,
    terminal,
    start,
    dataDir: (flag) => {
      const [empty] = emptyFlags({ dataDir: flag })
      if (empty) throw usageFailure(empty)
      return dataDirOf(process.env, flag)
    },
    host: (dataDir) => linkHost(socketPathOf(dataDir), () => openDirect(dataDir)),
  },
  process.argv.slice(2),
)
