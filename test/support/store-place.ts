import type { CandleStore, Journal, TradingStore } from '../../server/engine/model/ports.ts'

/** What the engine remembers with. */
export interface TestedStore {
  readonly journal: Journal
  readonly candles: CandleStore
  readonly trading: TradingStore
  close(): void
}

/** A place that stores are opened on, one after the other; each sees what the ones before it were told. */
export interface StorePlace {
  open(): TestedStore
  remove(): void
}
