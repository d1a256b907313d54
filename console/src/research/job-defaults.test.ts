import { describe, expect, it } from 'vitest'
import { hasKind, suggestRange, suggestSpace, suggestTimeframe, suggestWalk, toDateText } from './job-defaults.ts'
import { createDraft, findDraftFault, toOrder } from './job-draft.ts'
import type { History, ResearchData } from './types.ts'

const DAY_MS = 86_400_000
const BEGIN_MS = Date.parse('2025-01-01T00:00:00Z')

const store = (days: number, changes: Partial<History> = {}): History => ({
  exchange: 'simulated',
  symbol: 'BTCUSDT',
  kind: 'candles',
  fromMs: BEGIN_MS,
  toMs: BEGIN_MS + days * DAY_MS,
  rows: 1,
  bytes: 1,
  gaps: [],
  gapMinutes: 0,
  ...changes,
})

const strategies = [{ strategyId: 'S05', name: 'Reversion', params: { bars: 20, stopAtr: 1.5 } }]
const gather = (...items: History[]): ResearchData => ({
  items,
  strategies,
  download: 'plimsoll data download',
  asOf: '2025-06-01T00:00:00.000Z',
})

describe('defaults of a job', () => {
  it.each([
    [365, '5m', '2025-10-03', '2026-01-01'],
    [30, '1m', '2025-01-04', '2025-01-31'],
  ] as const)('are the last 90 days of %d that leave room for indicators', (days, timeframe, from, to) => {
    expect(suggestTimeframe(store(days))).toBe(timeframe)
    const range = suggestRange(store(days), timeframe)
    expect([toDateText(range.fromMs), toDateText(range.toMs)]).toEqual([from, to])
  })

  it('search five levels around the default of each of two parameters', () => {
    expect(suggestSpace({ params: { bars: 20, stopAtr: 1.5, other: 3 } })).toBe('bars=12..28/4,stopAtr=0.9..2.1/0.3')
    expect(suggestSpace({ params: { off: 0, bars: 1 } })).toBe('bars=1..5/1')
  })

  it('divide a range into training, tests and a holdout', () => {
    expect(suggestWalk({ fromMs: 0, toMs: 60 * DAY_MS })).toMatchObject({
      trainDays: 30,
      testDays: 10,
      holdoutDays: 10,
    })
  })

  it('include funding only when it is stored for every symbol', () => {
    const items = [store(9), store(9, { kind: 'funding' }), store(9, { symbol: 'ETHUSDT' })]
    expect(hasKind(items, 'funding', { exchange: 'simulated', symbols: ['BTCUSDT'] })).toBe(true)
    expect(hasKind(items, 'funding', { exchange: 'simulated', symbols: ['BTCUSDT', 'ETHUSDT'] })).toBe(false)
  })
})

describe('a draft', () => {
  it('is an order of the first symbol with the changes', () => {
    const draft = createDraft(gather(store(30)))
    expect(findDraftFault(draft)).toBeUndefined()
    const order = toOrder({ ...draft, params: { stopAtr: '2.5' } })
    expect(order).toMatchObject({ symbols: ['BTCUSDT'], timeframes: ['1m'], params: { stopAtr: 2.5 }, funding: false })
    expect(order).not.toHaveProperty('search')
    expect(toOrder({ ...draft, kind: 'walk-forward' })).toMatchObject({
      search: { trials: 25 },
      walk: { trainDays: 13 },
    })
  })

  it.each([
    [{ symbols: [] }, 'Select at least one symbol.'],
    [{ to: '2025-01-01' }, 'The range is empty. Choose an end date after the start date.'],
    [{ params: { bars: 'x' } }, 'Enter a number for bars.'],
  ])('with %j names the error', (changes, fault) => {
    expect(findDraftFault({ ...createDraft(gather(store(30))), ...changes })).toBe(fault)
  })
})
