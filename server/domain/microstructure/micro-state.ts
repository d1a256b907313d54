import type { Instant } from '../../core/instant.ts'
import { createDepthHistory, type DepthHistory } from './book-depth.ts'
import { createEventRate, type EventRate } from './event-rate.ts'
import { createFunding, type Funding } from './funding.ts'
import { createHourlySeries, type HourlySeries } from './hourly-series.ts'
import { createLayerWatch, type LayerWatch } from './layering.ts'
import { createLevelWatch, type LevelWatch } from './level-watch.ts'
import type { MicroEvent } from './micro-event.ts'
import { createMinutes, type Minutes } from './minutes.ts'
import { createOrderFlow, type OrderFlow } from './order-flow.ts'
import { createSpoofWatch, type SpoofWatch } from './spoofing.ts'
import { createTradeFlow, type TradeFlow } from './trade-flow.ts'
import { createTrapWatch, type TrapWatch } from './trap-wick.ts'
import { createVpin, type Vpin } from './vpin.ts'

/**
 * What is measured of one instrument's market as it happens, and the baselines it is held against. Of bounded size, and
 * by no clock but the exchange's. Owned and changed by whoever feeds it, through the functions of `micro.ts`.
 */
export interface Micro {
  /** The last delta that was looked at; what does not follow it begins anew. */
  sequence: number
  /** The first and the last exchange time of the book. */
  fromMs: Instant
  toMs: Instant
  bookUpdates: number
  readonly levels: LevelWatch
  /** When the next look at what need not be seen at every change is due. */
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
  /** The share of large adds that were fleeting, by the hour. */
  readonly fleeting: HourlySeries
  readonly trap: TrapWatch
  readonly traps: Instant[]
  readonly minutes: Minutes
  readonly funding: Funding
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
  events: [],
})
