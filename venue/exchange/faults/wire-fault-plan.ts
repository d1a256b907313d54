/** Fault plan of the local exchange: the faults to inject into HTTP responses and streams, and its parser. */

import { FAULT_FIELD, NEVER, parsePlan, type TimedFault } from '../../../server/core/fault-plan.ts'
import type { Result } from '../../../server/core/result.ts'

/** Faults to inject into HTTP responses and streams. Plain numbers are probabilities for each request or message. */
export interface WireFaultPlan {
  /** Seed of a reproducible run; null uses a new seed each time. */
  readonly seed: number | null
  /** No fault begins after this period; null means no end. */
  readonly untilMs: number | null
  /** The connection is reset before the exchange has the request. */
  readonly requestLost: number
  /** The request is executed; then the connection is reset, or there is no response. */
  readonly responseLost: number
  /** The request is executed; the connection ends after half of the body. */
  readonly responseCut: number
  /** The request is executed; the response is 200 and empty. */
  readonly responseEmpty: number
  readonly responseDelayed: TimedFault
  /** 503 "Unknown error" to trading requests; half of them were executed. */
  readonly serverErrors: number
  /** 503 "Service Unavailable" to trading requests; none was executed. */
  readonly unavailable: number
  /** 408 with −1007 to trading requests; half of them were executed. */
  readonly timeouts: number
  /** 503 to read requests. */
  readonly readsFail: number
  /** 429 to everything, for a while. */
  readonly rateLimitStorm: TimedFault
  /** 418 to everything, for a while. */
  readonly banStorm: TimedFault
  /** A single stream message is not sent. */
  readonly streamDropped: number
  readonly streamDuplicated: number
  readonly streamDelayed: TimedFault
  /** All streams are silent for a while, with their connections open; events of that time are not sent. */
  readonly streamSilence: TimedFault
  /** Maximum age of a connection; null keeps the exchange's 24 hours. */
  readonly connectionMs: number | null
  /** Lifetime of listen keys, renewed or not; null keeps the 60 minutes. */
  readonly listenKeyMs: number | null
  /** An accepted stop disappears one to two seconds later without notice. */
  readonly stopsVanish: number
  /** Offset of the exchange's clock from its previous state, positive when ahead. */
  readonly clockSkewMs: number
}

/** Plan without faults. */
export const NO_WIRE_FAULTS: WireFaultPlan = {
  seed: null,
  untilMs: null,
  requestLost: 0,
  responseLost: 0,
  responseCut: 0,
  responseEmpty: 0,
  responseDelayed: NEVER,
  serverErrors: 0,
  unavailable: 0,
  timeouts: 0,
  readsFail: 0,
  rateLimitStorm: NEVER,
  banStorm: NEVER,
  streamDropped: 0,
  streamDuplicated: 0,
  streamDelayed: NEVER,
  streamSilence: NEVER,
  connectionMs: null,
  listenKeyMs: null,
  stopsVanish: 0,
  clockSkewMs: 0,
}

const CHECKS = {
  seed: FAULT_FIELD.wholeOrNull,
  untilMs: FAULT_FIELD.wholeOrNull,
  requestLost: FAULT_FIELD.probability,
  responseLost: FAULT_FIELD.probability,
  responseCut: FAULT_FIELD.probability,
  responseEmpty: FAULT_FIELD.probability,
  responseDelayed: FAULT_FIELD.timedFault,
  serverErrors: FAULT_FIELD.probability,
  unavailable: FAULT_FIELD.probability,
  timeouts: FAULT_FIELD.probability,
  readsFail: FAULT_FIELD.probability,
  rateLimitStorm: FAULT_FIELD.timedFault,
  banStorm: FAULT_FIELD.timedFault,
  streamDropped: FAULT_FIELD.probability,
  streamDuplicated: FAULT_FIELD.probability,
  streamDelayed: FAULT_FIELD.timedFault,
  streamSilence: FAULT_FIELD.timedFault,
  connectionMs: FAULT_FIELD.lifetimeOrNull,
  listenKeyMs: FAULT_FIELD.lifetimeOrNull,
  stopsVanish: FAULT_FIELD.probability,
  clockSkewMs: FAULT_FIELD.offset,
}

/** Parses a plan from JSON; a fault that is omitted never occurs. The error names every bad field by its JSON pointer. */
export const parseWireFaultPlan = (value: unknown): Result<WireFaultPlan, string[]> =>
  parsePlan(value, NO_WIRE_FAULTS, CHECKS)
