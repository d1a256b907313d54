/**
 * Connects to the configured exchange with the limits and keys of this host: for a run, or on a standby engine before a
 * takeover.
 */

import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { readPassphrase } from '../adapters/keys/read-passphrase.ts'
import type { Config } from '../config/config.ts'
import { type LoadedConstitution, loadConstitution } from '../config/constitution-file.ts'
import { errorMessage } from '../core/errors.ts'
import { MINUTE_MS } from '../core/instant.ts'
import { createPlatformClock, type HostClocks, type PlatformClock } from '../core/platform-clock.ts'
import type { Random } from '../core/random.ts'
import { hostClocks } from './clocks.ts'
import type { Exchange, ExchangeParts } from './exchange/exchange.ts'
import { openExchange } from './exchange/open-exchange.ts'
import { exchangeNote } from './log.ts'

/** Connects to the exchange with the limits and keys of this host. */
export const connectExchange = async ({
  config,
  logger,
  random,
  passphrase = unattendedPassphrase,
  clocks = hostClocks,
}: ConnectParts): Promise<ConnectedExchange> => {
  const platformClock = createPlatformClock(clocks)
  const limits = loadConstitution(config.constitutionPath)
  const { promise: failure, resolve: fail } = Promise.withResolvers<Error>()
  const exchange = await openExchange({
    config,
    constitution: limits.constitution,
    clock: platformClock.now,
    monotonic: platformClock.elapsed,
    random,
    passphrase,
    fail,
    note: exchangeNote(logger),
  })
  return { exchange, limits, platformClock, failure }
}

/** Exchange connected for a run before trading starts, with the parts used to open it. */
export interface ConnectedExchange {
  readonly exchange: Exchange
  readonly limits: LoadedConstitution
  readonly platformClock: PlatformClock
  /** Resolves with the fault when the exchange's own store has failed permanently. */
  readonly failure: Promise<Error>
}

interface ConnectParts {
  readonly config: Config
  readonly logger: Logger
  readonly random: Random
  /** Finds the passphrase of the keys; if omitted, it is read only from the configured file. */
  readonly passphrase?: ExchangeParts['passphrase']
  /** Clocks; the host's clocks if omitted. Only tests provide others. */
  readonly clocks?: HostClocks
}

const unattendedPassphrase: ExchangeParts['passphrase'] = (file) => readPassphrase({ env: {}, file, prompt: undefined })

/** Connection to the exchange that a standby keeps ready for a takeover. */
export interface ReadyConnection {
  /** Returns the ready connection; connects now if there is none or the limits have changed. */
  take(): Promise<ConnectedExchange>
  /** Closes the connection unless it was taken. */
  close(): void
}

/** Interval at which a standby reconnects, so that listings and keys are at most minutes old. */
const RENEWED_EVERY_MS = 10 * MINUTE_MS

/** Delay after a failed connection. */
const RETRIED_AFTER_MS = MINUTE_MS

/**
 * Connects to the exchange on a standby, so that a takeover does not wait for listings, margin brackets and keys. The
 * account is not touched. A typed passphrase is requested only once.
 */
export const keepConnected = (parts: ConnectParts): ReadyConnection => {
  const { config, logger } = parts
  const ending = new AbortController()
  const passphrase = rememberPassphrase(parts.passphrase ?? unattendedPassphrase)
  const connect = () => connectExchange({ ...parts, passphrase: passphrase.read })
  let current: ConnectedExchange | undefined
  let pending: Promise<ConnectedExchange> | undefined

  /**
   * Renews the connection and returns the time until the next renewal. The last connection is retained when a new one
   * fails or does not reach the exchange.
   */
  const renew = async (): Promise<number> => {
    pending = connect()
    try {
      const connected = await pending
      if (ending.signal.aborted) return 0
      pending = undefined
      return await replace(connected)
    } catch (error) {
      pending = undefined
      passphrase.forget()
      return noteUnconnected(errorMessage(error))
    }
  }

  /** Uses the new connection, unless it does not reach the exchange and the last one has. */
  const replace = async (connected: ConnectedExchange): Promise<number> => {
    const { exchange } = connected
    const last = current
    const wasConnected = last?.exchange.isConnected() === true
    const isWorse = wasConnected && !exchange.isConnected()
    if (!isWorse) current = connected
    await (isWorse ? exchange : last?.exchange)?.close()
    if (!exchange.isConnected()) return noteUnconnected(exchange.troubles()[0]?.detail)
    if (!wasConnected) logger.info({ exchange: exchange.name }, 'this standby is connected to the exchange')
    return RENEWED_EVERY_MS
  }

  const noteUnconnected = (reason: string | undefined): number => {
    logger.warn({ reason }, 'this standby is not connected to the exchange, which delays a takeover')
    return RETRIED_AFTER_MS
  }

  const keep = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const pauseMs = await renew()
      await setTimeout(pauseMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
    }
  }
  void keep()

  return {
    async take() {
      ending.abort()
      if (current) close(pending)
      const connected = current ?? (await pending?.catch(() => undefined))
      current = undefined
      if (connected?.limits.hash !== loadConstitution(config.constitutionPath).hash) {
        await connected?.exchange.close()
        return connect()
      }
      connected.platformClock.check()
      connected.platformClock.adopt()
      return connected
    },
    close() {
      if (ending.signal.aborted) return
      ending.abort()
      close(pending)
      void current?.exchange.close()
    },
  }
}

/** Closes a connection as soon as it is open. */
const close = (opening: Promise<ConnectedExchange> | undefined): void =>
  void opening?.then(({ exchange }) => exchange.close()).catch(() => {})

/** Reads the passphrase once and caches it until it is cleared. */
const rememberPassphrase = (read: ExchangeParts['passphrase']) => {
  let known: ReturnType<ExchangeParts['passphrase']> | undefined
  return {
    read: (file: string | undefined) => {
      known ??= read(file)
      return known
    },
    forget() {
      known = undefined
    },
  }
}
