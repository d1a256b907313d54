import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EngineStore, openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { computeDigest } from '../../server/core/digest.ts'
import { HOUR_MS } from '../../server/core/instant.ts'
import { createRandom } from '../../server/core/random.ts'
import type { Instrument } from '../../server/domain/market/instrument.ts'
import type { Candidate } from '../../server/domain/order/order.ts'
import { Approved } from '../../server/domain/risk/approved.ts'
import { GATES } from '../../server/domain/risk/gates/index.ts'
import type { RiskView } from '../../server/domain/risk/risk-view.ts'
import { entryOrder } from '../../server/engine/autotrading/evaluate-entry.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import { WEEK_START_MS } from '../support/market-samples.ts'
import { runUntil } from './run-market.ts'
import { openTradedMarket, type TradedMarket } from './traded-market.ts'

let directory: string
let store: EngineStore
let market: TradedMarket

/** Returns the stored entries, read with nothing but the store and the constitution. */
const storedEntries = (ordered: boolean): ConsideredEntry[] => {
  const query = { symbol: null, strategyId: null, gateId: null, ordered }
  return store.signals.findEntries({ ...query, before: null, fromMs: null, toMs: null, limit: 10_000 })
}

/** Returns the order that an entry requested. Its ids are irrelevant to a gate. */
const createOrder = ({ candidate, digest }: ConsideredEntry): Candidate =>
  entryOrder(candidate, {
    digest,
    orderId: 'ord_00000000000000000000000000',
    venueClientId: '',
    mode: 'PAPER',
    positionId: null,
  })

/** The stored instrument has lost how its steps are printed and parsed; the listed one of the same steps has it. */
const restoreInstrument = ({ evidence }: ConsideredEntry): Instrument => {
  const { instrument } = evidence
  const listed = market.instruments.find(({ spec }) => spec.instrument.symbol === instrument.symbol)?.spec.instrument
  if (!listed) throw new RangeError(`${instrument.symbol} is not listed`)
  expect([instrument.price.step, instrument.quantity.step]).toEqual([listed.price.step, listed.quantity.step])
  return { ...instrument, price: listed.price, quantity: listed.quantity }
}

const judgedAgain = (entry: ConsideredEntry) => {
  const { constitutionHash, ...stored } = entry.evidence
  const { constitution } = market.rules
  expect(constitutionHash).toBe(computeDigest(constitution))
  const view: RiskView = { ...stored, instrument: restoreInstrument(entry), constitution }
  return Approved.passGates(createOrder(entry), view, GATES)
}

/** So many of them, drawn at random. */
const drawSample = <T>(all: readonly T[], count: number): T[] => {
  const random = createRandom(7)
  return all
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item)
}

describe('what the gates were shown, read back from the store', () => {
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'plimsoll-evidence-'))
    store = openEngineStore(directory)
    market = openTradedMarket({ seed: 2, startMs: WEEK_START_MS, store })
    runUntil(market, WEEK_START_MS + 16 * HOUR_MS)
  }, 60_000)
  afterAll(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('is refused again for the same reasons, for a hundred entries that were refused', () => {
    const refused = drawSample(storedEntries(false), 100)
    expect(refused).toHaveLength(100)
    for (const entry of refused) {
      const { readings, approved } = judgedAgain(entry)
      expect(approved).toBeUndefined()
      expect(readings).toEqual(entry.decision.readings)
    }
    const reasons = refused.flatMap(({ decision }) =>
      decision.readings.filter(({ enforced, pass }) => enforced && !pass),
    )
    expect(new Set(reasons.map(({ gateId }) => gateId)).size).toBeGreaterThan(1)
  })

  it('is approved again where it was approved', () => {
    const approved = storedEntries(true)
    expect(approved.length).toBeGreaterThan(20)
    for (const entry of approved) {
      const again = judgedAgain(entry)
      expect(again.readings).toEqual(entry.decision.readings)
      expect(again.approved).toBeInstanceOf(Approved)
    }
  })
})
