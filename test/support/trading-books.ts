import { bracketsFrom } from '../../server/domain/margin/brackets.ts'
import { type Instrument, ticks } from '../../server/domain/market/instrument.ts'
import type { Order } from '../../server/domain/order/order.ts'
import { isTerminal } from '../../server/domain/order/transition.ts'
import { parseSeed } from '../../server/domain/order/venue-client-id.ts'
import type { VenuePosition } from '../../server/domain/order/venue-report.ts'
import type { Position } from '../../server/domain/position/position.ts'
import { DEFAULT_CONSTITUTION } from '../../server/domain/risk/default-constitution.ts'
import { createLedger, type Ledger } from '../../server/engine/state/ledger.ts'
import type { EquitySample } from '../../server/engine/state/session.ts'
import type { Reconciliation, TradingReader } from '../../server/views/trading-reader.ts'
import { createTradingViews, type TradingViews } from '../../server/views/trading-views.ts'
import { anInstrument, NOON_MS } from './market-samples.ts'
import { createMemoryTradingStore, type MemoryTradingStore } from './memory-trading-store.ts'
import { type WatchedMarket, watchMarket } from './watched-market.ts'

/** Hand-written books, and their views. */
export interface TradingBooks {
  readonly ledger: Ledger
  readonly market: WatchedMarket
  readonly store: MemoryTradingStore
  readonly views: TradingViews
  readonly reader: TradingReader
  readonly venuePositions: Map<string, VenuePosition>
  readonly state: {
    nowMs: number
    equityTop: EquitySample | null
    venueReadAtMs: number | null
    reconciliation: Reconciliation
  }
  /** Stores an order in ledger and store, as after an engine step. */
  put(order: Order): Order
  hold(position: Position): Position
  /** Sets the mark price of a symbol. */
  mark(symbol: string, price: number): void
}

export const openTradingBooks = (instruments: readonly Instrument[] = [anInstrument()]): TradingBooks => {
  const ledger = createLedger()
  const market = watchMarket(instruments.map((instrument) => ({ kind: 'instrument', instrument })))
  const store = createMemoryTradingStore()
  const venuePositions = new Map<string, VenuePosition>()
  const state: TradingBooks['state'] = {
    nowMs: NOON_MS,
    equityTop: null,
    venueReadAtMs: NOON_MS,
    reconciliation: { status: 'OK', lastAtMs: NOON_MS, differences: 0 },
  }
  const reader: TradingReader = {
    ledger: () => ledger,
    equityTop: () => state.equityTop,
    market: market.market,
    store,
    venuePositions: () => venuePositions,
    venueReadAtMs: () => state.venueReadAtMs,
    constitution: DEFAULT_CONSTITUTION,
    brackets: () => bracketsFrom([{ floor: '0', rate: '0.01' }]),
    mode: 'PAPER',
    reconciliation: () => state.reconciliation,
    now: () => state.nowMs,
  }
  return {
    ledger,
    market,
    store,
    views: createTradingViews(reader),
    reader,
    venuePositions,
    state,
    put(order) {
      ledger.orders.set(order.orderId, order)
      ledger.byVenueClientId.set(order.venueClientId, order.orderId)
      const seed = parseSeed(order.venueClientId)
      if (seed !== undefined) ledger.bySeed.set(seed, order.orderId)
      if (isTerminal(order.status)) ledger.working.delete(order.orderId)
      else ledger.working.add(order.orderId)
      replace(store.orders, order, ({ orderId }) => orderId === order.orderId)
      return order
    },
    hold(position) {
      if (position.status === 'CLOSED') ledger.positions.delete(position.symbol)
      else ledger.positions.set(position.symbol, position)
      replace(store.positions, position, ({ positionId }) => positionId === position.positionId)
      return position
    },
    mark(symbol, price) {
      market.receive({ kind: 'markPrice', markPrice: { ...NO_FUNDING, symbol, mark: ticks(price) } })
      const entry = market.entry(symbol)
      entry.observedAtMs = state.nowMs
      entry.markObservedAtMs = state.nowMs
    },
  }
}

const NO_FUNDING = {
  index: null,
  fundingRate: null,
  fundingIntervalMs: null,
  nextFundingAtMs: null,
  fundingRateCap: null,
  fundingRateFloor: null,
  openInterest: null,
  exchangeTimeMs: NOON_MS,
} as const

const replace = <T>(lines: T[], line: T, isSame: (other: T) => boolean): void => {
  const place = lines.findIndex(isSame)
  if (place < 0) lines.push(line)
  else lines[place] = line
}
