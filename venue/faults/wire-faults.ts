import type { Random } from '../../server/core/random.ts'
import type { Spell, WireFaultPlan } from './wire-fault-plan.ts'

/** What is answered instead; each wire has its own words for it. */
export type FaultAnswer = 'unknownError' | 'timeout' | 'unavailable' | 'limited' | 'banned'

/** What becomes of an answer over HTTP. */
export type AnswerFate =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'delayed'; readonly byMs: number }
  /** The connection is reset. */
  | { readonly kind: 'reset' }
  /** Nothing comes; the connection stays. */
  | { readonly kind: 'silent' }
  /** Half of the body comes, then the connection ends. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'replaced'; readonly by: FaultAnswer }

/** Whether a request is carried out, and what becomes of its answer. */
export interface RequestFate {
  readonly arrives: boolean
  readonly answer: AnswerFate
}

/** What becomes of a message of a stream: how often it is told, and how late. */
export interface MessageFate {
  readonly copies: 0 | 1 | 2
  readonly delayMs: number
}

type SpellName = 'rateLimitStorm' | 'banStorm' | 'streamSilence'

/** The faults of a plan, and those that hold now. */
export interface WireFaults {
  readonly plan: WireFaultPlan
  readonly random: Random
  readonly under: Set<SpellName>
  over: boolean
}

const DELIVERED: AnswerFate = { kind: 'delivered' }
const WELL: RequestFate = { arrives: true, answer: DELIVERED }
const ON_TIME: MessageFate = { copies: 1, delayMs: 0 }

/** Begins a plan; it ends by itself when its time is over. */
export const beginFaults = (plan: WireFaultPlan, random: Random): WireFaults => {
  const faults: WireFaults = { plan, random, under: new Set(), over: false }
  if (plan.untilMs !== null) {
    setTimeout(() => {
      faults.over = true
    }, plan.untilMs).unref()
  }
  return faults
}

/** Draws whether something goes wrong; never once the plan is over. */
export const happens = ({ over, random }: WireFaults, probability: number): boolean =>
  !over && probability > 0 && random() < probability

/** Draws how long a spell lasts. */
export const drawDuration = ({ random }: WireFaults, { fromMs, toMs }: Spell): number =>
  fromMs + Math.floor(random() * (toMs - fromMs + 1))

/** Draws what becomes of a request; `trades` says whether it would change what the account holds. */
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
    return { arrives: true, answer: { kind: 'delayed', byMs: drawDuration(faults, plan.responseDelayed) } }
  }
  return WELL
}

/** Draws what becomes of a message of a stream. */
export const drawMessage = (faults: WireFaults): MessageFate => {
  const { plan } = faults
  if (isUnder(faults, 'streamSilence') || happens(faults, plan.streamDropped)) return { copies: 0, delayMs: 0 }
  const delayMs = happens(faults, plan.streamDelayed.probability) ? drawDuration(faults, plan.streamDelayed) : 0
  if (happens(faults, plan.streamDuplicated)) return { copies: 2, delayMs }
  return delayMs === 0 ? ON_TIME : { copies: 1, delayMs }
}

/** Whether a spell holds now; it may begin here. */
const isUnder = (faults: WireFaults, name: SpellName): boolean => {
  const { under, plan } = faults
  if (under.has(name)) return !faults.over
  if (!happens(faults, plan[name].probability)) return false
  under.add(name)
  setTimeout(() => under.delete(name), drawDuration(faults, plan[name])).unref()
  return true
}
