/** Readers of the engine state: status, account, positions, orders, store, audit log, clock and feeds. */

import type { Balance, Portfolio } from '../../../contract/account.ts'
import type { AutotradingStatus } from '../../../contract/control.ts'
import type { Order, Position } from '../../../contract/trading.ts'
import { ageMs } from '../../core/instant.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import type { PrivateStreamTruth, ReconciliationTruth } from '../../monitor/inputs/account.ts'
import type { StoreTruth } from '../../monitor/inputs/engine.ts'
import type { ClockTruth } from '../../monitor/inputs/exchange.ts'
import type { FeedTruth } from '../../monitor/inputs/market.ts'
import type { AuditTruth } from '../../monitor/inputs/security.ts'
import { balanceBody, portfolioBody } from '../../views/account-view.ts'
import { priceObservedAtMs } from '../../views/freshness.ts'
import { orderBody } from '../../views/order-view.ts'
import { positionBody } from '../../views/position-view.ts'
import { getInstrument } from '../../views/trading-reader.ts'
import { always } from '../reader.ts'

/** Reads the status of autotrading. */
export const engineReader = always<AutotradingStatus>(({ control }, nowMs) => ({
  value: control.status(),
  observedAtMs: nowMs,
}))

export const latchReader = always<AutotradingStatus['latch']>(({ control }, nowMs) => ({
  value: control.brief().latch,
  observedAtMs: nowMs,
}))

export const exchangeReader = always<AutotradingStatus['exchange']>(({ control }, nowMs) => ({
  value: control.brief().exchange,
  observedAtMs: nowMs,
}))

/** Reads the account; there is none until the ledger is open. */
export const accountReader = always<{ readonly balance: Balance; readonly portfolio: Portfolio }>(
  ({ trading }, nowMs) =>
    trading.ledger().openedAtMs === null
      ? undefined
      : {
          value: { balance: balanceBody(trading), portfolio: portfolioBody(trading, null) },
          observedAtMs: nowMs,
        },
)

export const positionsReader = always<readonly Position[]>(({ trading }, nowMs) => ({
  value: [...trading.ledger().positions.values()].map((position) => positionBody(trading, position)),
  observedAtMs: nowMs,
}))

export const ordersReader = always<readonly Order[]>(({ trading }, nowMs) => ({
  value: workingOrders(trading.ledger()).map((order) => orderBody(order, getInstrument(trading, order.terms.symbol))),
  observedAtMs: nowMs,
}))

export const storeReader = always<StoreTruth>(({ state: { session }, memory }, nowMs) => ({
  value: { failure: session.storeFailure ?? memory.failure, ...session.health },
  observedAtMs: nowMs,
}))

export const auditReader = always<AuditTruth>(({ memory, audit }, nowMs) => {
  const { size, root, lastCheckpoint, verifiedTo, broken } = audit()
  const status = memory.heldAudit.length > 0 ? 'HELD' : memory.spools ? 'SPOOLED' : 'RECORDED'
  return {
    value: {
      status,
      size,
      root,
      lastCheckpointAt: lastCheckpoint?.at ?? null,
      broken,
      ...(verifiedTo !== null && { verifiedTo }),
    },
    observedAtMs: nowMs,
  }
})

export const privateStreamReader = always<PrivateStreamTruth>(({ state: { session } }) =>
  session.lastMessageAtMs === null
    ? undefined
    : { value: { state: session.stream }, observedAtMs: session.lastMessageAtMs },
)

export const reconciliationReader = always<ReconciliationTruth>(({ state: { session, ledger } }) => {
  const { doneAtMs } = session.reconciliation
  return doneAtMs === null ? undefined : { value: { differences: ledger.differences.size }, observedAtMs: doneAtMs }
})

/** Reads the clock; a market's own clock needs no measurement and is correct by definition. */
export const clockReader = always<ClockTruth>(({ state: { session, rules } }, nowMs) => {
  const { offsetMs, errorMs, atMs } = session.clock
  if (!rules.clockChecked) return { value: { checked: false, offsetMs: null, errorMs: null }, observedAtMs: nowMs }
  return offsetMs === null ? undefined : { value: { checked: true, offsetMs, errorMs }, observedAtMs: atMs }
})

export const feedsReader = always<readonly FeedTruth[]>(({ state: { market } }, nowMs) => {
  const entries = [...market.instruments.values()]
  const pricedAtMs = entries.map(priceObservedAtMs)
  if (entries.length === 0 || pricedAtMs.includes(undefined)) return undefined
  return {
    value: entries.map((entry) => feedTruth(entry, nowMs)),
    observedAtMs: Math.min(...pricedAtMs.map((atMs) => atMs ?? 0)),
    sampleSize: entries.length,
  }
})

const feedTruth = (entry: InstrumentMarket, nowMs: number): FeedTruth => ({
  symbol: entry.instrument.symbol,
  bookState: entry.book.state === 'SYNCED' && entry.stream !== 'live' ? 'STALE' : entry.book.state,
  bookAgeMs: ageOrNull(entry.bookObservedAtMs, nowMs),
  markAgeMs: ageOrNull(priceObservedAtMs(entry), nowMs),
})

const ageOrNull = (atMs: number | undefined, nowMs: number): number | null =>
  atMs === undefined ? null : ageMs(atMs, nowMs)
