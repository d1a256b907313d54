/** Plan of the faults injected between the engine and an exchange: its parser, and the random fate of each request. */

import { assertNever } from '../../../core/assert.ts'
import { drawDuration, FAULT_FIELD, NEVER, parsePlan, type TimedFault } from '../../../core/fault-plan.ts'
import type { Random } from '../../../core/random.ts'
import type { Result } from '../../../core/result.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'

/** Faults to inject between the engine and an exchange. Plain numbers are probabilities for each request or event. */
export interface FaultPlan {
  /** Seed of a reproducible run; null for any. */
  readonly seed: number | null
  /** No fault begins after this period; null means no end. */
  readonly untilMs: number | null
  /** Time after which a caller gives up on a response. */
  readonly timeoutMs: number
  /** The exchange never receives the request; the caller times out, or receives no response at all. */
  readonly requestLost: number
  /** The exchange executed the request; the caller times out, or receives no response at all. */
  readonly responseLost: number
  readonly responseDelayed: TimedFault
  readonly responseDuplicated: number
  readonly streamDuplicated: number
  /** An event is published after its successor. */
  readonly streamReordered: number
  /** The private stream drops events, then reports that it was lost and is restored. */
  readonly streamGap: TimedFault
  /** 429 for everything: submits are refused, and other requests have an unknown outcome. */
  readonly rateLimitStorm: TimedFault
  /** 5xx to a submit or cancel: half of them were executed. */
  readonly serverErrors: number
  readonly readsFail: number
  /** An accepted stop disappears one to two seconds later without notice. */
  readonly stopsVanish: number
  /** Offset of the exchange's clock from its previous state, positive when ahead. */
  readonly clockSkewMs: number
  /** Period during which nothing is published; everything follows at its end. */
  readonly pause: TimedFault
}

export const NO_FAULTS: FaultPlan = {
  seed: null,
  untilMs: null,
  timeoutMs: 5_000,
  requestLost: 0,
  responseLost: 0,
  responseDelayed: NEVER,
  responseDuplicated: 0,
  streamDuplicated: 0,
  streamReordered: 0,
  streamGap: NEVER,
  rateLimitStorm: NEVER,
  serverErrors: 0,
  readsFail: 0,
  stopsVanish: 0,
  clockSkewMs: 0,
  pause: NEVER,
}

const CHECKS = {
  seed: FAULT_FIELD.wholeOrNull,
  untilMs: FAULT_FIELD.wholeOrNull,
  timeoutMs: FAULT_FIELD.milliseconds,
  requestLost: FAULT_FIELD.probability,
  responseLost: FAULT_FIELD.probability,
  responseDelayed: FAULT_FIELD.timedFault,
  responseDuplicated: FAULT_FIELD.probability,
  streamDuplicated: FAULT_FIELD.probability,
  streamReordered: FAULT_FIELD.probability,
  streamGap: FAULT_FIELD.timedFault,
  rateLimitStorm: FAULT_FIELD.timedFault,
  serverErrors: FAULT_FIELD.probability,
  readsFail: FAULT_FIELD.probability,
  stopsVanish: FAULT_FIELD.probability,
  clockSkewMs: FAULT_FIELD.offset,
  pause: FAULT_FIELD.timedFault,
}

/** Parses a plan from JSON; an omitted fault never occurs. The error lists every invalid field by its JSON pointer. */
export const parseFaultPlan = (value: unknown): Result<FaultPlan, string[]> => parsePlan(value, NO_FAULTS, CHECKS)

/** Fate of a response in transit. */
export type AnswerFate =
  | { readonly kind: 'delivered' }
  /** The response never arrives. */
  | { readonly kind: 'silent' }
  /** The caller receives an answer without information instead. */
  | { readonly kind: 'replaced'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'delayed'; readonly byMs: number }
  | { readonly kind: 'doubled'; readonly afterMs: number }

/** Fate of a request: whether the exchange receives it, and the fate of its response. */
interface Fate {
  readonly arrives: boolean
  readonly answer: AnswerFate
}

const DELIVERED: AnswerFate = { kind: 'delivered' }

/** Delay of the second copy of a duplicate. */
const ECHO_MS = 500

export const happens = (probability: number, random: Random): boolean => probability > 0 && random() < probability

/** Draws the fate of a request. */
export const drawFate = (request: VenueRequest, plan: FaultPlan, random: Random): Fate => {
  const reads = request.kind !== 'submit' && request.kind !== 'cancel'
  if (happens(plan.requestLost, random)) return { arrives: false, answer: unanswered(plan, random) }
  if (reads && happens(plan.readsFail, random)) return { arrives: false, answer: failed('the exchange returned 503') }
  if (!reads && happens(plan.serverErrors, random)) {
    return { arrives: random() < 0.5, answer: failed('the exchange returned 503') }
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
  random() < 0.5 ? { kind: 'silent' } : { kind: 'replaced', reason: 'no response in time', afterMs: timeoutMs }

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
