import { describe, expect, it } from 'vitest'
import { closedAt, entriesOf, openToldFloor, passTo, signalsOf } from '../../../test/autotrading/told-floor.ts'
import { aToldStrategy, enter, exit, rulesOf } from '../../../test/autotrading/told-strategy.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { INSTRUCTED, openFloor } from '../../../test/support/trading-floor.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { HOST } from '../actors.ts'

const LONG = enter('LONG', 59_400, 60_600)

const stageOf = () => {
  const strategy = aToldStrategy()
  return { strategy, floor: openToldFloor(rulesOf([strategy])) }
}

describe('what strategies say at the close of a bar', () => {
  it('becomes a signal with its plan in whole ticks, and an entry is considered on it', () => {
    const { strategy, floor } = stageOf()
    strategy.say(NOON_MS, enter('LONG', 59_400.04, 60_599.96))
    passTo(floor, closedAt(0))
    const [signal] = signalsOf(floor)
    expect(signal).toMatchObject({
      symbol: 'BTCUSDT',
      interval: '1m',
      strategyId: 'T01',
      direction: 'LONG',
      origin: 'LIVE',
      barOpenMs: NOON_MS,
      barClosedAtMs: NOON_MS + MINUTE_MS,
      reference: 600_000,
      plan: { stopLoss: 594_001, takeProfit: 605_999, horizonBars: 3, horizonEndMs: NOON_MS + 4 * MINUTE_MS },
    })
    expect(entriesOf(floor).map(({ candidate }) => candidate.signals[0]?.signalId)).toEqual([signal?.signalId])
  })

  it('is noted of a bar that was over before, and nothing is traded on it', () => {
    const strategy = aToldStrategy()
    strategy.say(NOON_MS - MINUTE_MS, LONG)
    const floor = openToldFloor(rulesOf([strategy]))
    passTo(floor, closedAt(0))
    expect(signalsOf(floor).map(({ origin }) => origin)).toEqual(['HISTORY'])
    expect(entriesOf(floor)).toEqual([])
  })

  it('is no signal where stop or target is not a tick away from the close', () => {
    const { strategy, floor } = stageOf()
    strategy.say(NOON_MS, enter('LONG', 60_000, 60_600))
    strategy.say(NOON_MS + 2 * MINUTE_MS, enter('SHORT', 60_600, 60_000))
    passTo(floor, closedAt(2))
    expect(signalsOf(floor)).toEqual([])
  })

  it('is one signal while it goes on to say the same', () => {
    const { strategy, floor } = stageOf()
    for (const minute of [0, 1]) strategy.say(NOON_MS + minute * MINUTE_MS, LONG)
    passTo(floor, closedAt(1))
    expect(signalsOf(floor)).toHaveLength(1)
  })

  it('is no signal when it is that one should be out', () => {
    const { strategy, floor } = stageOf()
    strategy.say(NOON_MS, exit('LONG'))
    passTo(floor, closedAt(0))
    expect(signalsOf(floor)).toEqual([])
  })

  it('is heard and not acted on while the engine is paused', () => {
    const { strategy, floor } = stageOf()
    strategy.say(NOON_MS, LONG)
    passTo(floor, NOON_MS + 5_000)
    floor.command({ kind: 'pause', instructed: INSTRUCTED })
    passTo(floor, closedAt(0))
    expect(floor.state.ledger.control.state).toBe('PAUSED')
    expect(signalsOf(floor).map(({ origin }) => origin)).toEqual(['LIVE'])
    expect(entriesOf(floor)).toEqual([])
  })

  it('is heard and not acted on while the account has not been read', () => {
    const strategy = aToldStrategy()
    strategy.say(NOON_MS, LONG)
    const floor = openFloor({ rules: rulesOf([strategy]) }, null)
    floor.pass(closedAt(0) - floor.nowMs)
    expect(floor.state.ledger.control.state).toBe('RECONCILING')
    expect(signalsOf(floor)).toHaveLength(1)
    expect(entriesOf(floor)).toEqual([])
  })

  it('is not heard while the engine goes down', () => {
    const { strategy, floor } = stageOf()
    strategy.say(NOON_MS, LONG)
    passTo(floor, NOON_MS + 5_000)
    floor.command({ kind: 'beginShutdown', instructed: { ...INSTRUCTED, actor: HOST } })
    passTo(floor, closedAt(0))
    expect(floor.state.ledger.control.state).toBe('STOPPING')
    expect(signalsOf(floor)).toEqual([])
  })

  it('is not asked for where no book trades the interval', () => {
    const strategy = aToldStrategy()
    strategy.say(NOON_MS, LONG)
    const floor = openToldFloor(rulesOf([strategy], { books: [] }))
    passTo(floor, closedAt(0))
    expect(signalsOf(floor)).toEqual([])
  })
})
