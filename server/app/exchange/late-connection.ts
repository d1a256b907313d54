/** Connection to an exchange that could not be reached at the start: retried in the background until it is established. */

import { whenAborted } from '../../core/when-aborted.ts'
import type { MarketSource } from '../../engine/model/ports.ts'
import { retryUntilReachable, type Tried } from './retry.ts'

/** Connection that is established at the start or, once postponed, in the background. */
export interface LateConnection {
  /** Returns whether the exchange has not been reached yet. */
  isAwaited(): boolean
  /** Resolves when a postponed connection is established. */
  readonly established: Promise<void>
  /** Postpones the connection for this reason; `establish` then retries it. */
  postpone(reason: string): void
  /**
   * Returns when the connection is established or `signal` aborts. Rejects with a `StartError` when the exchange has
   * answered that trading is not possible.
   */
  establish(signal: AbortSignal): Promise<void>
}

interface LateParts {
  /** Tries once to connect. */
  readonly connect: (signal: AbortSignal) => Promise<Tried<void>>
  /** Called after every failure with its reason. */
  readonly report: (reason: string) => void
  readonly monotonic: () => number
  /** Rejects when `signal` is aborted. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>
}

export const createLateConnection = ({ connect, report, monotonic, delay }: LateParts): LateConnection => {
  const { promise: established, resolve } = Promise.withResolvers<void>()
  let isAwaited = false
  return {
    isAwaited: () => isAwaited,
    established,
    postpone(reason) {
      isAwaited = true
      report(reason)
    },
    async establish(signal) {
      if (!isAwaited) return
      const step = async (): Promise<Tried<void>> => {
        const tried = await connect(signal)
        if (tried.kind === 'later') report(tried.words)
        return tried
      }
      const retries = { monotonic, delay: (ms: number) => delay(ms, signal), remark: () => {}, patienceMs: Infinity }
      await Promise.race([retryUntilReachable(retries, step), whenAborted(signal)])
      if (signal.aborted) return
      isAwaited = false
      resolve()
    },
  }
}

/** Wraps a market source so that it runs after `begin`, which returns early when the signal aborts. */
export const beginLater = (source: MarketSource, begin: (signal: AbortSignal) => Promise<void>): MarketSource => ({
  origin: source.origin,
  market: source.market,
  resumes: source.resumes,
  get instruments() {
    return source.instruments
  },
  async run(sink, since, signal) {
    await begin(signal)
    await source.run(sink, since, signal)
  },
  requestBook: (symbol) => source.requestBook(symbol),
})
