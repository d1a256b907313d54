import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../server/core/instant.ts'
import { attributeRefusals } from '../../server/domain/risk/attribute-refusals.ts'
import { GATES } from '../../server/domain/risk/gates/index.ts'
import { STRATEGIES } from '../../server/domain/signal/strategies/index.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import { consideredEntries } from '../../server/evidence/considered-entries.ts'
import { readCoverage } from '../../server/evidence/readers/coverage.ts'
import { countLoop } from '../../server/evidence/readers/evidence-loop.ts'
import { refusalsIn } from '../../server/evidence/readers/order-flow.ts'
import { evidenceLoopClosureTruth } from '../../server/monitor/surfaces/evidence-loop-closure/rules.ts'
import { restart, runUntil } from '../autotrading/run-market.ts'
import { openTradedMarket, type TradedMarket } from '../autotrading/traded-market.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { aSnapshot, report } from '../support/truth-samples.ts'

let directory: string
let store: EngineStore
let market: TradedMarket

const END_MS = WEEK_START_MS + 4 * HOUR_MS
/** Instant by which decisions at the very end are durable and every deadline has passed. */
const LATER_MS = END_MS + 20 * SECOND_MS

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plimsoll-loop-'))
  store = openEngineStore(directory)
  market = openTradedMarket({ seed: 2, startMs: WEEK_START_MS, store })
  runUntil(market, WEEK_START_MS + 2 * HOUR_MS)
  restart(market, 90 * SECOND_MS)
  runUntil(market, END_MS)
}, 120_000)

