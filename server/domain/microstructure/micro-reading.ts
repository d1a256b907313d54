/** Reads the microstructure measurements of an instrument as a plain record, and saves and restores their baselines. */

import type { Instant } from '../../core/instant.ts'
import { listFields, readFields, type StateFields, writeFields } from '../../core/state-fields.ts'
import { type FlowSums, sumHourFlow } from './book-depth.ts'
import { type Component, readComponents } from './component.ts'
import { buildMarketPicture, type MarketPicture, type Pictured } from './market-picture.ts'
import type { MicroEvent } from './micro-event.ts'
import type { Micro } from './micro-state.ts'
import { readMoments } from './moments.ts'
import { computeCvd, computeVpin, ofiZ } from './order-flow.ts'
import type { QuantileSketch } from './quantile-sketch.ts'

/** Plain record of all measurements at an instant. */
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

/** Order flow of the market; quantities in lots. */
interface FlowReading {
  /**
   * Order-flow imbalance of the newest complete ten-second window, in units of the mean touch quantity, and its z-score
   * over the last hour.
   */
  readonly ofi: { readonly value: number | null; readonly z: number | null; readonly n: number }
  /** Taker buys minus taker sells: since the start, and in the last hour. */
  readonly cvd: number
  readonly signedVolume1h: number
  readonly vpin: number | null
  /** Order flow of the last hour, within the watched band. */
  readonly band: FlowSums
  /** Minimum size of a large add; null while unknown. */
  readonly largeFrom: number | null
}

/** Returns all measurements without changing state. */
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

/** Version of the format that `readBaseline` returns. */
export const BASELINE_VERSION = 1

/**
 * Returns the measurements that take longer than minutes to collect: distributions of spread, depth and sizes, event
 * rates, hourly histories. The current order book is not included.
 */
export const readBaseline = (micro: Micro): unknown => readFields(baselineFields(micro))

/**
 * Restores a saved baseline. The time since it was saved was not observed and is a gap in every rate and history.
 * Throws a `TypeError` and changes nothing when the baseline is not in the format of this version.
 */
export const resumeBaseline = (micro: Micro, saved: unknown): void => {
  writeFields(baselineFields(micro), saved)
  const { depth, levels } = micro
  for (const sketch of [depth.spreads, depth.depths, levels.addSizes]) relink(sketch)
  const { flow } = levels
  flow.current = flow.minutes[flow.minute % flow.minutes.length] ?? flow.current
}

const baselineFields = (micro: Micro): StateFields => {
  const { depth, levels, vpin, funding, minutes } = micro
  return {
    window: listFields(micro, 'fromMs', 'bookUpdates', 'traps', 'events'),
    depth: listFields(depth, 'minute'),
    spreads: sketchFields(depth.spreads),
    depths: sketchFields(depth.depths),
    addSizes: sketchFields(levels.addSizes),
    flow: listFields(levels.flow, 'minutes', 'stamps', 'minute'),
    spoofRate: listFields(micro.spoofRate, ...RATE),
    layerRate: listFields(micro.layerRate, ...RATE),
    fleeting: listFields(micro.fleeting, 'values', 'hours'),
    vpin: listFields(vpin, 'bucketLots', 'bought', 'sold', 'shares', 'buckets'),
    vpinHours: listFields(vpin.history, 'values', 'hours'),
    volatility: listFields(minutes.history, 'values', 'hours'),
    funding: listFields(funding, 'settled', 'interests', 'stamps'),
    fundingHours: listFields(funding.hours, 'values', 'hours'),
  }
}

/** Version of the format that `readLiquidationBaseline` returns. */
export const LIQUIDATIONS_VERSION = 1

/** Returns the liquidations of the last 24 hours and the observed minutes. */
export const readLiquidationBaseline = (micro: Micro): unknown => readFields(liquidationFields(micro))

/**
 * Restores saved liquidations. The observation does not continue: it starts with the next `liquidationStream`. Throws a
 * `TypeError` and changes nothing when they are not in the format of this version.
 */
export const resumeLiquidationBaseline = (micro: Micro, saved: unknown): void =>
  writeFields(liquidationFields(micro), saved)

const liquidationFields = ({ liquidations }: Micro): StateFields => ({
  minutes: listFields(liquidations, 'stamps', 'volumes', 'counts', 'observed'),
  hours: listFields(liquidations.hours, 'values', 'hours'),
})

const RATE = ['minutes', 'stamps', 'counts', 'hours', 'current', 'before', 'seenMs'] as const

const sketchFields = (sketch: QuantileSketch) => listFields(sketch, 'slices', 'stamps', 'stamp')

/** Restores the reference from `current` to its slice. */
const relink = (sketch: QuantileSketch): void => {
  sketch.current = sketch.slices[Math.max(0, sketch.stamp) % sketch.slices.length] ?? sketch.current
}
