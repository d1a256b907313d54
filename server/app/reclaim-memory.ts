import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { SECOND_MS } from '../core/instant.ts'
import type { Market } from '../domain/market/market.ts'
import { isPastPending, type SignalIndex } from '../engine/state/signal-index.ts'

/**
 * Releases the memory left over from startup, about a fifth of the process memory: modules, schemas and the market's
 * history have passed through the heap, and V8 retains its pages until it needs them. V8's memory reducer is pending
 * since the collections of the startup, but waits for as long as the program allocates, as market data always make it
 * do; once every instrument is live and past bars are evaluated, it may run. It marks the heap in steps of a few
 * milliseconds, so that an emergency stop never waits for it; a forced collection would block the event loop for much
 * longer. Returns a function that cancels the release.
 */
export const reclaimMemoryOnce = (state: Loading, logger: Logger): (() => void) => {
  let reducing: NodeJS.Timeout | undefined
  const timer = setInterval(() => {
    if (!isLoaded(state)) return
    clearInterval(timer)
    const before = getHeapStatistics().total_physical_size
    preferMemory(true)
    reducing = setTimeout(() => {
      preferMemory(false)
      const freedBytes = before - getHeapStatistics().total_physical_size
      logger.debug({ freedBytes }, 'memory used at startup released')
    }, REDUCING_MS).unref()
  }, CHECK_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    clearTimeout(reducing)
    preferMemory(false)
  }
}

interface Loading {
  readonly market: Pick<Market, 'instruments'>
  readonly signals: Pick<SignalIndex, 'past'>
}

const CHECK_EVERY_MS = 5 * SECOND_MS
/** Time for the memory reducer, which starts within 8 s and collects up to twice. */
const REDUCING_MS = 30 * SECOND_MS

const isLoaded = ({ market: { instruments }, signals }: Loading): boolean =>
  instruments.size > 0 &&
  [...instruments.values()].every(({ stream }) => stream !== 'awaited') &&
  !isPastPending(signals)

/** Sets whether the memory reducer runs although the program allocates. */
const preferMemory = (prefer: boolean): void =>
  setFlagsFromString(prefer ? '--optimize-for-size' : '--no-optimize-for-size')
