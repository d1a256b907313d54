import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { tradingReader } from '../../server/app/engine-state.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toRfc3339 } from '../../server/core/instant.ts'
import { createMarket } from '../../server/domain/market/market.ts'
import { computeR } from '../../server/domain/performance/closed-trade.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import type { StoredSignal } from '../../server/engine/model/ports.ts'
import type { CandidateSources } from '../../server/evidence/grade-candidates.ts'
import type { Reading } from '../../server/evidence/reader.ts'
import {
  calibrationsReader,
  candidateRecordReader,
  candidatesReader,
} from '../../server/evidence/readers/candidates.ts'
import { candidateQualityV3 } from '../../server/monitor/surfaces/candidate-quality/rules.ts'
import { openTradeBook } from '../../server/views/trade-book.ts'
import { runUntil } from '../autotrading/run-market.ts'
import { openTradedMarket, type TradedMarket } from '../autotrading/traded-market.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { aSnapshot, report } from '../support/truth-samples.ts'

const ANY = { symbol: null, strategyId: null, before: null, fromMs: null, toMs: null, limit: 100_000 }

const valueIn = <T>(reading: Reading<T>): T => reading?.value ?? expect.fail('nothing was read')

describe('candidate readings after hours of trading', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-candidates-'))
  let store: EngineStore
  let market: TradedMarket
  let sources: CandidateSources
  let entries: readonly ConsideredEntry[]

  beforeAll(() => {
    store = openEngineStore(directory)
    market = openTradedMarket({ seed: 1, startMs: WEEK_START_MS, store, historyMs: 2 * DAY_MS })
    runUntil(market, WEEK_START_MS + 4 * HOUR_MS)
    while (market.life.state.ledger.positions.size === 0) runUntil(market, market.nowMs + MINUTE_MS)
    const { state } = market.life
    const now = () => market.nowMs
    const trading = tradingReader({ published: state, store }, now)
    sources = { state, store, trading, trades: openTradeBook({ store, trading, now }), now }
    entries = store.signals.findEntries({ ...ANY, ordered: null, gateId: null })
  }, 120_000)
  afterAll(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('include those with a valid signal and those at work, as stored', async () => {
    const { candidates, marketNow, leftOff } = valueIn(await candidatesReader.read(sources, market.nowMs))
    const { ledger, market: marketState } = market.life.state
    const held = [...ledger.positions.values()].flatMap(({ cause }) => cause?.candidateId ?? [])
    const present = entries.filter(
      ({ candidate }) => candidate.validUntilMs > marketState.clockMs || held.includes(candidate.candidateId),
    )
    expect([marketNow, leftOff]).toEqual([toRfc3339(marketState.clockMs), 0])
    expect(candidates.map(({ candidateId }) => candidateId)).toEqual(
      present.map(({ candidate }) => candidate.candidateId),
    )
    expect(candidates.length).toBeGreaterThan(0)
    expect(candidates.filter(({ state }) => state === 'OPEN').map(({ candidateId }) => candidateId)).toEqual(
      present.flatMap(({ candidate }) => (held.includes(candidate.candidateId) ? [candidate.candidateId] : [])),
    )
    for (const one of candidates) {
      const stored = entries.find(({ candidate }) => candidate.candidateId === one.candidateId)
      expect(one.grade).toBe(stored?.candidate.edge.grade)
      expect(one.vetoes.length > 0).toBe(one.state === 'REFUSED')
      expect((one.L + one.cost.totalBps / 10_000) / (one.W + one.L)).toBeCloseTo(one.breakEvenP, 7)
    }
  })

  it('are absent before the market has a time, as after a restart', async () => {
    const state = { ...market.life.state, market: createMarket() }
    expect(await candidatesReader.read({ ...sources, state }, market.nowMs)).toBeUndefined()
  })

  it('agree with the results of their positions and signals', async () => {
    const { byGrade, window } = (await candidateRecordReader.read(sources, market.nowMs)).value
    const signals = new Map<string, StoredSignal>(
      store.signals
        .findSignals({ ...ANY, interval: null, minConfidence: null })
        .map((one) => [one.signal.signalId, one]),
    )
    const positions = store.trading.findPositions(ANY)
    const ends = entries.flatMap(({ candidate }) => {
      const outcome = signals.get(candidate.signals[0].signalId)?.outcome
      const position = positions.find(({ cause }) => cause?.candidateId === candidate.candidateId)
      const { grade } = candidate.edge
      if (!position) return outcome?.kind === 'RESOLVED' ? [{ grade, netR: outcome.netR, traded: false }] : []
      const trade = sources.trades.closed.get(position.positionId)
      return trade ? [{ grade, netR: computeR(trade) ?? Number.NaN, traded: true }] : []
    })
    expect(window.to).toBe(toRfc3339(market.nowMs))
    expect(ends.filter(({ traded }) => traded).length).toBeGreaterThan(0)
    for (const { grade, n, traded, meanNetR, ciR } of byGrade) {
      const ofGrade = ends.filter((end) => end.grade === grade)
      expect([grade, n, traded]).toEqual([grade, ofGrade.length, ofGrade.filter((end) => end.traded).length])
      if (n === 0) continue
      expect(meanNetR).toBeCloseTo(ofGrade.reduce((sum, { netR }) => sum + netR, 0) / n, 9)
      if (n > 1) expect(ciR?.[0]).toBeLessThanOrEqual(ciR?.[1] ?? Number.NaN)
    }
  })

  it('report actual costs beside estimated ones', async () => {
    const { modelError } = (await candidateRecordReader.read(sources, market.nowMs)).value
    const filled = entries.filter(
      ({ orderId }) => orderId !== null && (store.trading.findOrder(orderId)?.filled ?? 0) > 0,
    )
    expect(modelError.n).toBe(Math.min(filled.length, 200))
    expect(modelError.n).toBeGreaterThan(0)
    expect(modelError.median).toBeLessThanOrEqual(modelError.p90 ?? Number.NaN)
  })

  it('are calibrated as the engine reports the next of them', async () => {
    const { value } = await calibrationsReader.read(sources, market.nowMs)
    const { records } = market.life.state.signals
    expect(value.length).toBe(records.size)
    expect(value.reduce((sum, { outcomes }) => sum + outcomes, 0)).toBe(
      [...records.values()].reduce((sum, { known }) => sum + known, 0),
    )
    const known = value.filter(({ calibratedAt }) => calibratedAt !== null)
    expect(known.length).toBeGreaterThan(0)
    for (const { brier, reliability, resolution, uncertainty, method, n } of known) {
      expect(n).toBeGreaterThan(0)
      expect(method).not.toBe('PRIOR_ONLY')
      const parts = (reliability ?? 0) - (resolution ?? 0) + (uncertainty ?? 0)
      if (method === 'SHRUNK') expect(parts).toBeCloseTo(brier ?? Number.NaN, 6)
    }
  })

  it('produce a report of the documented form', async () => {
    const candidates = valueIn(await candidatesReader.read(sources, market.nowMs))
    const candidateRecord = (await candidateRecordReader.read(sources, market.nowMs)).value
    const { value: calibrations } = await calibrationsReader.read(sources, market.nowMs)
    const made = report(candidateQualityV3, aSnapshot({ candidates, candidateRecord, calibrations }))
    expect(made.verdict).not.toBe('INSUFFICIENT_EVIDENCE')
    expect(made.data).toMatchObject({ candidates: candidates.candidates, calibration: calibrations })
  })
})
