import { describe, expect, it } from 'vitest'
import { loseMarket, runUntil } from '../../../test/autotrading/run-market.ts'
import { ideaAt, minutesOn, openScriptedMarket, signalOutcomes } from '../../../test/autotrading/scripted-market.ts'
import { aScriptedStrategy, createRules, enter, exit } from '../../../test/autotrading/scripted-strategy.ts'
import type { TradedMarket } from '../../../test/autotrading/traded-market.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { Candle } from '../../domain/market/candle.ts'

const openStage = (mode: 'OFF' | 'PAPER' = 'PAPER') => {
  const strategy = aScriptedStrategy()
  const [book] = createRules([strategy]).books
  const market = openScriptedMarket(createRules([strategy], { books: book ? [{ ...book, mode }] : [] }))
  return { strategy, market }
}

/** Bars of a minute, from noon on. */
const barAt = ({ instruments }: TradedMarket, minute: number): Candle =>
  instruments[0]?.minuteAt(NOON_MS + minute * MINUTE_MS) ?? expect.fail('a market has an instrument')

/** The first minute after which the next one goes beyond both its own open and the close before, up or down. */
const minuteBefore = (market: TradedMarket, goes: 'UP' | 'DOWN'): number => {
  for (let minute = 0; minute < 60; minute++) {
    const [bar, next] = [barAt(market, minute), barAt(market, minute + 1)]
    if (goes === 'UP' ? next.high > Math.max(bar.close, next.open) : next.low < Math.min(bar.close, next.open)) {
      return minute
    }
  }
  return expect.fail(`the market never goes ${goes}`)
}

describe('a signal', () => {
  it('ends at its target in the minute that touches it', () => {
    const { strategy, market } = openStage('OFF')
    const minute = minuteBefore(market, 'UP')
    const target = barAt(market, minute + 1).high
    strategy.setIdea(NOON_MS + minute * MINUTE_MS, enter('LONG', 50_000, target / 10))
    runUntil(market, minutesOn(minute + 3))
    expect(signalOutcomes(market)).toMatchObject([
      { barrier: 'TARGET', label: 1, exit: target / 10, barsHeld: 1, resolvedAtMs: NOON_MS + (minute + 2) * MINUTE_MS },
    ])
  })

  it('ends at its stop in the minute that touches it', () => {
    const { strategy, market } = openStage('OFF')
    const minute = minuteBefore(market, 'DOWN')
    const stop = barAt(market, minute + 1).low
    strategy.setIdea(NOON_MS + minute * MINUTE_MS, enter('LONG', stop / 10, 70_000))
    runUntil(market, minutesOn(minute + 3))
    expect(signalOutcomes(market)).toMatchObject([{ barrier: 'STOP', label: -1, exit: stop / 10, barsHeld: 1 }])
  })

  it.each(['OFF', 'PAPER'] as const)('ends at its horizon, in a scope that is %s', (mode) => {
    const { strategy, market } = openStage(mode)
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    runUntil(market, minutesOn(6))
    expect(signalOutcomes(market)).toMatchObject([
      {
        barrier: 'TIME',
        entry: barAt(market, 1).open / 10,
        exit: barAt(market, 3).close / 10,
        barsHeld: 3,
        resolvedAtMs: NOON_MS + 4 * MINUTE_MS,
      },
    ])
  })

  it('ends when its strategy exits that direction', () => {
    const { strategy, market } = openStage()
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, exit('LONG'))
    runUntil(market, minutesOn(6))
    expect(signalOutcomes(market)).toMatchObject([
      { barrier: 'EXIT', exit: barAt(market, 2).close / 10, barsHeld: 2, resolvedAtMs: NOON_MS + 3 * MINUTE_MS },
    ])
  })

  it('continues when its strategy exits the other direction', () => {
    const { strategy, market } = openStage()
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    strategy.setIdea(NOON_MS + MINUTE_MS, exit('SHORT'))
    runUntil(market, minutesOn(6))
    expect(signalOutcomes(market)).toMatchObject([{ barrier: 'TIME' }])
  })

  it('is lost when a minute is incomplete, and is not reported again', () => {
    const { strategy, market } = openStage()
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    runUntil(market, minutesOn(2))
    loseMarket(market, 90_000)
    runUntil(market, minutesOn(9))
    expect(signalOutcomes(market)).toEqual([{ kind: 'LOST', reason: 'DATA_GAP', lostAtMs: NOON_MS + 2 * MINUTE_MS }])
  })

  it('costs what a round trip would have cost when it was raised', () => {
    const { strategy, market } = openStage()
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    runUntil(market, minutesOn(6))
    const [outcome] = signalOutcomes(market)
    if (outcome?.kind !== 'RESOLVED') return expect.fail('it was not resolved')
    expect(outcome.costReturn).toBeCloseTo(0.001, 5)
    expect(outcome.netReturn).toBe(outcome.grossReturn - outcome.costReturn)
  })
})
