import { describe, expect, it } from 'vitest'
import { INSTRUMENT_SPECS } from '../../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { PowerLoss } from './engine-life.ts'
import { restart, runUntil } from './run-market.ts'
import { ideaAt, minutesOn, ofKind } from './scripted-market.ts'
import { aScriptedStrategy, createRules } from './scripted-strategy.ts'
import { openTradedMarket } from './traded-market.ts'

describe('a stop that was decided but not sent before the process died', () => {
  it.each([
    ['knows its prices already', false],
    ['opens after the engine has requested it', true],
  ])('is sent to an exchange that %s, and the position is retained', (_when, opensLate) => {
    const strategy = aScriptedStrategy('T01', { horizonBars: 30 })
    const store = openEngineStore(aTempDirectory())
    const parts = { seed: 5, startMs: NOON_MS, store, specs: INSTRUMENT_SPECS.slice(0, 1), historyMs: MINUTE_MS }
    const market = openTradedMarket({ ...parts, rules: createRules([strategy]), opensLate })
    strategy.setIdea(NOON_MS, ideaAt(market, NOON_MS))
    market.strike = { kind: 'protectionChanged', left: 0, written: true }
    expect(() => runUntil(market, minutesOn(2))).toThrow(PowerLoss)
    restart(market)
    runUntil(market, minutesOn(3))
    expect(market.life.state.ledger.positions.get('BTCUSDT')?.protection.state).toBe('VERIFIED')
    const resent = ofKind(market, 'orderResent').filter(({ orderId }) => orderId.length > 0)
    expect(new Set(resent.map(({ atMs, orderId }) => `${atMs} ${orderId}`)).size).toBe(resent.length)
    store.close()
  })
})
