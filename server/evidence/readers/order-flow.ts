/** Readers of our own order flow and conduct, and of the candidates that the gates refused. */

import { setImmediate } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Market } from '../../domain/market/market.ts'
import { addConduct, NO_CONDUCT } from '../../domain/microstructure/own-conduct.ts'
import {
  addToFlow,
  computeRatios,
  createFlowTally,
  type FlowOrder,
  type FlowTally,
} from '../../domain/order/order-flow.ts'
import { ATTEMPTS_MAX } from '../../engine/trading/order-watch.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { RefusalsTruth, RefusedSet } from '../../monitor/inputs/autotrading.ts'
import type { ConductTruth, FlowTruth, OrderFlowTruth } from '../../monitor/inputs/order-flow.ts'
import type { FlowPage, TradingStore } from '../../views/ports.ts'
import { type ConsideredEntries, consideredEntries, type EntryBrief } from '../considered-entries.ts'
import type { Reader } from '../reader.ts'

/** Counts our orders of the last day in pages, oldest first, so that other work is not delayed. */
export const orderFlowReader = {
  at: 'BACKGROUND',
  everyMs: 30_000,
  async read({ store, state }: FlowSources, nowMs: Instant) {
    const [day, hour, cycle] = [DAY_MS, HOUR_MS, CYCLE_MS].map((ms) => stretchFrom(nowMs - ms)) as [
      Stretch,
      Stretch,
      Stretch,
    ]
    let after: FlowPage['next'] = null
    do {
      const page = store.trading.findFlow({ fromMs: day.fromMs, toMs: nowMs, after, limit: PAGE })
      for (const order of page.orders) for (const stretch of [day, hour, cycle]) note(stretch, order, state)
      after = page.next
      await setImmediate()
    } while (after)
    const readFlow = (stretch: Stretch): FlowTruth => flowTruth(stretch, store.trading, nowMs)
    return {
      value: {
        day: readFlow(day),
        hour: readFlow(hour),
        cycle: readFlow(cycle),
        keysActive: store.trading.countKeys(nowMs - DAY_MS),
        protectRetriesMax: ATTEMPTS_MAX - 1,
      },
      observedAtMs: nowMs,
      sampleSize: day.tally.orders,
    }
  },
} as const satisfies Reader<OrderFlowTruth>

/** Number of orders read before yielding to the event loop, in one to two milliseconds. */
const PAGE = 100

const CYCLE_MS = 10 * MINUTE_MS

type Flows = Pick<TradingStore, 'findFlow' | 'countSince' | 'countKeys'>

interface FlowSources {
  readonly store: { readonly trading: Flows }
  readonly state: { readonly market: Pick<Market, 'instruments'> }
}

interface Stretch {
  readonly fromMs: Instant
  readonly tally: FlowTally
  protect: number
  protectExhausted: number
  entry: number
}

const stretchFrom = (fromMs: Instant): Stretch => ({
  fromMs,
  tally: createFlowTally(),
  protect: 0,
  protectExhausted: 0,
  entry: 0,
})

const note = (stretch: Stretch, order: FlowOrder, { market }: FlowSources['state']): void => {
  if (order.createdAtMs < stretch.fromMs) return
  addToFlow(stretch.tally, order, market.instruments.get(order.symbol)?.instrument)
  const again = Math.max(0, order.attempts - 1)
  if (order.purpose === 'ENTRY') stretch.entry += again
  else stretch.protect += again
  if (order.attempts >= ATTEMPTS_MAX) stretch.protectExhausted++
}

const flowTruth = (stretch: Stretch, trading: Flows, toMs: Instant): FlowTruth => {
  const { fromMs, tally, protect, protectExhausted, entry } = stretch
  const trades = trading.countSince(fromMs).fills
  const { orders, canceled, resting, immediate, peakPerSec, provenAbsent, provenAbsentMs, resolvedFound } = tally
  const counts = { orders, canceled, resting, immediate, peakPerSec, provenAbsent, resolvedFound }
  return {
    fromMs,
    toMs,
    ...counts,
    trades,
    ratios: computeRatios(tally, trades),
    meanProofMs: provenAbsent === 0 ? null : provenAbsentMs / provenAbsent,
    resent: { protect, protectExhausted, entry },
  }
}

/** Counters of our own orders. */
interface ConductSources {
  readonly store: { readonly trading: Pick<TradingStore, 'countConduct'> }
}

/** Measures our own conduct in the last 24 hours, one hour at a time, so that other work is not delayed. */
export const ownConductReader = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read({ store: { trading } }: ConductSources, nowMs: Instant): Promise<Observed<ConductTruth>> {
    const fromMs = nowMs - DAY_MS
    let conduct = NO_CONDUCT
    for (let atMs = fromMs; atMs < nowMs; atMs += HOUR_MS) {
      conduct = addConduct(conduct, trading.countConduct({ fromMs: atMs, toMs: atMs + HOUR_MS }))
      await setImmediate()
    }
    return { value: { ...conduct, fromMs, toMs: nowMs }, observedAtMs: nowMs, sampleSize: conduct.orders }
  },
} satisfies Reader<ConductTruth>

const SAMPLES_MAX = 10

export const refusalsReader: Reader<RefusalsTruth> = {
  at: 'BACKGROUND',
  everyMs: 15 * SECOND_MS,
  async read({ state, store }, nowMs) {
    const considered = await consideredEntries(store.signals, nowMs)
    const { signals } = store.signals.countSince(state.market.clockMs - DAY_MS)
    return {
      value: { ...refusalsIn(considered), signals },
      observedAtMs: nowMs,
      sampleSize: considered.entries.length,
    }
  },
}

/** Groups the candidates by the gates that refused them. */
export const refusalsIn = ({ window, whole, entries, newest }: ConsideredEntries): Omit<RefusalsTruth, 'signals'> => {
  const refused = entries.filter(({ orderId }) => orderId === null)
  const alike = Map.groupBy(refused, ({ refusedBy }) => refusedBy.join(' '))
  return {
    window,
    whole,
    candidates: entries.length,
    passed: entries.length - refused.length,
    exploratory: exploratoryIn(entries),
    sets: [...alike.values()].map(createRefusedSet),
    newest: newest && { atMs: newest.candidate.atMs, readings: newest.decision.readings },
  }
}

const exploratoryIn = (entries: readonly EntryBrief[]): RefusalsTruth['exploratory'] => {
  const exploratory = entries.filter((entry) => entry.exploratory)
  return { candidates: exploratory.length, passed: exploratory.filter(({ orderId }) => orderId !== null).length }
}

const createRefusedSet = (entries: readonly EntryBrief[]): RefusedSet => {
  const scores = entries.flatMap(({ outcome }) => (outcome === null || outcome === 'LOST' ? [] : [outcome]))
  const sum = (of: (score: (typeof scores)[number]) => number): number =>
    scores.reduce((total, score) => total + of(score), 0)
  return {
    gates: entries[0]?.refusedBy ?? [],
    count: entries.length,
    firstAtMs: entries.reduce((first: Instant, { atMs }) => Math.min(first, atMs), Number.POSITIVE_INFINITY),
    samples: entries
      .slice(-SAMPLES_MAX)
      .map(({ decisionId, atMs }) => ({ decisionId, atMs }))
      .reverse(),
    scored: scores.length,
    netR: sum(({ netR }) => netR),
    netRSquared: sum(({ netR }) => netR * netR),
    uniqueness: sum(({ uniqueness }) => uniqueness),
  }
}
