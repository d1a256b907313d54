import type { CandleStore, Journal } from '../../server/engine/model/ports.ts'
import type { TradingStore } from '../../server/views/ports.ts'

/** Storage of the engine under test. */
export interface TestedStore {
  readonly journal: Journal
  readonly candles: CandleStore
  readonly trading: TradingStore
  close(): void
}

/** Location on which stores are opened one after the other, with the same data. */
export interface StorePlace {
  open(): TestedStore
  remove(): void
}
