import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { INSTRUMENT_SPECS } from '../adapters/exchanges/simulated/instrument-specs.ts'
import { createInstrumentMarket } from '../domain/market/instrument-market.ts'
import { reclaimMemoryOnce } from './reclaim-memory.ts'

it('releases the memory of the start once, when every instrument is live and the past is evaluated', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => void lines.push(line) })
  const markets = INSTRUMENT_SPECS.map(({ instrument }) => createInstrumentMarket(instrument))
  const instruments = new Map(markets.map((market) => [market.instrument.symbol, market]))
  const past = { putOff: 2, evaluated: 1 }
  const cancel = reclaimMemoryOnce({ market: { instruments }, signals: { past } }, logger, () => performance.now())
  onTestFinished(cancel)
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
  for (const market of markets) market.stream = 'live'
  vi.advanceTimersByTime(60_000)
  expect(lines).toEqual([])
  past.evaluated = 2
  vi.advanceTimersByTime(60_000)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['memory used at startup released'])
  expect('gc' in globalThis).toBe(false)
})
