import { describe, expect, it } from 'vitest'
import { settle, submit } from '../../../test/autotrading/engine-life.ts'
import { restart, runUntil } from '../../../test/autotrading/run-market.ts'
import { consideredEntries, raisedSignals, refusedBy } from '../../../test/autotrading/scripted-harness.ts'
import {
  ideaAt,
  minutesOn,
  ofKind,
  openScriptedMarket,
  signalOutcomes,
} from '../../../test/autotrading/scripted-market.ts'
import { aScriptedStrategy, createRules } from '../../../test/autotrading/scripted-strategy.ts'
import type { TradedMarket } from '../../../test/autotrading/traded-market.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { aConstitution } from '../../../test/support/risk-samples.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { HOST } from '../model/events.ts'

/**
 * Creates a market where every other minute a strategy claims a target near relative to its stop, and never reaches it.
 */
const failingMarket = (quarantineAlarm: number | null) => {
  const [failing, other] = [aScriptedStrategy('T01', { horizonBars: 1 }), aScriptedStrategy('T02', { horizonBars: 1 })]
  const constitution = aConstitution({ autotrading: { quarantineAlarm } })
  const market = openScriptedMarket(createRules([failing, other], { constitution }))
  for (let minute = 0; minute < 30; minute += 2) {
    const openMs = NOON_MS + minute * MINUTE_MS
    failing.setIdea(openMs, ideaAt(market, openMs, { stopBps: 2_000, targetBps: 150 }))
  }
  const lastMs = NOON_MS + 31 * MINUTE_MS
  other.setIdea(lastMs, ideaAt(market, lastMs))
  return market
}

const instruct = (market: TradedMarket, kind: 'quarantineStrategy' | 'rearmStrategy', strategyId: string): void => {
  const instructed = {
    actor: HOST,
    requestId: null,
    idempotency: null,
    reason: 'It was reviewed.',
    auditId: 'aud_1',
  } as const
  submit(market.life, { kind, strategyId, instructed })
  settle(market.life)
}

describe('a strategy whose outcomes fall short of its predictions', () => {
  it('is quarantined, and enters nothing more, while its signals continue', () => {
    const market = failingMarket(8)
    runUntil(market, minutesOn(33))
    const [fact, ...more] = ofKind(market, 'strategyQuarantined')
    expect(fact).toMatchObject({
      strategyId: 'T01',
      reason: expect.stringMatching(/^its outcomes fall \d+\.\d standard/),
    })
    expect(more).toEqual([])
    expect(ofKind(market, 'audited').map(({ entry }) => `${entry.action} ${entry.target}`)).toContain(
      'STRATEGY_QUARANTINE T01',
    )
    expect(raisedSignals(market).filter(({ strategyId }) => strategyId === 'T01')).toHaveLength(15)
    const later = consideredEntries(market).filter(({ candidate }) => candidate.atMs > (fact?.atMs ?? 0))
    const refused = later.map((entry) => [entry.candidate.signals[0]?.strategyId, refusedBy(entry).includes('G30')])
    expect(refused.length).toBeGreaterThan(5)
    expect(refused).toEqual([...refused.slice(1).map(() => ['T01', true]), ['T02', false]])
  })

  it('remains so when the process is restarted', () => {
    const market = failingMarket(8)
    runUntil(market, minutesOn(20))
    restart(market)
    runUntil(market, minutesOn(31))
    expect(ofKind(market, 'strategyQuarantined')).toHaveLength(1)
    expect(consideredEntries(market).slice(-4).map(refusedBy)).toEqual(Array(4).fill(expect.arrayContaining(['G30'])))
  })

  it('is monitored anew once it is re-armed', () => {
    const market = failingMarket(8)
    runUntil(market, minutesOn(25))
    instruct(market, 'rearmStrategy', 'T01')
    expect(ofKind(market, 'strategiesRearmed')).toHaveLength(1)
    runUntil(market, minutesOn(28))
    expect(signalOutcomes(market).length).toBeGreaterThan(10)
    expect(ofKind(market, 'strategyQuarantined')).toHaveLength(1)
  })

  it('is not quarantined when no alarm is set', () => {
    const market = failingMarket(null)
    runUntil(market, minutesOn(33))
    expect(ofKind(market, 'strategyQuarantined')).toEqual([])
  })
})

it('enters nothing more once the host has quarantined it, and again once it is re-armed', () => {
  const market = failingMarket(null)
  runUntil(market, minutesOn(9))
  instruct(market, 'quarantineStrategy', 'T01')
  const from = consideredEntries(market).length
  runUntil(market, minutesOn(19))
  const held = consideredEntries(market).slice(from)
  expect(held.length).toBeGreaterThan(2)
  expect(held.every((entry) => refusedBy(entry).includes('G30'))).toBe(true)
  instruct(market, 'rearmStrategy', 'T01')
  runUntil(market, minutesOn(29))
  const later = consideredEntries(market).slice(from + held.length)
  expect(later.length).toBeGreaterThan(2)
  expect(later.some((entry) => refusedBy(entry).includes('G30'))).toBe(false)
  const entries = ofKind(market, 'audited').map(({ entry }) => entry)
  expect(entries.find(({ action }) => action === 'STRATEGY_QUARANTINE')).toMatchObject({
    actor: { type: 'HOST' },
    target: 'T01',
    outcome: 'DONE',
    reason: 'It was reviewed.',
  })
})
