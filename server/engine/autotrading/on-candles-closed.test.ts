import { describe, expect, it } from 'vitest'
import {
  closedAt,
  consideredEntries,
  openScriptedHarness,
  passTo,
  raisedSignals,
} from '../../../test/autotrading/scripted-harness.ts'
import { aScriptedStrategy, createRules, enter, exit } from '../../../test/autotrading/scripted-strategy.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { INSTRUCTED, openHarness } from '../../../test/support/trading-floor.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { HOST } from '../model/events.ts'
import type { ConsideredEntry } from '../model/facts.ts'

const LONG = enter('LONG', 59_400, 60_600)

const openStage = () => {
  const strategy = aScriptedStrategy()
  return { strategy, harness: openScriptedHarness(createRules([strategy])) }
}

describe('strategy ideas at the close of a bar', () => {
  it('become a signal with its plan in whole ticks, and an entry is considered on it', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, enter('LONG', 59_400.04, 60_599.96))
    passTo(harness, closedAt(0))
    const [signal] = raisedSignals(harness)
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
    expect(consideredEntries(harness).map(({ candidate }) => candidate.signals[0]?.signalId)).toEqual([
      signal?.signalId,
    ])
  })

  it('lead to an order only once the past is evaluated', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, LONG)
    harness.state.signals.past.deferred++
    passTo(harness, closedAt(0))
    const [{ decision, orderId }] = consideredEntries(harness) as [ConsideredEntry]
    const held = decision.readings.filter(({ enforced, pass }) => enforced && !pass)
    expect([decision.verdict, orderId]).toEqual(['DENIED', null])
    expect(held.map(({ code, detail }) => `${code}: ${detail}`)).toContain(
      'STRATEGY_FIT: entries of the strategy are blocked: past candles are being evaluated: 0 of 1 (0%)',
    )
  })

  it('are recorded for an earlier bar, and nothing is traded on them', () => {
    const strategy = aScriptedStrategy()
    strategy.setIdea(NOON_MS - MINUTE_MS, LONG)
    const harness = openScriptedHarness(createRules([strategy]))
    passTo(harness, closedAt(0))
    expect(raisedSignals(harness).map(({ origin }) => origin)).toEqual(['HISTORY'])
    expect(consideredEntries(harness)).toEqual([])
  })

  it('are no signal when stop or target is not a tick away from the close', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, enter('LONG', 60_000, 60_600))
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, enter('SHORT', 60_600, 60_000))
    passTo(harness, closedAt(2))
    expect(raisedSignals(harness)).toEqual([])
  })

  it('create one signal while the strategy repeats the same idea', () => {
    const { strategy, harness } = openStage()
    for (const minute of [0, 1]) strategy.setIdea(NOON_MS + minute * MINUTE_MS, LONG)
    passTo(harness, closedAt(1))
    expect(raisedSignals(harness)).toHaveLength(1)
  })

  it('are no signal when the strategy says to exit', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, exit('LONG'))
    passTo(harness, closedAt(0))
    expect(raisedSignals(harness)).toEqual([])
  })

  it('are recorded but not traded while the engine is paused', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, LONG)
    passTo(harness, NOON_MS + 5_000)
    harness.command({ kind: 'pause', instructed: INSTRUCTED })
    passTo(harness, closedAt(0))
    expect(harness.state.ledger.control.state).toBe('PAUSED')
    expect(raisedSignals(harness).map(({ origin }) => origin)).toEqual(['LIVE'])
    expect(consideredEntries(harness)).toEqual([])
  })

  it('are recorded but not traded while the account has not been read', () => {
    const strategy = aScriptedStrategy()
    strategy.setIdea(NOON_MS, LONG)
    const harness = openHarness({ rules: createRules([strategy]) }, null)
    harness.pass(closedAt(0) - harness.nowMs)
    expect(harness.state.ledger.control.state).toBe('RECONCILING')
    expect(raisedSignals(harness)).toHaveLength(1)
    expect(consideredEntries(harness)).toEqual([])
  })

  it('are ignored while the engine shuts down', () => {
    const { strategy, harness } = openStage()
    strategy.setIdea(NOON_MS, LONG)
    passTo(harness, NOON_MS + 5_000)
    harness.command({ kind: 'beginShutdown', instructed: { ...INSTRUCTED, actor: HOST } })
    passTo(harness, closedAt(0))
    expect(harness.state.ledger.control.state).toBe('STOPPING')
    expect(raisedSignals(harness)).toEqual([])
  })

  it('are not evaluated when no trading scope uses the interval', () => {
    const strategy = aScriptedStrategy()
    strategy.setIdea(NOON_MS, LONG)
    const harness = openScriptedHarness(createRules([strategy], { books: [] }))
    passTo(harness, closedAt(0))
    expect(raisedSignals(harness)).toEqual([])
  })
})
