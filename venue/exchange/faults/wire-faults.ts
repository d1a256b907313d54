/** Fault injection of the local exchange: draws the faults of a plan for requests, stream messages and stop orders. */

import { drawDuration } from '../../../server/core/fault-plan.ts'
import type { Random } from '../../../server/core/random.ts'
import { type AccountBook, forgetOrder, isWaiting, type WireOrder } from '../account/account-book.ts'
import type { LocalExchange } from '../ports.ts'
import type { WireFaultPlan } from './wire-fault-plan.ts'

/** Fault plan with the fault periods in effect. */
export interface WireFaults {
  readonly plan: WireFaultPlan
  readonly random: Random
  readonly under: Set<TimedFaultName>
  over: boolean
}

type TimedFaultName = 'rateLimitStorm' | 'banStorm' | 'streamSilence'

/** Response that replaces the actual one; each wire has its own format. */
export type FaultAnswer = 'unknownError' | 'timeout' | 'unavailable' | 'limited' | 'banned'

/** Fate of an HTTP response. */
export type AnswerFate =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'delayed'; readonly byMs: number }
  /** The connection is reset. */
  | { readonly kind: 'reset' }
  /** No response arrives; the connection stays open. */
  | { readonly kind: 'silent' }
  /** The connection ends after half of the body. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'replaced'; readonly by: FaultAnswer }

/** Fate of a request: whether it is carried out, and the fate of its response. */
export interface RequestFate {
  readonly arrives: boolean
  readonly answer: AnswerFate
}

/** Fate of a stream message: how often it is sent, and with what delay. */
export interface MessageFate {
  readonly copies: 0 | 1 | 2
  readonly delayMs: number
}

const DELIVERED: AnswerFate = { kind: 'delivered' }
const WELL: RequestFate = { arrives: true, answer: DELIVERED }
const ON_TIME: MessageFate = { copies: 1, delayMs: 0 }

/** Starts a fault plan; it ends automatically after its duration. */
export const beginFaults = (plan: WireFaultPlan, random: Random): WireFaults => {
  const faults: WireFaults = { plan, random, under: new Set(), over: false }
  if (plan.untilMs !== null) {
    setTimeout(() => {
      faults.over = true
    }, plan.untilMs).unref()
  }
  return faults
}

/** Draws whether a fault occurs; never once the plan is over. */
const happens = ({ over, random }: WireFaults, probability: number): boolean =>
  !over && probability > 0 && random() < probability

/** Draws the fate of a request; `trades` is true for requests that would change the account. */
export const drawRequest = (faults: WireFaults, trades: boolean): RequestFate => {
  const { plan } = faults
  if (isUnder(faults, 'banStorm')) return { arrives: false, answer: { kind: 'replaced', by: 'banned' } }
  if (isUnder(faults, 'rateLimitStorm')) return { arrives: false, answer: { kind: 'replaced', by: 'limited' } }
  if (happens(faults, plan.requestLost)) return { arrives: false, answer: { kind: 'reset' } }
  const error = trades ? drawTradeError(faults) : drawReadError(faults)
  return error ?? drawAnswer(faults)
}

const drawTradeError = (faults: WireFaults): RequestFate | undefined => {
  const { plan } = faults
  if (happens(faults, plan.unavailable)) return { arrives: false, answer: { kind: 'replaced', by: 'unavailable' } }
  if (happens(faults, plan.serverErrors)) return halfDone(faults, 'unknownError')
  if (happens(faults, plan.timeouts)) return halfDone(faults, 'timeout')
  return undefined
}

const drawReadError = (faults: WireFaults): RequestFate | undefined =>
  happens(faults, faults.plan.readsFail)
    ? { arrives: false, answer: { kind: 'replaced', by: 'unavailable' } }
    : undefined

const halfDone = (faults: WireFaults, by: FaultAnswer): RequestFate => ({
  arrives: happens(faults, 0.5),
  answer: { kind: 'replaced', by },
})

const drawAnswer = (faults: WireFaults): RequestFate => {
  const { plan } = faults
  if (happens(faults, plan.responseLost))
    return { arrives: true, answer: { kind: happens(faults, 0.5) ? 'reset' : 'silent' } }
  if (happens(faults, plan.responseCut)) return { arrives: true, answer: { kind: 'cut' } }
  if (happens(faults, plan.responseEmpty)) return { arrives: true, answer: { kind: 'empty' } }
  if (happens(faults, plan.responseDelayed.probability)) {
    return { arrives: true, answer: { kind: 'delayed', byMs: drawDuration(plan.responseDelayed, faults.random) } }
  }
  return WELL
}

/** Draws the fate of a stream message. */
export const drawMessage = (faults: WireFaults): MessageFate => {
  const { plan } = faults
  if (isUnder(faults, 'streamSilence') || happens(faults, plan.streamDropped)) return { copies: 0, delayMs: 0 }
  const delayMs = happens(faults, plan.streamDelayed.probability) ? drawDuration(plan.streamDelayed, faults.random) : 0
  if (happens(faults, plan.streamDuplicated)) return { copies: 2, delayMs }
  return delayMs === 0 ? ON_TIME : { copies: 1, delayMs }
}

/** Returns whether a fault period is in effect; it may begin here. */
const isUnder = (faults: WireFaults, name: TimedFaultName): boolean => {
  const { under, plan } = faults
  if (under.has(name)) return !faults.over
  if (!happens(faults, plan[name].probability)) return false
  under.add(name)
  setTimeout(() => under.delete(name), drawDuration(plan[name], faults.random)).unref()
  return true
}

const VANISH = { probability: 1, fromMs: 1_000, toMs: 2_000 }

/** Removes a conditional order a moment after it was accepted, if the fault plan requires it, and then calls `gone`. */
export const loseOrderAtRandom = (
  {
    faults,
    exchange,
    book,
  }: { readonly faults: WireFaults; readonly exchange: Pick<LocalExchange, 'vanish'>; readonly book: AccountBook },
  order: WireOrder,
  gone: () => void = () => {},
): void => {
  if (!happens(faults, faults.plan.stopsVanish)) return
  const vanish = (): void => {
    if (!isWaiting(order)) return
    exchange.vanish(order.record.key)
    forgetOrder(book, order)
    gone()
  }
  setTimeout(vanish, drawDuration(VANISH, faults.random)).unref()
}
