import { describe, expect, it } from 'vitest'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { parseTagged, printTagged } from '../../core/tagged-json.ts'
import { lots, ticks } from '../market/instrument.ts'
import { type Component, readComponents } from './component.ts'
import {
  beginLiquidations,
  countLiquidation,
  endLiquidations,
  type LiquidationWatch,
  observeLiquidations,
} from './liquidations.ts'
import { readLiquidationBaseline, resumeLiquidationBaseline } from './micro-reading.ts'
import { createMicro, type Micro } from './micro-state.ts'

const DAYS = 8

const observe = (watch: LiquidationWatch, fromMs: Instant, toMs: Instant): void => {
  for (let at = fromMs; at <= toMs; at += 30 * SECOND_MS) observeLiquidations(watch, at)
}

const liquidate = ({ liquidations }: Micro, liquidatedAtMs: Instant, quantity = 10): void =>
  countLiquidation(liquidations, {
    symbol: 'BTCUSDT',
    side: 'SELL',
    price: ticks(1_000),
    quantity: lots(quantity),
    liquidatedAtMs,
  })

/** Observed until noon, with `each` lots liquidated every minute. */
const observed = (days = DAYS, each = 0): Micro => {
  const micro = createMicro()
  const fromMs = NOON_MS - days * DAY_MS
  beginLiquidations(micro.liquidations, fromMs)
  observe(micro.liquidations, fromMs, NOON_MS)
  if (each > 0) for (let at = fromMs; at < NOON_MS; at += MINUTE_MS) liquidate(micro, at, each)
  return micro
}

const cascadeAt = (micro: Micro, atMs: Instant): Component =>
  readComponents(micro, atMs).find(({ id }) => id === 'cascade') ?? expect.fail('no cascade')

/** Adds liquidations within the last minute so that the last five minutes have about `ratio` times the mean. */
const burst = (micro: Micro, ratio: number, count = 5): void => {
  for (let index = 0; index < count; index++) liquidate(micro, NOON_MS, (50 * ratio - 40) / count)
}

/** Observed like `observed(DAYS, 10)`, except for these minutes half a day before noon. */
const observedExcept = (minutes: number): Micro => {
  const micro = createMicro()
  const lostMs = NOON_MS - DAY_MS / 2
  const backMs = lostMs + minutes * MINUTE_MS
  beginLiquidations(micro.liquidations, NOON_MS - DAYS * DAY_MS)
  observe(micro.liquidations, NOON_MS - DAYS * DAY_MS, lostMs)
  endLiquidations(micro.liquidations)
  beginLiquidations(micro.liquidations, backMs)
  observe(micro.liquidations, backMs, NOON_MS)
  for (let at = NOON_MS - DAY_MS; at < NOON_MS; at += MINUTE_MS) {
    if (at < lostMs || at >= backMs) liquidate(micro, at)
  }
  return micro
}

/** From the worst to the best. */
const LEVELS = ['HOSTILE', 'INSUFFICIENT_EVIDENCE', 'ELEVATED', 'CLEAN']

const rankAt = (micro: Micro): number => LEVELS.indexOf(cascadeAt(micro, NOON_MS).level)

