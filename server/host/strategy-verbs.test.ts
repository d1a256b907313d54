import { describe, expect, it } from 'vitest'
import { anEngineState, RULES } from '../../test/support/engine-state.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { anOutcome, aSignal } from '../../test/support/signal-samples.ts'
import { donchianBreakout } from '../domain/signal/strategies/donchian-breakout.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import { noteOutcome } from '../engine/autotrading/track-records.ts'
import { openRearmingDesk } from '../engine/desks/host-desk.ts'
import { step } from '../engine/run/step.ts'
import { applyFact } from '../engine/state/ledger.ts'
import { strategyVerbs } from './strategy-verbs.ts'
import { answerVerb } from './verb.ts'

const MINE: StrategyDefinition = { ...donchianBreakout, id: 'MINE', name: 'Mine', sourceDigest: 'a'.repeat(64) }

/** The verbs over an engine with a strategy of each kind, and a file that is none. */
const aHost = (down: string | null = null) => {
  const books = [
    {
      bookId: 'main',
      mode: 'PAPER' as const,
      symbols: null,
      intervals: ['1m', '5m'] as const,
      strategies: [],
      explores: false,
      manualSymbols: [],
    },
  ]
  const state = anEngineState({ rules: { ...RULES, books, strategiesFor: () => [donchianBreakout, MINE] } })
  const verbs = strategyVerbs({
    state,
    strategies: {
      files: [{ strategyId: 'MINE', path: '/mine/a.ts' }],
      faulty: [{ path: '/mine/b.ts', fault: 'begin must be a function' }],
      downWhy: (strategyId) => (strategyId === 'MINE' ? down : null),
    },
    rearming: openRearmingDesk({
      submit: async (command) => step(state, { kind: 'command', command, atMs: NOON_MS }).outcome,
      auditId: () => 'aud_00000000000000000000000001',
    }),
  })
  return {
    state,
    quarantine: (strategyId: string) =>
      applyFact(state.ledger, { kind: 'strategyQuarantined', strategyId, reason: 'it threw', atMs: NOON_MS }),
    call: (verb: string, args: unknown = {}) => answerVerb(verbs, verb, args),
  }
}

const RUNNING = { state: 'RUNNING', reason: null, since: null, outcomes: 0 }

describe('strategies.list', () => {
  it('lists built-in strategies, those from files, and invalid files', async () => {
    const { call, state } = aHost()
    noteOutcome(state.signals, aSignal({ strategyId: 'MINE' }), anOutcome())
    expect(await call('strategies.list')).toEqual({
      ok: true,
      value: {
        items: [
          { strategyId: 'S01', name: 'DONCHIAN_BREAKOUT', file: null, ...RUNNING },
          { strategyId: 'MINE', name: 'Mine', file: '/mine/a.ts', ...RUNNING, outcomes: 1 },
        ],
        faulty: [{ file: '/mine/b.ts', fault: 'begin must be a function' }],
      },
    })
  })

  it('returns the reason when one does not enter', async () => {
    const { call, quarantine } = aHost('it did not respond')
    quarantine('S01')
    expect(await call('strategies.list')).toMatchObject({
      value: {
        items: [
          { state: 'QUARANTINED', reason: 'it threw', since: '2026-11-21T12:00:00.000Z' },
          { state: 'DOWN', reason: 'it did not respond', since: null },
        ],
      },
    })
  })
})

describe('strategies.quarantine', () => {
  it('stops a strategy from entering until it is re-armed, with the reason and its author', async () => {
    const { call, state } = aHost()
    const args = { strategyId: 'S01', reason: 'it loses in this market' }
    expect(await call('strategies.quarantine', args)).toMatchObject({
      ok: true,
      value: { state: 'QUARANTINED', reason: 'it loses in this market', since: '2026-11-21T12:00:00.000Z' },
    })
    expect([...state.ledger.quarantines.keys()]).toEqual(['S01'])
    expect(await call('strategies.quarantine', args)).toMatchObject({ error: { code: 'ALREADY_QUARANTINED' } })
    expect(await call('strategies.rearm', args)).toMatchObject({ ok: true, value: RUNNING })
  })

  it.each<[string, object, string]>([
    ['a strategy that does not run', { strategyId: 'S99', reason: 'so' }, 'NOT_IN_SCOPE'],
    ['no reason', { strategyId: 'S01', reason: ' ' }, 'BAD_ARGUMENT'],
  ])('is refused for %s', async (_what, args, code) => {
    expect(await aHost().call('strategies.quarantine', args)).toMatchObject({ ok: false, error: { code } })
  })
})

describe('strategies.rearm', () => {
  it('lets a quarantined strategy enter again, with a reason', async () => {
    const { call, quarantine, state } = aHost()
    quarantine('S01')
    const rearmArgs = { strategyId: 'S01', reason: 'reviewed by the operator' }
    expect(await call('strategies.rearm', rearmArgs)).toMatchObject({ ok: true, value: RUNNING })
    expect(state.ledger.quarantines.size).toBe(0)
  })

  it.each<[string, object, string]>([
    ['one that is not quarantined', { strategyId: 'S01', reason: 'so' }, 'NOT_QUARANTINED'],
    ['no reason', { strategyId: 'S01', reason: ' ' }, 'BAD_ARGUMENT'],
    ['no strategy', { reason: 'so' }, 'BAD_ARGUMENT'],
  ])('is refused for %s', async (_what, args, code) => {
    expect(await aHost().call('strategies.rearm', args)).toMatchObject({ ok: false, error: { code } })
  })
})
