import { describe, expect, it } from 'vitest'
import { type ControlHarness, openControlHarness, rulesWith } from '../../../test/support/control-floor.ts'
import { INSTRUCTED } from '../../../test/support/trading-floor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import type { PastRun } from '../../domain/control/continuity.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import { type Command, HOST } from '../model/events.ts'
import { step } from '../run/step.ts'
import type { Rules } from '../state/turn.ts'

type Start = Extract<Command, { kind: 'startRun' }>

const HASHES = { build: 'b', constitution: 'c', config: 'f' }

const aRunBefore = ({ nowMs }: ControlHarness, run: Partial<PastRun> = {}): PastRun => ({
  runId: 'run_A',
  epoch: 1,
  startedAtMs: nowMs - HOUR_MS,
  hashes: HASHES,
  endedCleanly: true,
  lastAtMs: nowMs - MINUTE_MS,
  state: 'RUNNING',
  ...run,
})

const aGrant = ({ nowMs }: ControlHarness, grant: Partial<LiveGrant> = {}): LiveGrant => ({
  packetId: 'pkt_01KE3Y9R9B0000000000000000',
  packetHash: 'a'.repeat(64),
  constitutionHash: HASHES.constitution,
  buildDigest: HASHES.build,
  scope: 'AUTOTRADING',
  reason: 'thirty good days',
  grantedAtMs: nowMs,
  expiresAtMs: nowMs + DAY_MS,
  ...grant,
})

const openWith = (mode: Rules['mode'], grant: Partial<LiveGrant> | null = {}): ControlHarness => {
  const harness = openControlHarness(rulesWith({}, { mode }))
  const instructed = { ...INSTRUCTED, actor: HOST }
  if (grant) harness.command({ kind: 'setLiveGrant', grant: aGrant(harness, grant), instructed })
  return harness
}

/** Restarts after a run that gave no cause to wait, except for the given changes. */
const startAnew = (
  harness: ControlHarness,
  { run = {}, ...start }: Partial<Start> & { run?: Partial<PastRun> } = {},
) => {
  const previousRuns = { past: [aRunBefore(harness, run)], damage: null }
  const command = {
    kind: 'startRun',
    runId: 'run_B',
    market: 'test',
    mode: 'LIVE',
    hashes: HASHES,
    previousRuns,
  } as const
  Object.assign(harness.state.session.reconciliation, { doneAtMs: null, dueAtMs: 0 })
  harness.command({ ...command, ...start })
  harness.run(1_000)
  return harness.state.ledger.control
}

/** Returns earlier runs of which the given number ended without a clean shutdown within the hour. */
const crashed = (harness: ControlHarness, count: number) => ({
  past: Array.from({ length: count }, () => aRunBefore(harness, { endedCleanly: false })),
  damage: null,
})

const HOLDS: readonly [what: string, code: string, start: Parameters<typeof startAnew>[1]][] = [
  ['was paused before', 'RC04', { run: { state: 'PAUSED' } }],
  ['did not get beyond its start before', 'RC04', { run: { state: null } }],
  ['is another program', 'RC06', { hashes: { ...HASHES, build: 'other' } }],
  ['does not know which program it was', 'RC06', { run: { hashes: null } }],
  ['has another constitution', 'RC07', { hashes: { ...HASHES, constitution: 'other' } }],
  ['has another configuration', 'RC07', { hashes: { ...HASHES, config: 'other' } }],
  ['was down for long', 'RC13', { run: { lastAtMs: 0 } }],
  ['has never run', 'RC04', { previousRuns: { past: [], damage: null } }],
  ['is not the run after the one its books know of', 'RC05', { lastEpoch: 9 }],
  ['found its store damaged', 'RC01', { previousRuns: { past: [], damage: 'a page is torn' } }],
]

