import { ticks } from '../../market/instrument.ts'
import type { Constitution } from '../constitution.ts'
import { byItself, gateWithLimits, increases, type Limit, type Observation, type ProbeCase } from '../gate.ts'
import { addedBy, stakeAfter } from '../loss-at-stop.ts'
import { measure, state } from '../observation.ts'
import { MARK, seeing, upTo } from '../probes/cases.ts'
import { number } from '../setting-rule.ts'
import { averageTicks, DEFAULT_STOPS, maxStopDistancePct, stopDistancePct } from '../stop-distance.ts'

const TICKS_PER_PCT = MARK / 100

/** Limits the distance of the resulting position's stop from its average entry price. */
export const stopDistance = gateWithLimits({
  id: 'G33',
  code: 'STOP_DISTANCE',
  kind: 'S',
  label: 'stop distance',
  remedy: byItself('The stop must be closer to the average entry price.'),
  limits: {
    'limits.maxStopPct': {
      default: 10,
      allowed: number(0, 50),
      title: 'Distance of a stop from the entry price',
      unit: 'percent',
      bound: 'at most',
      probe: {
        steps: upTo(TICKS_PER_PCT),
        createCase: (distance, constitution) => stopped(constitution, distance, null),
      },
    },
    'limits.maxStopAtr': {
      default: 20,
      allowed: number(1, 1_000),
      title: 'Distance of a stop relative to the average hourly range',
      unit: 'ratio',
      bound: 'at most',
      probe: {
        steps: (_multiple, constitution) => [rangeLimit(constitution) - 1, rangeLimit(constitution) + 1],
        createCase: (distance, constitution) => byRange(constitution, distance),
        readBack: (observed, probed) => rangeReadBack(observed, probed),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const { atRisk, instrument, constitution } = view
    if (addedBy(candidate.terms, atRisk) === 0) return state(true, 'NOT_INCREASED', 'the order only reduces')
    const stake = stakeAfter(candidate, view)
    const entered = stake && stake.stop !== null && stake.quantity > 0 ? { ...stake, stop: stake.stop } : null
    return measure({
      what: 'the distance of the stop from the average entry price',
      observed: entered && stopDistancePct(instrument, entered),
      bound: 'at most',
      limit: maxStopDistancePct(constitution, {
        hourlyRange: entered && atRisk.hourlyRange,
        entry: entered ? averageTicks(instrument, entered) : 1,
      }),
      unit: 'percent',
      setting: constitution.limits.maxStopPct === null ? 'limits.maxStopPct' : 'limits.maxStopAtr',
      remedy: 'move the stop closer to the entry price',
    })
  },
})

/** Builds the healthy order with its stop a number of ticks below the price. */
const stopped = (constitution: Constitution, distance: number, hourlyRange: number | null): ProbeCase => {
  const { candidate, view } = seeing(constitution, {})
  const stopLoss = { price: ticks(MARK - distance), by: 'MARK' } as const
  return {
    candidate: { ...candidate, plan: { stopLoss, takeProfit: null, stopIsDefault: false } },
    view: { ...view, atRisk: { ...view.atRisk, hourlyRange } },
  }
}

/** Returns a distance at which the limit by range applies: between the default stops and the limit in percent. */
const rangeLimit = ({ limits, protection }: Constitution): number =>
  Math.floor((((limits.maxStopPct ?? 0) + (DEFAULT_STOPS * protection.defaultStopBps) / 100) / 2) * TICKS_PER_PCT)

const byRange = (constitution: Constitution, distance: number): ProbeCase =>
  stopped(constitution, distance, rangeLimit(constitution) / (constitution.limits.maxStopAtr ?? 1))

/** Converts the limit in percent to a multiple of the case's range. */
const rangeReadBack = ({ limit }: Observation, { view }: ProbeCase): Limit | undefined => {
  const { hourlyRange } = view.atRisk
  if (typeof limit !== 'number' || hourlyRange === null) return undefined
  return Number(((limit * TICKS_PER_PCT) / hourlyRange).toPrecision(4))
}
