import { type Gate, increases, onHost } from '../gate.ts'
import { state } from '../observation.ts'

/** Requires a live grant from the host, for exactly these limits, before real money is risked. */
export const liveGrant: Gate = {
  id: 'G27',
  code: 'LIVE_GRANT',
  kind: 'C',
  label: 'live grant',
  remedy: onHost('Arm live trading on the host: plimsoll live arm.'),
  enforces: (candidate) => increases(candidate) && candidate.mode === 'LIVE',
  read: ({ mode }, { liveGrant: grant }) => {
    if (mode === 'PAPER') return state(true, 'PAPER', 'paper orders need no live grant')
    if (!grant) return state(false, null, 'there is no live grant: create one on the host')
    if (!grant.valid) return state(false, 'INVALID', 'the live grant is no longer valid: create a new one on the host')
    return grant.matchesConstitution
      ? state(true, 'VALID', 'the live grant is valid for this constitution')
      : state(false, 'OTHER_CONSTITUTION', 'the live grant was created for other limits: create a new one on the host')
  },
}
