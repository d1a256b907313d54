import { listFields, readFields, type StateFields, writeFields } from '../../core/state-fields.ts'
import type { Micro } from './micro-state.ts'
import type { QuantileSketch } from './quantile-sketch.ts'

/** The form of what `baselineOf` returns; another form has another number. */
export const BASELINE_VERSION = 1

/**
 * Everything of a market's measurements that takes longer than minutes to gather: distributions of spread, depth and sizes,
 * rates of events, hourly histories. What belongs to the present book is not in it.
 */
export const readBaseline = (micro: Micro): unknown => readFields(baselineFields(micro))

/**
 * Goes on with a baseline that was saved. The time since then was not observed: it is a gap in every rate and history.
 * Throws a `TypeError`, and changes nothing, where it has not the form of this version.
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

const RATE = ['minutes', 'stamps', 'counts', 'hours', 'current', 'before', 'seenMs'] as const

const sketchFields = (sketch: QuantileSketch) => listFields(sketch, 'slices', 'stamps', 'stamp')

/** The slice that counts now is one of the others. */
const relink = (sketch: QuantileSketch): void => {
  sketch.current = sketch.slices[Math.max(0, sketch.stamp) % sketch.slices.length] ?? sketch.current
}
