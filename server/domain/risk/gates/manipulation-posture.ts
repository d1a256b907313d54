import { byItself, type Gate, isAutotradingEntry } from '../gate.ts'
import { state } from '../observation.ts'

/** Blocks autotrading entries in a market with signs of manipulation. Passes while the posture is not measured. */
export const manipulationPosture: Gate = {
  id: 'G25',
  code: 'MANIPULATION',
  kind: 'Q',
  label: 'signs of manipulation',
  remedy: byItself('Wait until the market shows fewer signs of manipulation; see anti-manipulation-truth.'),
  enforces: (candidate, view) => isAutotradingEntry(candidate) && view.manipulationPosture === HOSTILE,
  read: (_candidate, { manipulationPosture: posture }) => {
    if (posture === null) return state(true, null, 'no manipulation posture has been measured yet')
    return posture === HOSTILE
      ? state(false, posture, 'the market shows signs of manipulation: wait until they clear')
      : state(true, posture, `the manipulation posture of the market is ${posture}`)
  },
}

const HOSTILE = 'HOSTILE'
