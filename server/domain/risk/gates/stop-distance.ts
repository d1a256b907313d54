import { type Gate, increases } from '../gate.ts'
import { addedBy, stakeAfter } from '../loss-at-stop.ts'
import { measure, state } from '../observation.ts'
import { averageTicks, maxStopDistancePct, stopDistancePct } from '../stop-distance.ts'

/** The stop of the resulting position is near enough to its average entry price to count as protection. */
export const stopDistance: Gate = {
  id: 'G33',
  code: 'STOP_DISTANCE',
  kind: 'S',
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
      remedy: 'bring the stop nearer to the entry price',
    })
  },
}
