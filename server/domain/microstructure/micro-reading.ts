import type { Instant } from '../../core/instant.ts'
import { type FlowSums, sumHourFlow } from './band-flow.ts'
import { type Component, readComponents } from './component.ts'
import { buildMarketPicture, type MarketPicture, type Pictured } from './market-picture.ts'
import type { MicroEvent } from './micro-event.ts'
import { readMoments } from './moments.ts'
import { ofiZ } from './order-flow.ts'
import { computeCvd } from './trade-flow.ts'
import { computeVpin } from './vpin.ts'

/** Order flow of the market; quantities in lots. */
interface FlowReading {
  /** Order flow of the newest complete ten seconds, in mean quantities of the touch, and against the last hour. */
  readonly ofi: { readonly value: number | null; readonly z: number | null; readonly n: number }
  /** Taker buys less taker sells: since the beginning, and of the last hour. */
  readonly cvd: number
  readonly signedVolume1h: number
  readonly vpin: number | null
  /** Order flow of the last hour, within the watched band. */
  readonly band: FlowSums
  /** Size from which an add is large; null while unknown. */
  readonly largeFrom: number | null
}

/** A plain record of everything measured, as of an instant. */
export interface MicroReading {
  readonly atMs: Instant
  readonly inferenceLevel: 'L2_AGGREGATED'
  readonly window: {
    readonly fromMs: Instant
    readonly toMs: Instant
    readonly bookUpdates: number
    readonly trades: number
  }
  readonly market: MarketPicture
  readonly flow: FlowReading
  readonly components: readonly Component[]
  /** The newest findings, oldest first. */
  readonly events: readonly MicroEvent[]
}

/** Reads without changing anything. */
export const readMicro = (pictured: Pictured, atMs: Instant): MicroReading => {
  const { micro } = pictured
  const { fromMs, toMs, bookUpdates } = micro
  return {
    atMs,
    inferenceLevel: 'L2_AGGREGATED',
    window: { fromMs, toMs, bookUpdates, trades: micro.trades.trades },
    market: buildMarketPicture(pictured, atMs),
    flow: flowReading(pictured, atMs),
    components: readComponents(micro, atMs),
    events: [...micro.events],
  }
}

const flowReading = ({ micro }: Pictured, atMs: Instant): FlowReading => {
  const { orderFlow, trades, levels, vpin } = micro
  return {
    ofi: { value: orderFlow.ofi, ...ofiZ(orderFlow, atMs) },
    cvd: computeCvd(trades),
    signedVolume1h: readMoments(trades.buys, atMs).sum - readMoments(trades.sells, atMs).sum,
    vpin: computeVpin(vpin),
    band: sumHourFlow(levels.flow, atMs),
    largeFrom: Number.isFinite(levels.largeMin) ? levels.largeMin : null,
  }
}
