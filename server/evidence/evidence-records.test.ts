import { describe, expect, it } from 'vitest'
import { aFill as aBookedFill, anId, anOrder, aPlan, aReport } from '../../test/support/book-samples.ts'
import { type ControlHarness, openControlHarness } from '../../test/support/control-floor.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { aVenueOrder } from '../../test/support/trading-floor.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { PastRun } from '../domain/control/continuity.ts'
import { lots } from '../domain/market/instrument.ts'
import type { Fill } from '../domain/position/position.ts'
import type { Fact } from '../engine/model/facts.ts'

import type { EngineState } from '../engine/state/turn.ts'
import { createTruthRecords, noteFacts } from './evidence-records.ts'
import { protectionTruth } from './readers/protection.ts'
import { restartReader } from './readers/restart.ts'
import { noteRecovered } from './records/boot-and-drills.ts'
import {
  createProtectionRecord,
  longestUnprotected,
  recentLostStops,
  unprotectedExposure,
} from './records/protection-record.ts'

const aPastRun = (run: Partial<PastRun> = {}): PastRun => ({
  runId: 'run_0',
  epoch: 1,
  startedAtMs: NOON_MS - HOUR_MS,
  hashes: null,
  endedCleanly: true,
  lastAtMs: NOON_MS - 1_000,
  state: 'RUNNING',
  ...run,
})

/** A trading floor on which every fact is recorded. */
const openNotedHarness = (past: readonly PastRun[] = [], parts: Partial<EngineState> = {}) => {
  const harness = openControlHarness(parts)
  const { ledger } = harness.state
  const hostStartedAtMs = NOON_MS - DAY_MS
  const about = {
    bootId: 'run_A',
    startedAtMs: NOON_MS,
    hostStartedAtMs,
    past,
    ledger,
    mode: 'PAPER' as const,
    protection: createProtectionRecord(NOON_MS),
  }
  const records = createTruthRecords(about)
  let notedCount = 0
  const note = (): void => {
    noteFacts(records, harness.facts.slice(notedCount), harness.state)
    notedCount = harness.facts.length
  }
  note()
  const sources = { state: harness.state, records, exchange: { attachesStops: false, triggersStops: true } }
  return {
    harness,
    records,
    /** Advances time as an engine does: facts are published after each tick. */
    run(ms: number): void {
      for (const end = harness.nowMs + ms; harness.nowMs < end; note()) harness.run(100)
    },
    note,
    protection: () => protectionTruth(sources, harness.nowMs).value,
    restart: (atMs: Instant = harness.nowMs) => restartReader.read(sources, atMs).value,
  }
}

const buy = (harness: ControlHarness): void => void harness.place({ type: 'MARKET', price: null, timeInForce: 'IOC' })

