import { type Instant, MINUTE_MS } from '../../../core/instant.ts'
import type { Urgency } from './attempt.ts'

/**
 * What may be asked of an exchange within a minute, in the units it counts in. Of a hundred parts
 * reading may use fifty, entering twenty more, what cancels and protects twenty more; the last ten are for the emergency stop.
 */
export interface Budget {
  readonly perMinute: number
  /** What was spent within the last minute, oldest first. */
  readonly spent: { readonly atMs: Instant; readonly cost: number }[]
  total: number
  /** The exchange has asked for silence until then. */
  silentUntilMs: Instant
}

const SHARE: Record<Urgency, number> = { READ: 0.5, TRADE: 0.7, PROTECT: 0.9, STOP: 1 }

export const createBudget = (perMinute: number): Budget => ({ perMinute, spent: [], total: 0, silentUntilMs: 0 })

/** Spends so much, or says how long to wait for it. Silence asked for by the exchange binds reading and entering alone. */
export const spend = (budget: Budget, cost: number, urgency: Urgency, nowMs: Instant): number => {
  forget(budget, nowMs)
  const bound = urgency === 'READ' || urgency === 'TRADE'
  if (bound && nowMs < budget.silentUntilMs) return budget.silentUntilMs - nowMs
  const waitMs = waitFor(budget, budget.total + cost - SHARE[urgency] * budget.perMinute, nowMs)
  if (waitMs > 0) return waitMs
  budget.spent.push({ atMs: nowMs, cost })
  budget.total += cost
  return 0
}

/** The exchange itself says what it has counted within its present minute: never less than what we have counted. */
export const notePublished = (budget: Budget, used: number, nowMs: Instant): void => {
  forget(budget, nowMs)
  if (used <= budget.total) return
  budget.spent.push({ atMs: nowMs, cost: used - budget.total })
  budget.total = used
}

export const askedForSilence = (budget: Budget, untilMs: Instant): void => {
  budget.silentUntilMs = Math.max(budget.silentUntilMs, untilMs)
}

const forget = (budget: Budget, nowMs: Instant): void => {
  const gone = budget.spent.findIndex(({ atMs }) => nowMs - atMs < MINUTE_MS)
  for (const { cost } of budget.spent.splice(0, gone < 0 ? budget.spent.length : gone)) budget.total -= cost
}

/** Until so much of what was spent is a minute old. */
const waitFor = ({ spent }: Budget, over: number, nowMs: Instant): number => {
  let freed = 0
  for (const { atMs, cost } of spent) {
    if (freed >= over) return 0
    freed += cost
    if (freed >= over) return atMs + MINUTE_MS - nowMs
  }
  return 0
}
