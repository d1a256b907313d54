import type { Command, CommandOutcome } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'

/** The host gives trading with real money, for these limits and a while, or takes it back. */
export const setLiveGrant = (
  turn: Turn,
  { grant, instructed }: Extract<Command, { kind: 'setLiveGrant' }>,
): CommandOutcome => {
  const action = grant ? 'LIVE_GRANT' : 'LIVE_REVOKE'
  const auditFields = { action, target: grant?.packetId ?? 'engine', before: turn.ledger.liveGrant?.packetId ?? null }
  const { storeFailure } = turn.session
  if (grant && storeFailure !== null) {
    audit(turn, instructed, { ...auditFields, outcome: 'REFUSED', reason: `STORE_FAILED: ${storeFailure}` })
    return refused({ kind: 'notNow', code: 'STORE_FAILED', detail: storeFailure })
  }
  record(turn, { kind: 'liveGrantChanged', grant, by: instructed.actor, atMs: turn.atMs })
  audit(turn, instructed, { ...auditFields, outcome: 'DONE', reason: instructed.reason })
  return DONE
}
