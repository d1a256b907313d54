import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, printDecimal } from '../server/core/decimal.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../server/core/instant.ts'
import { applyRate, valueAt } from '../server/domain/account/money.ts'
import { lots, ticks } from '../server/domain/market/instrument.ts'
import { runs } from './support/runs.ts'
import { sharedData } from './support/shared-data.ts'
import { aStage, STAGE_INSTRUMENTS } from './support/venue-stage.ts'

interface Settlement {
  readonly atMs: Instant
  readonly rate: string
}

const MARK = 610_000
const LOTS = 10

const canonical = (rate: string): string => printDecimal(decimal(rate))

/** Returns what a long position pays at a settlement, computed independently of the exchange. */
const owed = (rate: string): bigint => {
  const [instrument] = STAGE_INSTRUMENTS
  if (!instrument) throw new Error('the stage lists no instrument')
  return applyRate(valueAt(instrument, ticks(MARK), lots(LOTS)), decimal(rate))
}

interface Play {
  /** Announced time of a settlement, as of one mark price. */
  readonly announced: (settlement: Settlement, index: number) => Instant
  /** Mark prices between two settlements, as parts of the way. */
  readonly parts: readonly number[]
  /** Delay after a settlement until its successor is announced, ms. */
  readonly rollMs: number
  readonly reopenEvery?: number
}

/** Plays a schedule to a paper account that holds a long position, and returns what it was charged. */
const charged = (schedule: readonly Settlement[], { announced, parts, rollMs, reopenEvery }: Play) => {
  const [first] = schedule
  if (!first) return []
  const stage = aStage()
  stage.clock.nowMs = first.atMs - HOUR_MS
  const mark = (atMs: Instant, index: number): void => {
    const settlement = schedule[index]
    if (!settlement) return
    stage.clock.nowMs = atMs
    const before = schedule[index - 1]?.atMs ?? settlement.atMs - HOUR_MS
    stage.mark(MARK, {
      rate: settlement.rate,
      nextFundingAtMs: announced(settlement, index),
      fundingIntervalMs: Math.max(HOUR_MS, Math.round((settlement.atMs - before) / HOUR_MS) * HOUR_MS),
    })
  }
  mark(stage.clock.nowMs, 0)
  stage.quote('SELL', MARK, LOTS)
  stage.submit({ side: 'BUY', quantity: lots(LOTS), price: ticks(MARK) })
  let fromMs = first.atMs - HOUR_MS
  for (const [index, { atMs }] of schedule.entries()) {
    for (const part of parts) mark(fromMs + Math.round((atMs - fromMs) * part), index)
    mark(atMs - 1_000, index)
    if (rollMs > 0) mark(atMs, index)
    mark(atMs + rollMs, index + 1)
    if (reopenEvery !== undefined && index % reopenEvery === reopenEvery - 1) stage.reopen()
    fromMs = atMs + Math.max(0, rollMs)
  }
  const last = schedule.at(-1)
  if (last) {
    stage.clock.nowMs = last.atMs + 2 * MINUTE_MS
    stage.mark(MARK, { nextFundingAtMs: last.atMs + 8 * HOUR_MS })
  }
  return stage.of('funding').map(({ funding }) => funding)
}

const expectExact = (schedule: readonly Settlement[], play: Play, jitterMs: number): void => {
  const funding = charged(schedule, play)
  expect(funding.map(({ rate, amount }) => [rate, amount])).toEqual(
    schedule.map(({ rate }) => [canonical(rate), -owed(rate)]),
  )
  const off = funding.map(({ settledAtMs }, index) => Math.abs(settledAtMs - (schedule[index]?.atMs ?? 0)))
  expect(Math.max(0, ...off)).toBeLessThanOrEqual(jitterMs)
}

const recorded = (name: string): string => readFileSync(sharedData(name) ?? '', 'utf8')

