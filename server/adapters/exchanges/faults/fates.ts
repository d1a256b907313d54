import { assertNever } from '../../../core/assert.ts'
import type { Random } from '../../../core/random.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import type { FaultPlan, Spell } from './fault-plan.ts'

/** Fate of a response in transit. */
export type AnswerFate =
  | { readonly kind: 'delivered' }
  /** It never comes. */
  | { readonly kind: 'silent' }
  /** The caller receives an answer without information instead. */
  | { readonly kind: 'replaced'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'delayed'; readonly byMs: number }
  | { readonly kind: 'doubled'; readonly afterMs: number }

/** Fate of a request: whether the exchange receives it, and the fate of its response. */
export interface Fate {
  readonly arrives: boolean
  readonly answer: AnswerFate
}

const DELIVERED: AnswerFate = { kind: 'delivered' }

/** Delay of the second copy of a duplicate. */
const ECHO_MS = 500

export const happens = (probability: number, random: Random): boolean => probability > 0 && random() < probability

export const drawDuration = ({ fromMs, toMs }: Spell, random: Random): number =>
  fromMs + Math.floor(random() * (toMs - fromMs + 1))

/** Draws the fate of a request. */
export const drawFate = (request: VenueRequest, plan: FaultPlan, random: Random): Fate => {
  const reads = request.kind !== 'submit' && request.kind !== 'cancel'
  if (happens(plan.requestLost, random)) return { arrives: false, answer: unanswered(plan, random) }
  if (reads && happens(plan.readsFail, random)) return { arrives: false, answer: failed('the exchange answered 503') }
  if (!reads && happens(plan.serverErrors, random)) {
    return { arrives: random() < 0.5, answer: failed('the exchange answered 503') }
  }
  return { arrives: true, answer: drawAnswer(plan, random) }
}

const drawAnswer = (plan: FaultPlan, random: Random): AnswerFate => {
  if (happens(plan.responseLost, random)) return unanswered(plan, random)
  const { responseDelayed, responseDuplicated } = plan
  if (happens(responseDelayed.probability, random))
    return { kind: 'delayed', byMs: drawDuration(responseDelayed, random) }
  if (happens(responseDuplicated, random)) return { kind: 'doubled', afterMs: Math.floor(random() * ECHO_MS) }
  return DELIVERED
}

const unanswered = ({ timeoutMs }: FaultPlan, random: Random): AnswerFate =>
  random() < 0.5 ? { kind: 'silent' } : { kind: 'replaced', reason: 'no answer in time', afterMs: timeoutMs }

const failed = (reason: string): AnswerFate => ({ kind: 'replaced', reason, afterMs: 0 })

/** Returns the same key for a request and its response; undefined for events without a request. */
export const requestKey = (request: VenueRequest): string => {
  switch (request.kind) {
    case 'submit':
      return `submit ${request.submission.venueClientId}`
    case 'cancel':
      return `cancel ${request.venueClientId}`
    case 'queryOrder':
    case 'readAccount':
    case 'readTime':
      return `read ${request.queryId}`
    default:
      return assertNever(request)
  }
}

export const answerKey = (event: VenueEvent): string | undefined => {
  switch (event.kind) {
    case 'submitAnswered':
      return `submit ${event.venueClientId}`
    case 'cancelAnswered':
      return `cancel ${event.venueClientId}`
    case 'orderQueried':
    case 'accountRead':
    case 'timeRead':
      return `read ${event.queryId}`
    default:
      return undefined
  }
}
