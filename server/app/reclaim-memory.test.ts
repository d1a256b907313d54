import { constants, type NodeGCPerformanceDetail, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { INSTRUMENT_SPECS } from '../adapters/exchanges/simulated/instrument-specs.ts'
import { createInstrumentMarket } from '../domain/market/instrument-market.ts'
import { reclaimMemoryOnce } from './reclaim-memory.ts'

/** Counts the full garbage collections during `work`, each of which blocks the event loop. */
const countCollections = async (work: () => void): Promise<number> => {
  let count = 0
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter(isFull).length
  })
  observer.observe({ entryTypes: ['gc'] })
  work()
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  observer.disconnect()
  return count
}

const isFull = (entry: PerformanceEntry): boolean =>
  (entry as PerformanceEntry & { readonly detail: NodeGCPerformanceDetail }).detail.kind ===
  constants.NODE_PERFORMANCE_GC_MAJOR

it('releases the memory of the start, without a forced collection, when every instrument is live and the past is evaluated', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const markets = INSTRUMENT_SPECS.map(({ instrument }) => createInstrumentMarket(instrument))
  const instruments = new Map(markets.map((market) => [market.instrument.symbol, market]))
  const past = { deferred: 2, evaluated: 1 }
  const cancel = reclaimMemoryOnce({ market: { instruments }, signals: { past } }, logger)
  onTestFinished(cancel)
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
  for (const market of markets) market.stream = 'live'
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
  past.evaluated = 2
  expect(await countCollections(() => vi.advanceTimersByTime(60_000))).toBe(0)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['memory used at startup released'])
})