describe('with real money, an engine that may resume automatically', () => {
  it('resumes when no condition prevents it', () => {
    expect(startAnew(openWith('LIVE'))).toMatchObject({ state: 'RUNNING', reason: { code: 'AUTO_RESUMED' } })
  })

  it.each(HOLDS)('stays paused when it %s, and names the condition and the remedy', (_what, code, start) => {
    expect(startAnew(openWith('LIVE'), start)).toMatchObject({
      state: 'PAUSED',
      desired: 'RUNNING',
      reason: { code, message: expect.stringMatching(new RegExp(`${code} .*plimsoll resume`)) },
    })
  })

  it('reports the condition that first held it after further restarts', () => {
    const harness = openWith('LIVE')
    const first = startAnew(harness, { hashes: { ...HASHES, build: 'other' } })
    expect(first.reason.code).toBe('RC06')
    expect(startAnew(harness, { run: { state: 'PAUSED' } })).toMatchObject({ state: 'PAUSED', reason: first.reason })
  })

  it('stays paused when the previous state is unknown', () => {
    const harness = openWith('LIVE')
    harness.command({ kind: 'startRun', runId: 'run_B', market: 'test', mode: 'LIVE', hashes: HASHES })
    harness.run(1_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'PAUSED', reason: { code: 'RC04' } })
  })

  it('stays paused when it has crashed repeatedly', () => {
    const harness = openWith('LIVE')
    expect(startAnew(harness, { previousRuns: crashed(harness, 3) })).toMatchObject({ reason: { code: 'RC15' } })
  })

  it.each([
    ['none', null],
    ['one that has run out', { expiresAtMs: 0 }],
    ['one for trading by hand', { scope: 'MANUAL' as const }],
    ['one on another constitution', { constitutionHash: 'other' }],
  ])('stays paused with %s of a live grant', (_what, grant) => {
    expect(startAnew(openWith('LIVE', grant))).toMatchObject({ state: 'PAUSED', reason: { code: 'RC16' } })
  })

  it('stays paused when another party has traded on the account in the meantime', () => {
    const harness = openWith('LIVE')
    harness.placeByHand()
    expect(startAnew(harness)).toMatchObject({ state: 'PAUSED', reason: { code: 'RC17' } })
  })

  it('waits for pending conditions, but not forever', () => {
    const harness = openWith('LIVE')
    const receive = (state: 'lost' | 'live') =>
      step(harness.state, {
        kind: 'market',
        event: { kind: 'stream', change: { symbol: 'BTCUSDT', state, sinceMs: harness.nowMs } },
        atMs: harness.nowMs,
      })
    receive('lost')
    expect(startAnew(harness)).toMatchObject({ state: 'RECONCILING' })
    harness.run(58_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'RECONCILING' })
    harness.run(4_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'PAUSED', reason: { code: 'RC12' } })
  })
})

describe('with real money, an engine whose store is being checked', () => {
  const openUnchecked = () => {
    const harness = openWith('LIVE')
    const past = [aRunBefore(harness)]
    startAnew(harness, { previousRuns: { past, damage: undefined } })
    return harness
  }

  it('waits however long that takes, and continues when the store is intact', () => {
    const harness = openUnchecked()
    harness.run(90_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'RECONCILING' })
    harness.command({ kind: 'noteStoreCheck', damage: null })
    harness.run(1_000)
    expect(harness.state.ledger.control).toMatchObject({ state: 'RUNNING', reason: { code: 'AUTO_RESUMED' } })
  })

  it('halts when it is damaged', () => {
    const harness = openUnchecked()
    harness.command({ kind: 'noteStoreCheck', damage: 'a page is torn' })
    harness.run(1_000)
    expect(harness.state.ledger).toMatchObject({ control: { state: 'HALTED' }, latch: { code: 'STORE_FAILED' } })
  })
})

describe('on paper, an engine that may resume automatically', () => {
  it.each(HOLDS)('does so also when it %s', (_what, _code, start) => {
    expect(startAnew(openWith('PAPER', null), { ...start, mode: 'PAPER' })).toMatchObject({
      state: 'RUNNING',
      reason: { code: 'AUTO_RESUMED' },
    })
  })

  it.each([
    [2, { state: 'RUNNING', reason: { code: 'AUTO_RESUMED' } }],
    [3, { state: 'PAUSED', desired: 'RUNNING', reason: { code: 'RC15' } }],
  ])('stays paused only when it has crashed more often than allowed: %i times', (count, control) => {
    const harness = openWith('PAPER', null)
    expect(startAnew(harness, { previousRuns: crashed(harness, count), mode: 'PAPER' })).toMatchObject(control)
  })

  it('stays paused when another party has traded on the account since the previous run, but not on the first start', () => {
    const harness = openWith('PAPER', null)
    harness.placeByHand()
    expect(startAnew(harness, { mode: 'PAPER' })).toMatchObject({ state: 'PAUSED', reason: { code: 'RC17' } })
    const first = openWith('PAPER', null)
    first.placeByHand()
    const previousRuns = { past: [], damage: null }
    expect(startAnew(first, { previousRuns, mode: 'PAPER' })).toMatchObject({ state: 'RUNNING' })
  })
})
