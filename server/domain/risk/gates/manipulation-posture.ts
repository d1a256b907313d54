import { isAutotradingEntry } from '../entry.ts'
import type { Gate } from '../gate.ts'
import { state } from '../observation.ts'

/** Autotrading does not enter a market that looks manipulated. It holds nothing up while that is not measured. */
export const manipulationPosture: Gate = {
  id: 'G25',
  code: 'MANIPULATION',
  kind: 'Q',
  enforces: (candidate, view) => isAutotradingEntry(candidate) && view.manipulationPosture === HOSTILE,
  read: (_candidate, { manipulationPosture: posture }) => {
    if (posture === null) return state(true, null, 'no manipulation posture is measured yet')
    return posture === HOSTILE
      ? state(false, posture, 'the market looks manipulated: wait until it has calmed')
      : state(true, posture, `the manipulation posture of the market is ${posture}`)
  },
}

const HOSTILE = 'HOSTILE'
