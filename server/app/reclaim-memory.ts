import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { SECOND_MS } from '../core/instant.ts'
import type { Market } from '../domain/market/market.ts'
import { isPastPending, type SignalIndex } from '../engine/state/signal-index.ts'

/**
 * Releases the memory left over from startup, about a third of the process memory: modules, schemas and the market's
 * history have passed through the heap, and V8 retains its pages until it needs them. Garbage is collected once, when
 * every instrument is live and past bars are evaluated, which blocks the event loop for about 50 ms. Unlike reading the
 * resident memory, this opens no file, because the server must survive a lack of descriptors. Returns a function that
 * cancels the collection.
 */
export const reclaimMemoryOnce = (state: Loading, logger: Logger, monotonic: () => number): (() => void) => {
  const timer = setInterval(() => {
    if (!isLoaded(state)) return
    clearInterval(timer)
    const sinceMs = monotonic()
    const before = getHeapStatistics().total_physical_size
    exposeCollector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const freedBytes = before - getHeapStatistics().total_physical_size
    logger.debug({ freedBytes, tookMs: monotonic() - sinceMs }, 'memory used at startup released')
  }, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

interface Loading {
  readonly market: Pick<Market, 'instruments'>
  readonly signals: Pick<SignalIndex, 'past'>
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const CHECK_EVERY_MS = 5 * SECOND_MS

const isLoaded = ({ market: { instruments }, signals }: Loading): boolean =>
  instruments.size > 0 &&
  [...instruments.values()].every(({ stream }) => stream !== 'awaited') &&
  !isPastPending(signals)

/** V8 exposes the collector in contexts created after the flag is set; it is not visible to any other code. */
const exposeCollector = (): Collect => {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
