import { forgetWatches } from '../autotrading/watch-promises.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import { record, type Turn } from '../state/turn.ts'

/** The host lets a quarantined strategy enter again; what it promises is watched anew. */
export const rearmStrategy = (
  turn: Turn,
  { strategyId, instructed }: Extract<Command, { kind: 'rearmStrategy' }>,
): CommandOutcome => {
  const before = turn.ledger.quarantines.get(strategyId)?.reason ?? null
  const auditFields = { action: 'STRATEGY_REARM', target: strategyId, before }
  const obstacle = obstacleTo(turn, strategyId)
  if (obstacle) {
    audit(turn, instructed, { ...auditFields, outcome: 'REFUSED', reason: `${obstacle.code}: ${obstacle.detail}` })
    return refused({ kind: 'notNow', ...obstacle })
  }
  forgetWatches(turn.signals, strategyId)
  record(turn, { kind: 'strategiesRearmed', strategies: [strategyId], atMs: turn.atMs })
  audit(turn, instructed, { ...auditFields, outcome: 'DONE', reason: instructed.reason })
  return DONE
}

const obstacleTo = ({ ledger, session }: Turn, strategyId: string) => {
  if (session.storeFailure !== null) return { code: 'STORE_FAILED', detail: session.storeFailure }
  return ledger.quarantines.has(strategyId)
    ? undefined
    : { code: 'NOT_QUARANTINED', detail: `${strategyId} is not quarantined.` }
}
