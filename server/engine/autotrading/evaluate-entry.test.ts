import { describe, expect, it } from 'vitest'
import {
  closedAt,
  consideredEntries,
  openScriptedHarness,
  passTo,
  raisedSignals,
  refusedBy,
} from '../../../test/autotrading/scripted-harness.ts'
import {
  aScriptedStrategy,
  createRules,
  enter,
  type ScriptedStrategy,
} from '../../../test/autotrading/scripted-strategy.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import { aConstitution } from '../../../test/support/risk-samples.ts'
import { anOutcome } from '../../../test/support/signal-samples.ts'
import { BALANCE, type Harness } from '../../../test/support/trading-floor.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { candidateDigest } from '../../domain/signal/entry-candidate.ts'
import { signalDigest } from '../../domain/signal/signal.ts'
import type { TradingBook } from '../../domain/signal/trading-book.ts'
import type { ConsideredEntry } from '../model/facts.ts'
import type { Rules } from '../state/turn.ts'
import { noteOutcome } from './track-records.ts'

const LONG = enter('LONG', 59_400, 60_600)
const SHORT = enter('SHORT', 60_600, 59_400)

/** Closes the first minute after noon, with these strategies returning these ideas for it. */
const considered = (
  ideas: readonly (readonly [ScriptedStrategy, typeof LONG])[],
  changes: Partial<Rules> = {},
  meanwhile: (harness: Harness) => void = () => {},
): { readonly harness: Harness; readonly entries: readonly ConsideredEntry[] } => {
  const rules = createRules(
    ideas.map(([strategy]) => strategy),
    changes,
  )
  const harness = openScriptedHarness(rules)
  for (const [strategy, idea] of ideas) strategy.setIdea(NOON_MS, idea)
  passTo(harness, NOON_MS + MINUTE_MS + 1_900)
  meanwhile(harness)
  passTo(harness, closedAt(0))
  return { harness, entries: consideredEntries(harness) }
}

const createBooks = (strategies: readonly string[], changes: Partial<TradingBook> = {}): Rules['books'] => [
  {
    bookId: 'main',
    mode: 'PAPER',
    symbols: null,
    intervals: ['1m'],
    strategies,
    explores: true,
    manualSymbols: [],
    ...changes,
  },
]

