import type { Instant } from '../../core/instant.ts'
import { createDepthHistory, type DepthHistory } from './book-depth.ts'
import { createEventRate, type EventRate } from './event-rate.ts'
import { createFunding, type Funding } from './funding.ts'
import { createHourlySeries, type HourlySeries } from './hourly-series.ts'
import { createLayerWatch, createSpoofWatch, type LayerWatch, type SpoofWatch } from './layering.ts'
import { createLevelWatch, type LevelWatch } from './level-watch.ts'
import { createLiquidationWatch, type LiquidationWatch } from './liquidations.ts'
import type { MicroEvent } from './micro-event.ts'
import { createMinutes, type Minutes } from './minutes.ts'
import {
  createOrderFlow,
  createTradeFlow,
  createVpin,
  type OrderFlow,
  type TradeFlow,
  type Vpin,
} from './order-flow.ts'
import { createTrapWatch, type TrapWatch } from './trap-wick.ts'

/**
 * Live measurements of one instrument's market, and the baselines they are compared with. Bounded in size and based
 * only on the exchange clock. Owned by the caller, who changes it through the functions of `micro.ts`.
 */
export interface Micro {
  /** Sequence of the last delta processed; a delta that does not follow it restarts the measurement. */
  sequence: number
  /** First and last exchange time of the order book. */
  fromMs: Instant
  toMs: Instant
  bookUpdates: number
  readonly levels: LevelWatch
  /** Time of the next periodic measurement. */
  dueMs: Instant
  largeDueMs: Instant
  readonly depth: DepthHistory
  readonly orderFlow: OrderFlow
  readonly trades: TradeFlow
  readonly vpin: Vpin
  readonly spoofs: SpoofWatch
  readonly layers: LayerWatch
  readonly spoofRate: EventRate
  readonly layerRate: EventRate
  /** Share of large adds that were fleeting, by hour. */
  readonly fleeting: HourlySeries
  readonly trap: TrapWatch
  readonly traps: Instant[]
  readonly minutes: Minutes
  readonly funding: Funding
  readonly liquidations: LiquidationWatch
  readonly events: MicroEvent[]
}

export const createMicro = (): Micro => ({
  sequence: -1,
  fromMs: 0,
  toMs: 0,
  bookUpdates: 0,
  levels: createLevelWatch(),
  dueMs: 0,
  largeDueMs: 0,
  depth: createDepthHistory(),
  orderFlow: createOrderFlow(),
  trades: createTradeFlow(),
  vpin: createVpin(),
  spoofs: createSpoofWatch(),
  layers: createLayerWatch(),
  spoofRate: createEventRate(),
  layerRate: createEventRate(),
  fleeting: createHourlySeries(),
  trap: createTrapWatch(),
  traps: [],
  minutes: createMinutes(),
  funding: createFunding(),
  liquidations: createLiquidationWatch(),
  events: [],
})
