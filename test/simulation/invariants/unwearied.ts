import type { Instant } from '../../../server/core/instant.ts'
import type { Order } from '../../../server/domain/order/order.ts'
import type { Evidence, Invariant } from './invariant.ts'

const WINDOW_MS = 60_000
/** Maximum number of the engine's own orders sent per minute, and of those denied. */
const MOST = { APPROVED: 1_000, DENIED: 70 }

/** I12: the engine does not repeat failing actions endlessly; each attempt is a row of the journal. */
export const unwearied = (evidence: Evidence): Invariant => {
  const tried: Record<keyof typeof MOST, Instant[]> = { APPROVED: [], DENIED: [] }

  const check = (verdict: keyof typeof MOST, { purpose, statusReason }: Order): void => {
    const times = tried[verdict]
    times.push(evidence.nowMs)
    while ((times[0] ?? 0) < evidence.nowMs - WINDOW_MS) times.shift()
    if (times.length <= MOST[verdict]) return
    const last = `the last a ${purpose}${statusReason === null ? '' : ` for ${statusReason}`}`
    evidence.violate('I12', `${times.length} orders of the engine's own were ${verdict} in a minute, ${last}`)
  }

  return {
    onFact(fact) {
      if (fact.kind === 'orderDecided' && !evidence.isBelated && fact.order.origin === 'GUARDIAN')
        check(fact.decision.verdict, fact.order)
    },
  }
}
