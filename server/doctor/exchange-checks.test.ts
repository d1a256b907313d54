import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { err, ok } from '../core/result.ts'
import { judgeClock, judgeRate, judgeReach, judgeStops, judgeSymbols } from './exchange-checks.ts'
import type { ClockSample, FactFault, FactResult, ListedSymbol } from './exchange-facts.ts'
import type { Finding } from './finding.ts'

const gist = (finding: Finding | undefined): string => `${finding?.level}: ${finding?.seen}`

const AWAY: FactFault = { kind: 'UNREACHABLE', detail: 'connect ECONNREFUSED' }
const sample = (offsetMs: number, roundTripMs: number): ClockSample => ({
  requestedAtMs: 1_000_000,
  roundTripMs,
  exchangeAtMs: 1_000_000 + roundTripMs / 2 + offsetMs,
})

describe('the exchange response check', () => {
  it.each([
    { samples: [ok(sample(0, 80)), ok(sample(0, 40))], seen: 'ok: responds within 40 ms' },
    { samples: [ok(sample(0, 1_001))], seen: 'warn: responds within 1001 ms; 1000 ms is slow' },
    { samples: [err(AWAY)], seen: 'fail: no response: connect ECONNREFUSED' },
    {
      samples: [ok(sample(0, 40)), err(AWAY), ok(sample(0, 30))],
      seen: 'warn: responds within 30 ms; 1 of 3 requests failed: connect ECONNREFUSED',
    },
    { samples: [], seen: 'fail: no response: nothing was requested' },
  ])('is reported: $seen', ({ samples, seen }: { samples: FactResult<ClockSample>[]; seen: string }) => {
    expect(gist(judgeReach(samples))).toBe(seen)
  })
})

describe('the clock offset check', () => {
  it.each([
    { samples: [sample(0, 40)], seen: 'ok: the exchange is 0 ms ahead of us, ±20 ms' },
    { samples: [sample(250, 40)], seen: 'ok: the exchange is 250 ms ahead of us, ±20 ms' },
    { samples: [sample(251, 40)], seen: 'warn: the exchange is 251 ms ahead of us, ±20 ms' },
    { samples: [sample(-251, 40)], seen: 'warn: the exchange is 251 ms behind us, ±20 ms' },
    { samples: [sample(500, 40)], seen: 'warn: the exchange is 500 ms ahead of us, ±20 ms' },
    { samples: [sample(-501, 40)], seen: 'fail: the exchange is 501 ms behind us, ±20 ms' },
    {
      samples: [sample(200, 700)],
      seen: 'warn: the exchange is 200 ms ahead of us, ±350 ms: too inaccurate for trading',
    },
    { samples: [sample(900, 2_000), sample(3, 20)], seen: 'ok: the exchange is 3 ms ahead of us, ±10 ms' },
  ])('uses the fastest answer: $seen', ({ samples, seen }) => {
    expect(gist(judgeClock(samples))).toBe(seen)
  })

  it('is skipped without an answer', () => {
    expect(judgeClock([])).toBeUndefined()
  })

  it('never passes when the offset may exceed half a second', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2_000, max: 2_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        (offsetMs, roundTripMs) => {
          const level = judgeClock([sample(offsetMs, roundTripMs)])?.level
          if (Math.abs(offsetMs) + roundTripMs / 2 > 500) expect(level).not.toBe('ok')
          if (Math.abs(offsetMs) > 500) expect(level).toBe('fail')
        },
      ),
    )
  })
})

const BTC: ListedSymbol = {
  symbol: 'BTCUSDT',
  isTrading: true,
  tickSize: '0.1',
  lotSize: '0.001',
  minNotional: '100',
  maxLeverage: 125,
}

describe('a symbol', () => {
  it.each([
    { over: {}, seen: 'ok: tick 0.1, lot 0.001, minimum 100 USDT, leverage up to 125' },
    {
      over: { isTrading: false },
      seen: 'fail: is not trading; tick 0.1, lot 0.001, minimum 100 USDT, leverage up to 125',
    },
    { over: { tickSize: null }, seen: 'fail: tick ?, lot 0.001, minimum 100 USDT, leverage up to 125' },
    { over: { lotSize: null }, seen: 'fail: tick 0.1, lot ?, minimum 100 USDT, leverage up to 125' },
    { over: { minNotional: null }, seen: 'warn: tick 0.1, lot 0.001, minimum ? USDT, leverage up to 125' },
    { over: { maxLeverage: null }, seen: 'warn: tick 0.1, lot 0.001, minimum 100 USDT, leverage up to ?' },
  ])('is rated by its reported values: $seen', ({ over, seen }) => {
    expect(judgeSymbols(['BTCUSDT'], ok([{ ...BTC, ...over }])).map(gist)).toEqual([seen])
  })

  it('that is not listed fails by name, and the others do not', () => {
    expect(judgeSymbols(['BTCUSDT', 'NOUSDT'], ok([BTC])).map(({ check, level }) => [check, level])).toEqual([
      ['BTCUSDT', 'ok'],
      ['NOUSDT', 'fail'],
    ])
    expect(judgeSymbols(['BTCUSDT'], err(AWAY)).map(gist)).toEqual(['warn: not reported: connect ECONNREFUSED'])
  })
})

describe('stops', () => {
  it.each([
    { features: { separate: true, attached: true, byMarkPrice: true }, levels: ['ok', 'ok', 'ok'] },
    { features: { separate: true, attached: false, byMarkPrice: true }, levels: ['ok', 'warn', 'ok'] },
    { features: { separate: false, attached: true, byMarkPrice: false }, levels: ['fail', 'ok', 'warn'] },
  ])('are rated one by one: $levels', ({ features, levels }) => {
    expect(judgeStops(ok(features)).map(({ level }) => level)).toEqual(levels)
  })

  it('returns a warning when they cannot be read', () => {
    expect(judgeStops(err({ kind: 'NOT_OFFERED', detail: 'it is silent' })).map(gist)).toEqual([
      'warn: not reported by the exchange: it is silent',
    ])
  })
})

describe('used request weight', () => {
  const use = (used: number, windowMs = 60_000) => judgeRate(ok({ used, limit: 2_400, windowMs }))
  it.each([
    { finding: use(24), seen: 'ok: 24 of 2400 used this minute (1%)' },
    { finding: use(1_679), seen: 'ok: 1679 of 2400 used this minute (70%)' },
    { finding: use(1_680), seen: 'warn: 1680 of 2400 used this minute (70%)' },
    { finding: use(2_160), seen: 'fail: 2160 of 2400 used this minute (90%)' },
    { finding: use(0, 5_000), seen: 'ok: 0 of 2400 used in 5 s (0%)' },
    { finding: judgeRate(err({ kind: 'NOT_ASKED', detail: 'spent' })), seen: 'warn: not requested: spent' },
    { finding: judgeRate(err(AWAY)), seen: 'warn: not reported: connect ECONNREFUSED' },
  ])('is rated by its share: $seen', ({ finding, seen }) => {
    expect(gist(finding)).toBe(seen)
  })
})