describe('time from fill to protection', () => {
  it('runs from the fill to the verified stop', () => {
    const { harness, run, protection } = openNotedHarness()
    buy(harness)
    run(3_000)
    const { fillToVerifiedMs, guards, unprotectedBeyondBudget } = protection()
    expect(fillToVerifiedMs.n).toBe(1)
    expect(fillToVerifiedMs.max).toBeGreaterThanOrEqual(0)
    expect([fillToVerifiedMs.p50, fillToVerifiedMs.p99]).toEqual([fillToVerifiedMs.max, fillToVerifiedMs.max])
    expect(unprotectedBeyondBudget).toBe(0)
    expect(guards).toMatchObject([
      {
        positionId: harness.position()?.positionId,
        refusals: 0,
        isAble: true,
        isClosing: false,
        pricedAtMs: expect.any(Number),
      },
    ])
    expect(guards[0]?.stopReadAtMs).toBeGreaterThanOrEqual(guards[0]?.lastFillAtMs ?? Number.POSITIVE_INFINITY)
  })

  it('does not run again when the position is reduced', () => {
    const { harness, run, protection } = openNotedHarness()
    buy(harness)
    run(3_000)
    harness.place({
      side: 'SELL',
      type: 'MARKET',
      price: null,
      timeInForce: 'IOC',
      reduceOnly: true,
      size: { quantity: lots(4) },
    })
    run(3_000)
    expect(protection().fillToVerifiedMs.n).toBe(1)
  })

  it('sums the unprotected size times its duration', () => {
    const { harness, records, run, protection } = openNotedHarness()
    harness.manners.refuses = ({ terms }) => terms.trigger !== null
    buy(harness)
    run(200)
    const [before, atMs] = [unprotectedExposure(records.protection, harness.nowMs), harness.nowMs]
    const { cost = 0n } = harness.position() ?? {}
    run(3_000)
    const grown = unprotectedExposure(records.protection, harness.nowMs) - before
    expect(grown).toBe((cost * BigInt(harness.nowMs - atMs)) / 1_000n)
    expect(protection().exposureUsdSeconds).toBe(printMoney(unprotectedExposure(records.protection, harness.nowMs)))
    expect(protection().guards).toMatchObject([{ lastRefusal: { code: '-1', category: 'OTHER' }, stopReadAtMs: null }])
  })

  it('stops growing once the position is closed, and is dropped after a day', () => {
    const { harness, records, run } = openNotedHarness()
    harness.manners.refuses = ({ terms }) => terms.trigger !== null
    buy(harness)
    run(20_000)
    expect(harness.position()).toBeUndefined()
    const total = unprotectedExposure(records.protection, harness.nowMs)
    expect(total).toBeGreaterThan(0n)
    expect(unprotectedExposure(records.protection, harness.nowMs + HOUR_MS)).toBe(total)
    expect(unprotectedExposure(records.protection, harness.nowMs + DAY_MS + HOUR_MS)).toBe(0n)
    expect(records.protection.lastFillAtMs.size).toBe(0)
  })

  it('reports the state of the guardian when it is late', () => {
    const { harness, run, protection } = openNotedHarness()
    harness.manners.refuses = ({ terms }) => terms.trigger !== null || terms.reduceOnly
    buy(harness)
    run(12_000)
    const [guard] = protection().guards
    expect(protection().unprotectedBeyondBudget).toBe(1)
    expect(guard?.closesFailed).toBeGreaterThan(0)
  })
})

describe('time without a stop', () => {
  const isStop = ({ terms }: { readonly terms: { readonly trigger: unknown } }) => terms.trigger !== null

  it('is kept for a day when no stop was ever verified and the position is closed', () => {
    const { harness, records, run, protection } = openNotedHarness()
    expect(protection().longestUnprotectedMs).toBe(0)
    harness.manners.refuses = isStop
    buy(harness)
    run(4_000)
    expect(protection().longestUnprotectedMs).toBeGreaterThanOrEqual(4_000)
    run(16_000)
    expect(harness.position()).toBeUndefined()
    const { longestUnprotectedMs, fillToVerifiedMs } = protection()
    expect([longestUnprotectedMs >= 10_000, fillToVerifiedMs.n]).toEqual([true, 0])
    const { positions } = harness.state.ledger
    expect(longestUnprotected(records.protection, positions.values(), harness.nowMs + HOUR_MS)).toBe(
      longestUnprotectedMs,
    )
    expect(longestUnprotected(records.protection, positions.values(), harness.nowMs + DAY_MS + HOUR_MS)).toBe(0)
  })

  it('is the time to the verified stop in the normal case', () => {
    const { harness, run, protection } = openNotedHarness()
    buy(harness)
    run(20_000)
    expect(protection().longestUnprotectedMs).toBeLessThan(1_000)
  })
})

