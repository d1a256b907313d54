import { type Gate, increases, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Blocks increasing orders while the emergency latch is engaged; reducing orders pass. */
export const emergencyLatch: Gate = {
  id: 'G01',
  code: 'LATCH',
  kind: 'S',
  label: 'emergency stop',
  remedy: onHost('The emergency stop must be cleared on the host: plimsoll stop clear.'),
  enforces: increases,
  read: (candidate, { latch }) => {
    if (!latch.engaged) return state(true, 'CLEAR', 'no emergency stop is engaged')
    const engaged = `an emergency stop is engaged (${latch.reason ?? 'no reason was given'})`
    return increases(candidate)
      ? state(false, 'ENGAGED', `${engaged}: clear it on the host, or send a reduce-only order`)
      : state(true, 'ENGAGED', `${engaged}; reducing orders pass`)
  },
}
