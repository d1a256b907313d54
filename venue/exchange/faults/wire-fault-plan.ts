import { isRecord } from '../../../server/core/json.ts'
import { err, ok, type Result } from '../../../server/core/result.ts'

/** Something that begins with a probability at each request or message and lasts between two times. */
export interface Spell {
  readonly probability: number
  readonly fromMs: number
  readonly toMs: number
}

/** Faults of the wire. Plain numbers are probabilities for each request or message. */
export interface WireFaultPlan {
  /** For the draws of a run that is to be repeated; null draws anew each time. */
  readonly seed: number | null
  /** Nothing goes wrong any more after this long; null is for ever. */
  readonly untilMs: number | null
  /** The connection is reset before the exchange has the request. */
  readonly requestLost: number
  /** It is carried out; then the connection is reset, or nothing comes at all. */
  readonly responseLost: number
  /** It is carried out; half of the body comes, then the connection ends. */
  readonly responseCut: number
  /** It is carried out; the answer is 200 and empty. */
  readonly responseEmpty: number
  readonly responseDelayed: Spell
  /** 503 "Unknown error" to what trades: half of it was carried out. */
  readonly serverErrors: number
  /** 503 "Service Unavailable" to what trades: none of it was carried out. */
  readonly unavailable: number
  /** 408 with −1007 to what trades: half of it was carried out. */
  readonly timeouts: number
  /** 503 to what only reads. */
  readonly readsFail: number
  /** 429 to everything, for a while. */
  readonly rateLimitStorm: Spell
  /** 418 to everything, for a while. */
  readonly banStorm: Spell
  /** A single stream message is not sent. */
  readonly streamDropped: number
  readonly streamDuplicated: number
  readonly streamDelayed: Spell
  /** All streams are silent for a while, with their connections open; events of that time are not sent. */
  readonly streamSilence: Spell
  /** Every connection is closed when it is so old; null leaves it to the exchange's 24 hours. */
  readonly connectionMs: number | null
  /** Listen keys expire after so long, whether they are renewed or not; null leaves it to the 60 minutes. */
  readonly listenKeyMs: number | null
  /** An accepted stop is gone one to two seconds later, without a word. */
  readonly stopsVanish: number
  /** Offset of the exchange's clock from its previous state, positive when ahead. */
  readonly clockSkewMs: number
}

const NEVER: Spell = { probability: 0, fromMs: 0, toMs: 0 }

/** A wire on which nothing goes wrong. */
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

/** Returns the faults of a value, each as a JSON pointer below it and a description. */
type Check = (value: unknown) => readonly (readonly [pointer: string, fault: string])[]

const LONGEST_MS = 86_400_000

const fine: ReturnType<Check> = []

const wholeBetween =
  (least: number, most: number, orNull = ''): Check =>
  (value) =>
    (orNull !== '' && value === null) ||
    (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most)
      ? fine
      : [['', `must be a whole number from ${least} to ${most}${orNull}`]]

const probability: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? fine : [['', 'must be a number from 0 to 1']]

const milliseconds = wholeBetween(0, LONGEST_MS)
const millisecondsOrNull = wholeBetween(1, LONGEST_MS, ', or null')
const anyWholeOrNull = wholeBetween(0, Number.MAX_SAFE_INTEGER, ', or null')

const SPELL: Readonly<Record<keyof Spell, Check>> = { probability, fromMs: milliseconds, toMs: milliseconds }

const spell: Check = (value) => {
  if (!isRecord(value)) return [['', 'must be {"probability", "fromMs", "toMs"}']]
  const missing = Object.keys(SPELL).filter((name) => !Object.hasOwn(value, name))
  if (missing.length > 0) return missing.map((name) => [`/${name}`, 'is missing'])
  const faults = checkFields(value, SPELL)
  if (faults.length > 0) return faults
  return Number(value.toMs) < Number(value.fromMs) ? [['/toMs', 'must not be less than fromMs']] : fine
}

const CHECKS: Readonly<Record<keyof WireFaultPlan, Check>> = {
  seed: anyWholeOrNull,
  untilMs: anyWholeOrNull,
  requestLost: probability,
  responseLost: probability,
  responseCut: probability,
  responseEmpty: probability,
  responseDelayed: spell,
  serverErrors: probability,
  unavailable: probability,
  timeouts: probability,
  readsFail: probability,
  rateLimitStorm: spell,
  banStorm: spell,
  streamDropped: probability,
  streamDuplicated: probability,
  streamDelayed: spell,
  streamSilence: spell,
  connectionMs: millisecondsOrNull,
  listenKeyMs: millisecondsOrNull,
  stopsVanish: probability,
  clockSkewMs: wholeBetween(-LONGEST_MS, LONGEST_MS),
}

const checkFields = (value: Record<string, unknown>, checks: Readonly<Record<string, Check>>): ReturnType<Check> =>
  Object.entries(value).flatMap(([name, part]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (!check) return [[`/${name}`, 'is no field']] as const
    return check(part).map(([pointer, fault]) => [`/${name}${pointer}`, fault] as const)
  })

/** Reads a plan from JSON; what is left out does not go wrong. The error names every bad field by its JSON pointer. */
export const parseWireFaultPlan = (value: unknown): Result<WireFaultPlan, string[]> => {
  if (!isRecord(value)) return err(['/ must be an object'])
  const faults = checkFields(value, CHECKS)
  if (faults.length > 0) return err(faults.map(([pointer, fault]) => `${pointer} ${fault}`))
  return ok({ ...NO_WIRE_FAULTS, ...(value as Partial<WireFaultPlan>) })
}