describe('stops that the exchange has lost', () => {
  const lose = (harness: ControlHarness): void => {
    for (const [name, { terms }] of harness.open) if (terms.trigger !== null) harness.open.delete(name)
  }

  it('are counted, and what they covered counts as uncovered since they were last read back', () => {
    const { harness, records, run, protection } = openNotedHarness()
    buy(harness)
    run(20_500)
    const readAtMs = protection().guards[0]?.stopReadAtMs ?? expect.fail('no stop was read back')
    const before = unprotectedExposure(records.protection, harness.nowMs)
    const { cost = 0n } = harness.position() ?? {}
    expect(protection()).toMatchObject({ lostStops24h: 0, guards: [{ lostStops24h: 0, lastStopLostAtMs: null }] })
    lose(harness)
    while (protection().lostStops24h === 0 && harness.nowMs < readAtMs + 20_000) run(100)
    const lostAtMs = protection().guards[0]?.lastStopLostAtMs ?? expect.fail('no stop was lost')
    expect(lostAtMs).toBeGreaterThan(readAtMs + 2_000)
    expect(unprotectedExposure(records.protection, lostAtMs) - before).toBeGreaterThanOrEqual(
      (cost * BigInt(lostAtMs - readAtMs)) / 1_000n,
    )
    expect(protection().longestUnprotectedMs).toBeGreaterThanOrEqual(lostAtMs - readAtMs)
    run(5_000)
    expect(protection()).toMatchObject({ lostStops24h: 1, guards: [{ lostStops24h: 1 }] })
    lose(harness)
    run(20_000)
    expect(protection()).toMatchObject({ lostStops24h: 2, guards: [{ lostStops24h: 2 }] })
  })

  it('includes those that the exchange itself reports as cancelled', () => {
    const { harness, run, note, protection } = openNotedHarness()
    buy(harness)
    run(3_000)
    const [name, stop] = [...harness.open].find(([, { terms }]) => terms.trigger !== null) ?? expect.fail('no stop')
    harness.open.delete(name)
    harness.publish({ kind: 'report', report: aVenueOrder(stop, 'CANCELED', { sequence: 1_000, atMs: harness.nowMs }) })
    note()
    expect(protection()).toMatchObject({
      lostStops24h: 1,
      guards: [{ lostStops24h: 1, lastStopLostAtMs: harness.nowMs }],
    })
  })

  it('excludes cancelled ones and those of closed positions', () => {
    const { harness, run, protection } = openNotedHarness()
    buy(harness)
    run(3_000)
    buy(harness)
    run(15_000)
    harness.place({
      side: 'SELL',
      type: 'MARKET',
      price: null,
      timeInForce: 'IOC',
      reduceOnly: true,
      size: { quantity: lots(20) },
    })
    run(15_000)
    expect([harness.position(), harness.names(), protection().lostStops24h]).toEqual([undefined, [], 0])
  })

  it('are dropped after a day', () => {
    const { harness, records, run } = openNotedHarness()
    buy(harness)
    run(3_000)
    lose(harness)
    run(12_000)
    expect(recentLostStops(records.protection.stops, harness.nowMs)).toHaveLength(1)
    expect(recentLostStops(records.protection.stops, harness.nowMs + DAY_MS)).toEqual([])
  })
})

describe('findings at the start', () => {
  it('are fixed, and complete soon after the start', () => {
    const { restart } = openNotedHarness([aPastRun({ endedCleanly: false })])
    const reading = restart()
    expect(reading).toMatchObject({
      bootId: 'run_A',
      previous: { epoch: 1, endedCleanly: false, lastAtMs: NOON_MS - 1_000, state: 'RUNNING' },
      uncleanEnds: 1,
      isHostNew: false,
      damage: null,
      disputed: 0,
      foreign: 0,
      unresolved: 0,
      series: { ready: 0, all: 0 },
    })
    expect(Object.values(reading.firsts)).not.toContain(null)
  })

  it('stay unchanged when the state changes later', () => {
    const { harness, run, restart } = openNotedHarness()
    const { firsts } = restart()
    harness.manners.refuses = ({ terms }) => terms.trigger !== null
    buy(harness)
    run(6_000)
    const later = restart()
    expect([later.unprotected, later.unprotectedBeyondBudget]).toEqual([1, 1])
    expect(later.firsts).toEqual(firsts)
  })

  it('count only the unclean ends of the last hour', () => {
    const past = [
      aPastRun({ endedCleanly: false, lastAtMs: NOON_MS - HOUR_MS - 1 }),
      aPastRun({ endedCleanly: false, lastAtMs: NOON_MS - HOUR_MS }),
      aPastRun(),
      aPastRun({ endedCleanly: false }),
    ]
    expect(openNotedHarness(past).restart().uncleanEnds).toBe(2)
  })

  it('detect a machine that was started since', () => {
    expect(openNotedHarness([aPastRun({ lastAtMs: NOON_MS - DAY_MS - 1 })]).restart().isHostNew).toBe(true)
    expect(openNotedHarness([aPastRun({ lastAtMs: NOON_MS - DAY_MS })]).restart().isHostNew).toBe(false)
    expect(openNotedHarness([]).restart()).toMatchObject({ isHostNew: false, previous: null })
  })
})

