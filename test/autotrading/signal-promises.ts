import { type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import { intervalLength } from '../../server/domain/market/interval.ts'
import { GATES } from '../../server/domain/risk/gates/index.ts'
import { candidateDigest } from '../../server/domain/signal/entry-candidate.ts'
import { signalDigest } from '../../server/domain/signal/signal.ts'
import { decisionDigest as decisionDigestOf } from '../../server/engine/autotrading/evaluate-entry.ts'
import type { ConsideredEntry } from '../../server/engine/model/facts.ts'
import type { WhatBecame } from './what-became.ts'

/** Returns the signals whose outcome is overdue, and those reported twice. */
export const unresolvedSignals = ({ signals, outcomes, twice }: WhatBecame, nowMs: Instant): string[] => [
  ...twice.map((id) => `${id} was reported twice`),
  ...[...signals.values()].flatMap(({ signalId, plan, interval }) =>
    plan.horizonEndMs + intervalLength(interval) + MINUTE_MS < nowMs && !outcomes.has(signalId)
      ? [`${signalId} has no outcome after its horizon`]
      : [],
  ),
]

/** Returns the entries whose decision is incomplete, or whose order differs from the decided one. */
export const unfoundedEntries = (became: WhatBecame): string[] =>
  became.entries.flatMap((entry) => [
    ...decisionFaults(entry),
    ...orderFaults(became, entry),
    ...linkFaults(became, entry),
  ])

const decisionFaults = ({ candidate, decision, orderId }: ConsideredEntry): string[] => {
  const { candidateId } = candidate
  const gates = decision.readings.map(({ gateId }) => gateId).join()
  const refused = decision.readings.some(({ enforced, pass }) => enforced && !pass)
  return [
    ...(gates === ALL_GATES ? [] : [`${candidateId} was shown to the gates ${gates}`]),
    ...(refused === (decision.verdict === 'DENIED')
      ? []
      : [`${candidateId} is ${decision.verdict}, its readings differ`]),
    ...(refused === (orderId === null) ? [] : [`${candidateId} was ${decision.verdict} and its order is ${orderId}`]),
  ]
}

const ALL_GATES = GATES.map(({ id }) => id).join()

const orderFaults = ({ orders }: WhatBecame, { candidate, digest, decision, orderId }: ConsideredEntry): string[] => {
  if (orderId === null) return []
  const decided = orders.get(orderId)
  if (!decided) return [`${candidate.candidateId} was approved, and there is no order ${orderId}`]
  const { cause, decisionId, plan, terms } = decided.order
  const same =
    cause?.candidateId === candidate.candidateId &&
    cause.digest === digest &&
    decisionId === decision.decisionId &&
    terms.quantity === candidate.quantity &&
    terms.price === candidate.price &&
    plan?.stopLoss.price === candidate.stopLoss
  return same ? [] : [`${orderId} is not the order of ${candidate.candidateId}`]
}

const linkFaults = ({ signals }: WhatBecame, { candidate, digest, decision, decisionDigest }: ConsideredEntry) => [
  ...(candidateDigest(candidate) === digest ? [] : [`${candidate.candidateId} does not match its digest`]),
  ...(decisionDigestOf(digest, decision) === decisionDigest
    ? []
    : [`${decision.decisionId} does not match its digest`]),
  ...candidate.signals.flatMap((link) => {
    const signal = signals.get(link.signalId)
    return signal && signalDigest(signal) === link.digest
      ? []
      : [`${link.signalId} does not match its digest in ${digest}`]
  }),
]

/** Returns the orders of autotrading without a considered entry. */
export const unconsideredOrders = ({ orders, entries }: WhatBecame): string[] => {
  const considered = new Set(entries.map(({ orderId }) => orderId))
  return [...orders.values()].flatMap(({ order: { orderId, origin, purpose } }) =>
    origin === 'AUTOTRADING' && purpose === 'ENTRY' && !considered.has(orderId) ? [`${orderId} came of nothing`] : [],
  )
}