describe('the liquidation cascade', () => {
  it('is not known where liquidations are not received', () => {
    expect(cascadeAt(createMicro(), NOON_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      value: null,
      evidence: { have: 0, need: 1, unit: 'liquidations' },
    })
  })

  it('is clean where the stream was observed and nothing was liquidated', () => {
    expect(cascadeAt(observed(), NOON_MS)).toMatchObject({
      level: 'CLEAN',
      value: 0,
      n: 0,
      baselineDays: DAYS,
      evidence: { have: DAYS, need: 7, unit: 'days' },
    })
  })

  it.each([
    [4, 'CLEAN'],
    [6, 'ELEVATED'],
    [14, 'ELEVATED'],
    [17, 'HOSTILE'],
  ])('with about %i times the mean is %s', (ratio, level) => {
    const micro = observed(DAYS, 10)
    burst(micro, ratio)
    const { value, ...rest } = cascadeAt(micro, NOON_MS)
    expect(rest.level).toBe(level)
    expect(Math.abs((value ?? 0) - ratio)).toBeLessThan(1)
  })

  it('is not a cascade while there are only a few liquidations, however large', () => {
    const micro = observed()
    for (let index = 0; index < 4; index++) liquidate(micro, NOON_MS, 1_000)
    expect(cascadeAt(micro, NOON_MS)).toMatchObject({ level: 'CLEAN', value: 288, n: 4 })
    liquidate(micro, NOON_MS)
    expect(cascadeAt(micro, NOON_MS)).toMatchObject({ level: 'HOSTILE', n: 5 })
  })

  it('needs a week of observation, except to be hostile', () => {
    expect(cascadeAt(observed(2, 10), NOON_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      evidence: { have: 2, need: 7, unit: 'days' },
    })
    const micro = observed(2, 10)
    burst(micro, 17)
    expect(cascadeAt(micro, NOON_MS).level).toBe('HOSTILE')
  })

  it('has no value before most of a day was observed, and is then not hostile', () => {
    const micro = observed(0.5, 10)
    burst(micro, 30)
    expect(cascadeAt(micro, NOON_MS)).toMatchObject({ level: 'INSUFFICIENT_EVIDENCE', value: null })
  })

  it('is not known after the stream was lost, until the last five minutes were observed again', () => {
    const micro = observed()
    endLiquidations(micro.liquidations)
    observe(micro.liquidations, NOON_MS, NOON_MS + 10 * MINUTE_MS)
    expect(cascadeAt(micro, NOON_MS + 10 * MINUTE_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      evidence: { have: 0, unit: 'liquidations' },
    })
    const backMs = NOON_MS + 10 * MINUTE_MS
    beginLiquidations(micro.liquidations, backMs)
    observe(micro.liquidations, backMs, backMs + 4 * MINUTE_MS)
    expect(cascadeAt(micro, backMs + 4 * MINUTE_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      evidence: { have: 4, need: 5, unit: 'minutes' },
    })
    observe(micro.liquidations, backMs + 4 * MINUTE_MS, backMs + 5 * MINUTE_MS)
    expect(cascadeAt(micro, backMs + 5 * MINUTE_MS).level).toBe('CLEAN')
  })

  it('is not known while mark prices of the connection do not arrive', () => {
    const micro = observed()
    expect(cascadeAt(micro, NOON_MS + 30 * SECOND_MS).level).toBe('CLEAN')
    expect(cascadeAt(micro, NOON_MS + 31 * SECOND_MS).level).toBe('INSUFFICIENT_EVIDENCE')
    observe(micro.liquidations, NOON_MS + 60 * SECOND_MS, NOON_MS + 3 * MINUTE_MS)
    expect(cascadeAt(micro, NOON_MS + 3 * MINUTE_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      evidence: { have: 2, need: 5, unit: 'minutes' },
    })
  })

  it('is not known after more than a tenth of the day was not observed', () => {
    const micro = observed()
    const backMs = NOON_MS + 3 * 60 * MINUTE_MS
    beginLiquidations(micro.liquidations, backMs)
    observe(micro.liquidations, backMs, backMs + 10 * MINUTE_MS)
    expect(cascadeAt(micro, backMs + 10 * MINUTE_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      value: null,
      evidence: { unit: 'minutes', need: 1_292 },
    })
  })

  it.each([
    [1, 0],
    [1, 6],
    [1, 17],
    [60, 4],
    [60, 14],
    [60, 17],
  ])('is not better when the stream was lost for %i minutes, at %i times the mean', (minutes, ratio) => {
    const [whole, broken] = [observed(DAYS, 10), observedExcept(minutes)]
    if (ratio > 0) for (const micro of [whole, broken]) burst(micro, ratio)
    const before = rankAt(whole)
    expect(rankAt(broken)).toBeLessThanOrEqual(before)
    endLiquidations(whole.liquidations)
    expect(rankAt(whole)).toBeLessThanOrEqual(before)
  })

  it('continues after a restart, and is not better by it', () => {
    const [calm, hostile] = [observed(), observed(DAYS, 10)]
    burst(hostile, 17)
    const [calmAfter, hostileAfter] = [calm, hostile].map((micro) => {
      const next = createMicro()
      resumeLiquidationBaseline(next, parseTagged(printTagged(readLiquidationBaseline(micro))))
      return next
    }) as [Micro, Micro]
    expect(cascadeAt(hostileAfter, NOON_MS + MINUTE_MS).level).toBe('HOSTILE')
    expect(cascadeAt(calmAfter, NOON_MS + MINUTE_MS)).toMatchObject({
      level: 'INSUFFICIENT_EVIDENCE',
      baselineDays: DAYS,
    })
    const backMs = NOON_MS + MINUTE_MS
    beginLiquidations(calmAfter.liquidations, backMs)
    observe(calmAfter.liquidations, backMs, backMs + 5 * MINUTE_MS)
    expect(cascadeAt(calmAfter, backMs + 5 * MINUTE_MS).level).toBe('CLEAN')
  })

  it('rejects saved liquidations of another form and changes nothing', () => {
    const micro = createMicro()
    expect(() => resumeLiquidationBaseline(micro, { minutes: {} })).toThrow(TypeError)
    expect(readLiquidationBaseline(micro)).toEqual(readLiquidationBaseline(createMicro()))
  })
})