describe('the recovery result', () => {
  const { boot } = openNotedHarness().records
  const restartedWith = (facts: readonly Fact[], readAtMs: Instant | null = null) => {
    const harness = openControlHarness()
    const about = {
      bootId: 'run_A',
      startedAtMs: NOON_MS,
      hostStartedAtMs: 0,
      past: [aPastRun()],
      mode: 'PAPER' as const,
      protection: createProtectionRecord(NOON_MS),
    }
    const fresh = createTruthRecords({ ...about, ledger: harness.state.ledger }).boot
    noteRecovered(fresh, facts, readAtMs)
    return { foreign: fresh.foreign, ...fresh.recovered }
  }
  const atMs = NOON_MS
  const [orderId, other] = [anId('ord', 1), anId('ord', 2)]
  const executed = (fill: Partial<Fill>): Fact => ({
    kind: 'executed',
    fills: [aBookedFill(fill)],
    plan: aPlan(),
    late: true,
    atMs,
  })
  const uncertain = (id: typeof orderId): Fact => ({
    kind: 'orderUncertain',
    orderId: id,
    reason: 'RESTART',
    provenDeadAtMs: atMs,
    atMs,
  })

  it('is empty when nothing was left over', () => {
    expect(Object.values(boot.recovered)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  it('reports the resolution of orders with unknown outcomes', () => {
    const facts: Fact[] = [
      uncertain(orderId),
      uncertain(other),
      { kind: 'orderReported', orderId, report: aReport(), atMs },
      { kind: 'orderReported', orderId, report: aReport(), atMs },
      { kind: 'orderProvenAbsent', orderId: other, atMs },
    ]
    expect(restartedWith(facts)).toMatchObject({ dispatchesUnknown: 2, resolvedFound: 1, resolvedAbsent: 1 })
  })

  it('reports missed executions and external orders', () => {
    const external: Fact = { kind: 'externalOrderSeen', order: anOrder({ purpose: 'EXTERNAL' }), atMs }
    const attached: Fact = { kind: 'externalOrderSeen', order: anOrder({ purpose: 'STOP_LOSS' }), atMs }
    const facts = [executed({ orderId }), executed({ orderId: null }), external, attached]
    expect(restartedWith(facts)).toMatchObject({ fillsBackfilled: 2, externalOrders: 1, foreign: 2 })
    expect(restartedWith([executed({ orderId: null, kind: 'LIQUIDATION' })])).toMatchObject({ foreign: 0 })
  })

  it('reports what was adopted when the ledger is new', () => {
    const opened: Fact = { kind: 'booksOpened', balance: 1n, takenAtMs: atMs, included: [], atMs }
    expect(restartedWith([opened, executed({ orderId: null })])).toMatchObject({
      positionsAdopted: 1,
      fillsBackfilled: 0,
      foreign: 0,
    })
  })

  it('is final when the account has been read', () => {
    expect(restartedWith([executed({ orderId })], atMs)).toMatchObject({ fillsBackfilled: 1 })
    expect(restartedWith([executed({ orderId })], atMs - 1)).toMatchObject({ fillsBackfilled: 0 })
  })
})
