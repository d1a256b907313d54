import { describe, expect, it } from 'vitest'
import { anEngineState, RULES } from '../../test/support/engine-state.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { aStop } from '../../test/support/trading-facts.ts'
import { type Harness, openHarness } from '../../test/support/trading-floor.ts'
import type { ControlState } from '../domain/control/control-state.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { applyFact } from '../engine/state/ledger.ts'
import { blockerBodies, findBlockers } from './top-blockers.ts'

const BY = { type: 'HOST', sub: null, sid: null, ip: null } as const

const stand = (harness: Harness, state: ControlState, message = 'Set by the test.'): void => {
  const reason = { code: 'SCRIPTED', message }
  applyFact(harness.state.ledger, {
    kind: 'controlChanged',
    state,
    desired: 'PAUSED',
    reason,
    by: BY,
    atMs: harness.nowMs,
  })
}

const blockerCodes = (harness: Harness): string[] => findBlockers(harness.state, harness.nowMs).map(({ code }) => code)

describe('blockers of autotrading', () => {
  it('are, in a good market while it runs, only that no scope is armed', () => {
    const harness = openHarness()
    harness.pass(2_000)
    stand(harness, 'RUNNING')
    expect(blockerCodes(harness)).toEqual(['BOOK_ACTIVE'])
  })

  it('include that the past is not evaluated, with its progress', () => {
    const harness = openHarness()
    harness.pass(2_000)
    stand(harness, 'RUNNING')
    Object.assign(harness.state.signals.past, { deferred: 30_000, evaluated: 12_345 })
    expect(findBlockers(harness.state, harness.nowMs)[0]).toMatchObject({
      gateId: 'HISTORY',
      code: 'HISTORY_PENDING',
      message: 'Autotrading makes no entries yet: past candles are being evaluated: 12345 of 30000 (41%).',
      observed: 12_345,
      limit: 30_000,
    })
    harness.state.signals.past.evaluated = 30_000
    expect(blockerCodes(harness)).toEqual(['BOOK_ACTIVE'])
  })

  it('begin with the state, with its reason', () => {
    const harness = openHarness()
    harness.pass(2_000)
    stand(harness, 'PAUSED')
    expect(findBlockers(harness.state, harness.nowMs).slice(0, 1)).toEqual([
      {
        gateId: 'STATE',
        code: 'STATE_PAUSED',
        kind: 'C',
        message: 'The engine is PAUSED: Set by the test. To resume: plimsoll resume.',
        sinceMs: harness.nowMs,
        observed: 'PAUSED',
        limit: 'RUNNING',
        unit: 'state',
        removable: true,
      },
    ])
  })

  it.each([
    ['HALTED', 'judge', 'The engine is HALTED: judge. Clear the stop with: plimsoll stop clear.'],
    ['PAUSED', 'why not? ', 'The engine is PAUSED: why not? To resume: plimsoll resume.'],
    [
      'PAUSED',
      'Too much lost; resume with plimsoll resume.',
      'The engine is PAUSED: Too much lost; resume with plimsoll resume.',
    ],
    ['PAUSED', '', 'The engine is PAUSED. To resume: plimsoll resume.'],
  ] as const)('end the reason of a person who has %s it as a sentence', (state, reason, message) => {
    const harness = openHarness()
    harness.pass(2_000)
    stand(harness, state, reason)
    expect(findBlockers(harness.state, harness.nowMs)[0]?.message).toBe(message)
  })

  it('continue with tripped breakers, then with the gates that would block the smallest entry', () => {
    const harness = openHarness()
    harness.pass(2_000)
    const { ledger } = harness.state
    const atMs = harness.nowMs
    applyFact(ledger, { kind: 'breakerTripped', breaker: 'DRAWDOWN', observed: '11', limit: '10', atMs })
    applyFact(ledger, { kind: 'latchEngaged', stop: aStop(), atMs })
    stand(harness, 'HALTED')
    harness.state.session.stream = 'lost'
    const blockers = findBlockers(harness.state, harness.nowMs + 10_000)
    expect(blockers.map(({ gateId, code }) => `${gateId} ${code}`).slice(0, 3)).toEqual([
      'STATE STATE_HALTED',
      'BREAKER DRAWDOWN',
      'G01 LATCH',
    ])
    expect(blockers.map(({ gateId }) => gateId)).not.toContain('G02')
    const safety = blockers.filter(({ kind }) => kind === 'S')
    expect(safety.length).toBeGreaterThan(0)
    for (const { removable } of safety) expect(removable).toBe(false)
  })

  it('report an exchange position in an unwatched symbol, with its remedy', () => {
    const harness = openHarness()
    harness.pass(2_000)
    stand(harness, 'RUNNING')
    const [symbol, atMs] = ['DOGEUSDT', harness.nowMs]
    const held = { symbol, ours: '0', theirs: '-1500', firstSeenAtMs: atMs }
    const difference = { ...held, key: 'UNWATCHED DOGEUSDT', kind: 'UNWATCHED_POSITION' } as const
    applyFact(harness.state.ledger, { kind: 'differenceFound', difference, atMs })
    expect(findBlockers(harness.state, harness.nowMs).find(({ gateId }) => gateId === 'G06')).toMatchObject({
      code: 'RECONCILED',
      message:
        'the account holds symbols that are not configured: DOGEUSDT (-1500); add it to --symbols, or close it at the exchange.',
      observed: 'DOGEUSDT (-1500)',
      unit: 'state',
    })
  })

  it('report missing market data when there is none', () => {
    const blockers = findBlockers(anEngineState(), NOON_MS)
    expect(blockers.map(({ code }) => code)).toEqual(['STATE_STOPPED', 'MARKET_NOT_SEEN'])
  })

  it('are that no symbol is left to autotrading when all are reserved for manual trading', () => {
    const book = { bookId: 'book-1', mode: 'OFF', symbols: null, intervals: ['1m'], strategies: ['S01'] } as const
    const books = [{ ...book, explores: false, manualSymbols: ['BTCUSDT'] }]
    const harness = openHarness({ rules: { ...RULES, books } })
    harness.pass(2_000)
    stand(harness, 'RUNNING')
    expect(findBlockers(harness.state, harness.nowMs)).toMatchObject([
      { code: 'MANUAL_SYMBOLS', message: 'Every watched symbol is reserved for manual trading: BTCUSDT.', observed: 1 },
    ])
  })

  it('name each gate once, and only existing gates', () => {
    const harness = openHarness()
    stand(harness, 'RUNNING')
    harness.state.session.stream = 'lost'
    const gates = findBlockers(harness.state, harness.nowMs + 60_000).map(({ gateId }) => gateId)
    expect(gates.length).toBeGreaterThan(1)
    expect(new Set(gates).size).toBe(gates.length)
    expect(GATES.map(({ id }) => id)).toEqual(expect.arrayContaining(gates))
  })

  it('report since when they apply to all named symbols', () => {
    const kind: 'D' = 'D'
    const spread = { gateId: 'G23', code: 'SPREAD', kind, message: '', observed: '9', limit: '5', unit: 'bps' }
    const blocker = { ...spread, removable: true, sinceMs: null }
    const since: Record<string, number> = {
      'G23 SPREAD BTCUSDT': NOON_MS,
      'G23 SPREAD ETHUSDT': NOON_MS + 1_000,
      'G23 SPREAD': NOON_MS + 2_000,
    }
    const readSince = (...symbols: string[]) =>
      blockerBodies([{ ...blocker, symbols }], { firstObserved: (key) => since[key] ?? 0, refused: [] })[0]?.since
    expect(readSince('BTCUSDT')).toBe('2026-11-21T12:00:00.000Z')
    expect(readSince('ETHUSDT')).toBe('2026-11-21T12:00:01.000Z')
    expect(readSince('BTCUSDT', 'ETHUSDT')).toBe('2026-11-21T12:00:01.000Z')
    expect(readSince()).toBe('2026-11-21T12:00:02.000Z')
  })

  it('are limited to five lines, each with its start time', () => {
    const harness = openHarness()
    stand(harness, 'PAUSED')
    harness.state.session.stream = 'lost'
    const blockers = findBlockers(harness.state, harness.nowMs + 60_000)
    const bodies = blockerBodies([...blockers, ...blockers, ...blockers], { firstObserved: () => NOON_MS, refused: [] })
    expect(bodies).toHaveLength(5)
    expect(bodies[1]).toMatchObject({ since: '2026-11-21T12:00:00.000Z', share: null, soleBlockerCount: null })
  })
})
