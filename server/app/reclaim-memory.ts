import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Logger } from 'pino'
import { SECOND_MS } from '../core/instant.ts'
import type { Market } from '../domain/market/market.ts'
import { isPastPending, type SignalIndex } from '../engine/state/signal-index.ts'

/**
 * Releases the memory that a start leaves behind, a third of what the process holds by then: modules, schemas and the
 * market's history have passed through the heap, and V8 keeps its pages until it needs them. It collects once, when
 * every instrument is live and the past is evaluated, and holds up the event loop for about 50 ms. It opens no file, as
 * reading the resident memory would: the server must survive a lack of descriptors. Returns the function that cancels
 * it.
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

/** V8 has the collector in contexts that are made after the flag was set; it is not left visible to any other code. */
const exposeCollector = (): Collect => {
  setFlagsFromString('--expose-gc')
  const collect: Collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return collect
}