describe('a considered entry', () => {
  it('is sized by the loss at its stop from the worst price, costs included, and is sent as IOC', () => {
    const { harness, entries } = considered([[aScriptedStrategy(), LONG]])
    const [entry] = entries
    const { candidate, digest, orderId } = entry ?? expect.fail('nothing was considered')
    expect(candidate).toMatchObject({
      price: 600_901,
      stopLoss: 594_000,
      quantity: 13,
      sizedBy: 'RISK',
      bookId: 'main',
    })
    expect(candidate.risk).toBeLessThanOrEqual(BALANCE / 1_000n)
    expect((candidate.risk * 14n) / 13n).toBeGreaterThan(BALANCE / 1_000n)
    expect(harness.order(orderId ?? '')).toMatchObject({
      terms: { side: 'BUY', type: 'LIMIT', timeInForce: 'IOC', price: 600_901, quantity: 13, reduceOnly: false },
      plan: { stopLoss: { price: 594_000 }, takeProfit: { price: 606_000 } },
      origin: 'AUTOTRADING',
      cause: { candidateId: candidate.candidateId, digest, strategyId: 'T01', horizonEndMs: NOON_MS + 4 * MINUTE_MS },
    })
  })

  it('is capped by the order limit', () => {
    const constitution = aConstitution({ limits: { maxOrderNotional: '600' } })
    const { entries } = considered([[aScriptedStrategy(), SHORT]], { constitution })
    expect(entries[0]?.candidate).toMatchObject({ price: 599_100, quantity: 10, sizedBy: 'ORDER_LIMIT' })
    expect(entries.map(refusedBy)).toEqual([[]])
  })

  it('has zero quantity when even one lot is too large, and is refused', () => {
    const constitution = aConstitution({ limits: { maxOrderNotional: '50' } })
    const { entries } = considered([[aScriptedStrategy(), LONG]], { constitution })
    expect(entries[0]?.candidate.quantity).toBe(0)
    expect(entries.map(refusedBy)).toEqual([expect.arrayContaining(['G09'])])
  })

  it('references its signals and is referenced by its order, so that a change of one is detected', () => {
    const { harness, entries } = considered([[aScriptedStrategy(), LONG]])
    const [signal] = raisedSignals(harness)
    const [entry] = entries
    expect(entry?.candidate.signals).toEqual([
      { signalId: signal?.signalId, strategyId: 'T01', digest: signal && signalDigest(signal) },
    ])
    expect(entry?.digest).toBe(entry && candidateDigest(entry.candidate))
  })

  it('states its cost and value; without an edge it is traded only as exploratory, and so is its order', () => {
    const { harness, entries } = considered([[aScriptedStrategy(), LONG]])
    const { candidate, decision, orderId } = entries[0] ?? expect.fail('nothing was considered')
    expect(candidate.cost.fees).toBeCloseTo(10)
    expect(candidate.edge.netEdgeLcbBps).toBeLessThan(candidate.edge.netEdgeBps)
    expect(harness.order(orderId ?? '').cause?.netEdgeLcb).toBe(candidate.edge.netEdgeLcbBps / 10_000)
    expect(decision.readings.find(({ gateId }) => gateId === 'G24')).toMatchObject({ enforced: false, pass: false })
    expect([candidate.exploratory, harness.order(orderId ?? '').exploratory]).toEqual([true, true])
  })

  it('is not exploratory when it has an edge, in an exploring scope', () => {
    const strategy = aScriptedStrategy()
    const harness = openScriptedHarness(createRules([strategy]))
    strategy.setIdea(NOON_MS, LONG)
    passTo(harness, closedAt(0))
    const [past] = raisedSignals(harness)
    if (!past) return expect.fail('no signal was recorded')
    for (let day = 1; day <= 60; day++) {
      const resolvedAtMs = NOON_MS - day * MINUTE_MS
      const signal = { ...past, barClosedAtMs: resolvedAtMs - MINUTE_MS }
      noteOutcome(harness.state.signals, signal, anOutcome({ resolvedAtMs, barrier: 'TARGET' }))
    }
    strategy.setIdea(NOON_MS + 2 * MINUTE_MS, LONG)
    passTo(harness, closedAt(2))
    const { candidate } = consideredEntries(harness).at(-1) ?? expect.fail('nothing was considered')
    expect(candidate.edge.netEdgeLcbBps).toBeGreaterThan(0)
    expect(candidate).not.toHaveProperty('exploratory')
  })

  it('is not created for a manually traded symbol; its signal is tracked all the same', () => {
    const { harness, entries } = considered([[aScriptedStrategy(), LONG]], {
      books: createBooks(['T01'], { manualSymbols: ['BTCUSDT'] }),
    })
    expect(entries).toEqual([])
    expect(raisedSignals(harness)).toHaveLength(1)
    expect(harness.state.signals.open.get('BTCUSDT')?.size).toBe(1)
  })

  it('is shared by all strategies that agree on a bar, and separate for the other direction', () => {
    const [first, second, third] = [aScriptedStrategy('T01'), aScriptedStrategy('T02'), aScriptedStrategy('T03')]
    const { entries } = considered([
      [first, LONG],
      [second, SHORT],
      [third, LONG],
    ])
    const named = entries.map(({ candidate }) => candidate.signals.map(({ strategyId }) => strategyId))
    expect(named).toEqual([['T01', 'T03'], ['T02']])
    expect(entries.map(refusedBy)).toEqual([[], ['G29']])
  })

  it('is led by the strategy with the most evidence', () => {
    const [first, second] = [aScriptedStrategy('T01'), aScriptedStrategy('T02')]
    const harness = openScriptedHarness(createRules([first, second]))
    second.setIdea(NOON_MS, SHORT)
    passTo(harness, closedAt(0))
    const [past] = raisedSignals(harness)
    if (!past) return expect.fail('no signal was recorded')
    for (let day = 1; day <= 30; day++) {
      const resolvedAtMs = NOON_MS - day * MINUTE_MS
      const signal = { ...past, barClosedAtMs: resolvedAtMs - MINUTE_MS }
      noteOutcome(harness.state.signals, signal, anOutcome({ resolvedAtMs, barrier: day % 3 ? 'STOP' : 'TARGET' }))
    }
    for (const strategy of [first, second]) strategy.setIdea(NOON_MS + 2 * MINUTE_MS, enter('LONG', 59_000, 60_500))
    passTo(harness, closedAt(2))
    const { candidate } = consideredEntries(harness).at(-1) ?? expect.fail('nothing was considered')
    expect(candidate.signals.map(({ strategyId }) => strategyId)).toEqual(['T02', 'T01'])
    expect([candidate.stopLoss, candidate.confidence.n]).toEqual([590_000, 30])
  })
})

describe('an entry is refused', () => {
  it('while the engine is degraded', () => {
    const strategy = aScriptedStrategy()
    const harness = openScriptedHarness(createRules([strategy]))
    strategy.setIdea(NOON_MS + MINUTE_MS, LONG)
    harness.pass(closedAt(1) - harness.nowMs)
    expect(harness.state.ledger.control.state).toBe('DEGRADED')
    expect(consideredEntries(harness).map(refusedBy)).toEqual([expect.arrayContaining(['G02'])])
    expect(harness.takeSubmissions()).toEqual([])
  })

  it.each([
    ['when the trading scope is not armed', { books: createBooks(['T01'], { mode: 'OFF' }) }, ['G28']],
    ['where no book has the strategy', { books: createBooks(['T02']) }, ['G24', 'G30']],
    [
      'when it has no edge and the trading scope does not explore',
      { books: createBooks(['T01'], { explores: false }) },
      ['G24'],
    ],
  ])('%s', (_where, changes, gates) => {
    const { harness, entries } = considered([[aScriptedStrategy(), LONG]], changes)
    expect(entries.map(refusedBy)).toEqual([gates])
    expect(entries[0]?.orderId).toBeNull()
    expect(harness.takeSubmissions()).toEqual([])
  })

  it('when an order of another source is open', () => {
    const { entries } = considered([[aScriptedStrategy(), LONG]], {}, (harness) => void harness.place())
    expect(entries.map(refusedBy)).toEqual([['G29']])
  })

  it('of a strategy that is quarantined', () => {
    const { entries } = considered([[aScriptedStrategy(), LONG]], {}, ({ state, nowMs }) => {
      state.ledger.quarantines.set('T01', { reason: 'it failed', atMs: nowMs })
    })
    expect(entries.map(refusedBy)).toEqual([['G30']])
  })
})