const binance = (): Settlement[] => {
  const routes = JSON.parse(recorded('binance-usdm-rest-recorded/fapi_routes.json')) as Record<
    string,
    { GET: { queryString: string; data: { fundingTime: number; fundingRate: string }[] }[] }
  >
  const answers = routes['/fapi/v1/fundingRate']?.GET ?? []
  const rows = answers.find(({ queryString }) => queryString === 'symbol=BTCUSDT')?.data ?? []
  return rows.map(({ fundingTime, fundingRate }) => ({ atMs: fundingTime, rate: fundingRate }))
}

const hyperliquid = (): Settlement[] => {
  const { response } = JSON.parse(recorded('hyperliquid/funding_history_btc.json')) as {
    response: { time: number; fundingRate: string }[]
  }
  return response.map(({ time, fundingRate }) => ({ atMs: time, rate: fundingRate }))
}

const table = (name: string): Settlement[] =>
  recorded(`funding/${name}`)
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [at = '', rate = ''] = row.split(',')
      const [, year, month, day, time] = /^(\d{4})(\d\d)(\d\d) (.*)$/.exec(at) ?? []
      return { atMs: Date.parse(`${year}-${month}-${day}T${time}Z`), rate }
    })

const HISTORIES = [
  ['Binance BTCUSDT', 100, binance],
  ['Hyperliquid BTC, whose interval changes from eight hours to one', 1_038, hyperliquid],
  ['Binance BTCUSD', 9, () => table('binance_BTCUSD_coinm_funding_2020_2022.csv').slice(0, 9)],
  ['Bybit BTCUSDT', 3, () => table('bybit_BTCUSDT_funding_20221213.csv')],
] as const

const present = sharedData('funding') !== undefined

describe.skipIf(!present)('paper funding over recorded histories (needs ../shared/data beside the repository)', () => {
  it.each(HISTORIES)('charges each settlement once, at its recorded time and rate: %s', (_name, count, read) => {
    const schedule = read()
    expect(schedule.length).toBe(count)
    expectExact(schedule, { announced: ({ atMs }) => atMs, parts: [0.3], rollMs: 0 }, 0)
  })

  it.each(HISTORIES)(
    'charges each settlement once when the announced time differs by milliseconds: %s',
    (_name, _count, read) => {
      const announced = ({ atMs }: Settlement): Instant => Math.round(atMs / 1_000) * 1_000
      expectExact(read(), { announced, parts: [0.5], rollMs: 17, reopenEvery: 7 }, 500)
    },
  )
})

describe('paper funding', () => {
  const anyInterval = fc.constantFrom(HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS)
  const anySchedule = fc
    .array(fc.tuple(anyInterval, fc.integer({ min: 0, max: 800 }), fc.integer({ min: -7_500, max: 7_500 })), {
      minLength: 1,
      maxLength: 12,
    })
    .map((steps) => {
      let hourMs = Date.UTC(2026, 10, 21)
      return steps.map(([intervalMs, jitterMs, rate]) => {
        hourMs += intervalMs
        return { atMs: hourMs + jitterMs, rate: (rate / 1_000_000).toFixed(6) }
      })
    })

  it('charges each settlement once, whatever the intervals, the jitter and the time of the next announcement', () => {
    const anyPlay = fc.record({
      jitters: fc.array(fc.integer({ min: -900, max: 900 }), { minLength: 1, maxLength: 5 }),
      parts: fc.array(fc.double({ min: 0.1, max: 0.9, noNaN: true }), { maxLength: 4 }).map((parts) => parts.sort()),
      rollMs: fc.integer({ min: -900, max: 5_000 }),
      reopenEvery: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(anySchedule, anyPlay, (schedule, { jitters, parts, rollMs, reopenEvery }) => {
        let announcement = 0
        const announced = ({ atMs }: Settlement): Instant => atMs + (jitters[announcement++ % jitters.length] ?? 0)
        expectExact(schedule, { announced, parts, rollMs, ...(reopenEvery && { reopenEvery }) }, 900)
      }),
      { numRuns: runs(38) },
    )
  })
})
