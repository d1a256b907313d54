import { describe, expect, it } from 'vitest'
import { restart, runUntil } from '../../../test/autotrading/run-market.ts'
import { consideredEntries, raisedSignals } from '../../../test/autotrading/scripted-harness.ts'
import { ideaAt, minutesOn, openScriptedMarket, signalOutcomes } from '../../../test/autotrading/scripted-market.ts'
import { aScriptedStrategy, createRules } from '../../../test/autotrading/scripted-strategy.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'

/** Creates a market with ideas for three consecutive minutes, and then a period without candles. */
const market = () => {
  const strategy = aScriptedStrategy('T01', { horizonBars: 5 })
  const opened = openScriptedMarket(createRules([strategy]))
  for (const minute of [0, 2, 4]) {
    const openMs = NOON_MS + minute * MINUTE_MS
    strategy.setIdea(openMs, ideaAt(opened, openMs))
  }
  return opened
}

const undisturbed = () => {
  const lived = market()
  runUntil(lived, minutesOn(12))
  return lived
}

describe('a restarted engine', () => {
  it.each([
    ['immediately', 0],
    ['after a minute and a half', 90_000],
    ['when all of it would be over', 9 * MINUTE_MS],
  ])('%s ends the tracked signals as if it had never stopped', (_when, downMs) => {
    const lived = market()
    runUntil(lived, minutesOn(3))
    expect(lived.life.state.signals.open.get('BTCUSDT')?.size).toBe(2)
    restart(lived, downMs)
    runUntil(lived, minutesOn(13))
    expect(signalOutcomes(lived).map((outcome) => ({ ...outcome, costReturn: 0, netReturn: 0, netR: 0 }))).toEqual(
      signalOutcomes(undisturbed()).map((outcome) => ({ ...outcome, costReturn: 0, netReturn: 0, netR: 0 })),
    )
  })

  it('publishes nothing twice', () => {
    const lived = market()
    for (const minute of [1, 2, 3, 5]) {
      runUntil(lived, minutesOn(minute))
      restart(lived)
    }
    runUntil(lived, minutesOn(12))
    const ids = raisedSignals(lived).map(({ signalId }) => signalId)
    expect(ids).toEqual(raisedSignals(undisturbed()).map(({ signalId }) => signalId))
    expect(new Set(ids).size).toBe(3)
  })

  it('records ideas for its downtime as past, and does not trade on them', () => {
    const lived = market()
    runUntil(lived, minutesOn(3))
    const before = consideredEntries(lived).length
    restart(lived, 4 * MINUTE_MS)
    runUntil(lived, minutesOn(12))
    expect(raisedSignals(lived).map(({ origin }) => origin)).toEqual(['LIVE', 'LIVE', 'HISTORY'])
    expect(consideredEntries(lived)).toHaveLength(before)
  })

  it('has the signal outcomes and the calibration record', () => {
    const lived = undisturbed()
    const { records, watches } = lived.life.state.signals
    const [known] = [...records.values()].map(({ outcomes }) => outcomes)
    expect(known).toHaveLength(3)
    restart(lived)
    const again = lived.life.state.signals
    expect([...again.records].map(([key, { outcomes }]) => [key, outcomes])).toEqual(
      [...records].map(([key, { outcomes }]) => [key, outcomes]),
    )
    expect([...again.watches]).toEqual([...watches])
  })
})