afterAll(() => {
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

const reportLoop = async (from: EngineStore) =>
  report(
    evidenceLoopClosureTruth,
    aSnapshot({ evidenceLoop: await countLoop({ state: market.life.state, store: from }, LATER_MS) }),
  )

/** Returns the same rows in another process, after manual changes. */
const afterChange = async (sql: string) => {
  const copy = mkdtempSync(join(directory, 'copy-'))
  const database = new DatabaseSync(join(directory, 'engine.sqlite'))
  database.exec(`VACUUM INTO '${join(copy, 'engine.sqlite')}'`)
  database.close()
  const changed = new DatabaseSync(join(copy, 'engine.sqlite'))
  changed.exec(sql)
  changed.close()
  const opened = openEngineStore(copy)
  try {
    return await reportLoop(opened)
  } finally {
    opened.close()
  }
}

describe('the evidence of an engine that has traded for four hours', () => {
  it('is consistent from signals to outcomes', async () => {
    const loop = await countLoop({ state: market.life.state, store }, LATER_MS)
    const made = await reportLoop(store)
    expect([made.verdict, made.reasons]).toEqual(['LOOP_CLOSED', []])
    for (const stage of loop.stages) {
      expect(stage.total).toBeGreaterThan(10)
      expect(stage).toMatchObject({ orphansForward: 0, orphansBackward: 0, sampleOrphanIds: [] })
      expect(stage.closedForward + stage.terminalWithReason).toBe(stage.eligible)
      expect(stage.eligible + stage.pending).toBe(stage.total)
    }
    expect(loop.hashLinked.part).toBe(loop.hashLinked.whole)
    expect(loop.hashLinked.whole).toBeGreaterThan(200)
    expect(loop.fillsWithSignal).toEqual({ part: loop.fillsWithSignal.whole, whole: loop.fillsWithSignal.whole })
  })

  it.each([
    ['a decision that was taken away', 'DELETE FROM decisions WHERE order_id IN (SELECT order_id FROM orders LIMIT 1)'],
    [
      'an order that was taken away',
      `DELETE FROM orders WHERE order_id =
       (SELECT order_id FROM account_entries WHERE order_id IS NOT NULL LIMIT 1)`,
    ],
  ])('is broken by %s', async (_what, sql) => {
    const made = await afterChange(sql)
    expect(made.verdict).toBe('LOOP_BROKEN')
    expect(made.data).toMatchObject({
      brokenLinks: [{ kind: expect.stringMatching(/^(ORDER|FILL)_WITHOUT_INTENT$/) }],
    })
  })

  it.each([
    [
      'a signal that was changed',
      `UPDATE signals SET body = json_set(body, '$.score', 99) WHERE signal_id = (SELECT signal_id FROM entry_signals LIMIT 1)`,
      'SIGNAL_DIGEST_DIFFERS',
    ],
    [
      'a candidate that was changed',
      `UPDATE entries SET body = json_set(body, '$.candidate.stopLoss', 1) WHERE ordered = 0 AND rowid = (SELECT MIN(rowid) FROM entries WHERE ordered = 0)`,
      'CANDIDATE_DIGEST_DIFFERS',
    ],
    [
      'a reading that was changed',
      `UPDATE entries SET body = json_set(body, '$.decision.readings[0].observed', 'CALM') WHERE ordered = 0 AND rowid = (SELECT MIN(rowid) FROM entries WHERE ordered = 0)`,
      'DECISION_DIGEST_DIFFERS',
    ],
  ])('leaks by %s', async (_what, sql, kind) => {
    const made = await afterChange(sql)
    expect(made.verdict).toBe('LOOP_LEAKING')
    expect(made.data).toMatchObject({ brokenLinks: [{ kind }] })
  })
})

describe('stored gate decisions', () => {
  it('match the counts of every reader of the window’s decisions', async () => {
    const considered = await consideredEntries(store.signals, LATER_MS)
    const refusals = refusalsIn(considered)
    const { fromMs, toMs } = refusals.window
    expect([fromMs, toMs]).toEqual([LATER_MS - 5_000 - DAY_MS, LATER_MS - 5_000])
    const all = store.signals.findEntries({ ...ANY, fromMs, toMs })
    const refused = all.filter(({ orderId }) => orderId === null)
    expect([refusals.candidates, refusals.passed]).toEqual([all.length, all.length - refused.length])
    expect(refused.length).toBeGreaterThan(100)
    for (const { gateId, anyFail, soleBlocker, firstFail, shapley } of attributeRefusals(refusals.sets)) {
      const mine = refused.filter((entry) => failing(entry).includes(gateId))
      expect(anyFail).toBe(mine.length)
      expect(soleBlocker).toBe(mine.filter((entry) => failing(entry).length === 1).length)
      expect(firstFail).toBe(mine.filter((entry) => failing(entry)[0] === gateId).length)
      expect(shapley).toBeCloseTo(
        mine.reduce((sum, entry) => sum + 1 / failing(entry).length, 0),
        9,
      )
    }
    expect(refusals.sets.reduce((sum, { scored }) => sum + scored, 0)).toBeGreaterThan(50)
    expect(refusals.newest?.readings).toHaveLength(GATES.length)
  })

  it('are read on from the last position', async () => {
    const early = await consideredEntries({ ...store.signals }, LATER_MS)
    const again = { ...store.signals }
    await consideredEntries(again, LATER_MS - 3 * HOUR_MS)
    expect(await consideredEntries(again, LATER_MS)).toEqual(early)
  })

  it('are dropped once they are older than a day', async () => {
    const signals = { ...store.signals }
    await consideredEntries(signals, LATER_MS)
    const { entries, window } = await consideredEntries(signals, LATER_MS + DAY_MS - HOUR_MS)
    expect(entries.every(({ atMs }) => atMs >= window.fromMs && atMs < window.toMs)).toBe(true)
    expect(entries.length).toBeGreaterThan(0)
    expect((await consideredEntries(signals, LATER_MS + 2 * DAY_MS)).entries).toEqual([])
  })
})

describe('the inputs of the strategies', () => {
  it('are all closed bars, and the resulting ideas are counted', async () => {
    const sources = { state: market.life.state, store, bootedAtMs: WEEK_START_MS }
    const { items, grid } = await readCoverage(sources, END_MS)
    expect(grid).toHaveLength(6)
    for (const { evaluated, expected } of grid) expect(evaluated).toBe(expected)
    expect(grid.map(({ expected }) => expected)).toEqual([1_439, 287, 1_439, 287, 1_439, 287])
    const strategies = items.filter(({ kind }) => kind === 'STRATEGY')
    expect(strategies).toHaveLength(STRATEGIES.length)
    for (const { evaluations, expected } of strategies) expect(evaluations).toBe(expected)
    const [breakout] = strategies
    const signals = store.signals.findSignals({ ...EVERY, strategyId: 'S01' })
    const ended = signals.filter(({ outcome }) => outcome?.kind === 'RESOLVED')
    expect([breakout?.fires, breakout?.outcomes]).toEqual([signals.length, ended.length])
    expect(breakout?.lastFiredMs).toBe(signals[0]?.signal.barClosedAtMs)
    expect(ended.length).toBeGreaterThan(0)
    expect(items.find(({ id }) => id === 'CDL_DOJI')?.fires).toBeGreaterThan(100)
  })
})

const EVERY = {
  symbol: null,
  interval: null,
  minConfidence: null,
  before: null,
  fromMs: null,
  toMs: null,
  limit: 100_000,
}

const ANY = { symbol: null, strategyId: null, gateId: null, ordered: null, before: null, limit: 100_000 }

const failing = ({ decision }: ConsideredEntry): string[] =>
  decision.readings.flatMap(({ gateId, enforced, pass }) => (enforced && !pass ? [gateId] : []))
