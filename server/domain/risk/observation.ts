/** Gate readings: a measured value, its limit, and the verdict. */

import { type Money, printMoney } from '../account/money.ts'
import type { GateUnit, Observation } from './gate.ts'

/** Measured value and its limit. A limit set on the host names its `setting`; a fixed limit has none. */
export interface Measure<Value = number> {
  /** Subject of the sentence, with its article: "the age of the book". */
  readonly what: string
  /** Amount in USDT behind the measured value, if it is a share. */
  readonly amount?: Money | null
  readonly observed: Value | null
  readonly bound: 'at most' | 'at least' | 'less than' | 'more than'
  readonly limit: Value | null
  readonly unit: GateUnit
  readonly setting?: string
  /** Remedy for a person when the condition does not hold. */
  readonly remedy: string
  /** Formats a whole number in the unit used for display. */
  readonly print?: (count: number) => string
}

/** Compares a number with its limit; values that are unknown, not configured or not a number do not pass. */
export const measure = (measured: Measure): Observation => {
  const { observed, bound, limit } = measured
  return judge(measured, observed !== null && limit !== null && COMPARISONS[bound](observed, limit))
}

/** Returns the observation for an amount that was already compared exactly. */
export const judge = (measured: Measure<number | string>, holds: boolean): Observation => {
  const known = judged.get(measured.what)
  if (known?.holds === holds && isSame(known.measured, measured)) return known.observation
  const observation = observe(measured, holds)
  if (judged.size >= JUDGED_MAX) judged.clear()
  judged.set(measured.what, { measured, holds, observation })
  return observation
}

interface Judged {
  readonly measured: Measure<number | string>
  readonly holds: boolean
  readonly observation: Observation
}

/** Newest observation of each subject: most subjects have the same value for successive orders. */
const judged = new Map<string, Judged>()

const JUDGED_MAX = 200

const isSame = (a: Measure<number | string>, b: Measure<number | string>): boolean =>
  a.observed === b.observed &&
  a.amount === b.amount &&
  a.limit === b.limit &&
  a.bound === b.bound &&
  a.unit === b.unit &&
  a.setting === b.setting &&
  a.remedy === b.remedy &&
  a.print === b.print

/** Returns the observation; its sentence is composed when it is read, because a backtest reads none. */
const observe = (measured: Measure<number | string>, holds: boolean): Observation => {
  const observed = roundDigits(measured.observed)
  const limit = roundDigits(measured.limit)
  const observation: Measured = Object.create(SENTENCE)
  observation.measured = measured
  observation.pass = holds && observed !== null && limit !== null
  observation.observed = observed
  observation.limit = limit
  observation.unit = measured.unit
  return observation
}

/** An observation with the measure from which its sentence is composed. */
type Measured = { -readonly [Name in keyof Observation]: Observation[Name] } & { measured: Measure<number | string> }

/** Prototype of observations: a getter of their own would make each of them many times as large, and slow. */
const SENTENCE = {
  get detail(): string {
    const { measured, ...observation } = this as unknown as Measured
    return sentence(measured, observation)
  },
}

/** Rounds to the significant digits for display. */
export const roundDigits = <Value extends number | string | null>(value: Value): Value | number =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value

const DIGITS = 6

const sentence = (
  { what, amount = null, bound, unit, setting, remedy, print }: Measure<number | string>,
  { observed, limit, pass }: Pick<Observation, 'observed' | 'limit' | 'pass'>,
): string => {
  if (limit === null) return `no limit is configured: constitution ${setting ?? ''}`
  const subject = amount === null ? what : `${what}, ${printMoney(amount).replace(/\d{6}$/, '')} USDT,`
  if (observed === null) return `${subject} is not known: ${remedy}`
  const formatMeasured = (value: number | string): string =>
    print && typeof value === 'number' && Number.isSafeInteger(value)
      ? print(value)
      : `${figure(value)}${SUFFIXES[unit]}`
  const message = `${subject} is ${formatMeasured(observed)}; it must be ${bound} ${formatMeasured(limit)}`
  return pass ? message : `${message}: ${remedy}`
}

/** Trims the trailing zeros of an amount with eight decimal places, except for cents. */
const figure = (value: number | string): string => {
  if (typeof value === 'number') return `${value}`
  if (value.at(-DIGITS_OF_MONEY - 1) !== '.') return value
  let end = value.length
  while (end > value.length - DIGITS_OF_MONEY + 2 && value[end - 1] === '0') end--
  return value.slice(0, end)
}

const DIGITS_OF_MONEY = 8

/** Returns the observation for a state that passes or fails without a limit. */
export const state = (pass: boolean, observed: string | null, detail: string): Observation => {
  const known = states.get(detail)
  if (known?.pass === pass && known.observed === observed) return known
  const observation: Observation = { pass, observed, limit: null, unit: 'state', detail }
  if (states.size >= JUDGED_MAX) states.clear()
  states.set(detail, observation)
  return observation
}

/** Newest observation of each state. */
const states = new Map<string, Observation>()

/** Returns the first observation that does not pass, or the first observation when all pass. */
export const firstFailing = (first: Observation, ...others: readonly Observation[]): Observation =>
  first.pass ? (others.find(({ pass }) => !pass) ?? first) : first

const COMPARISONS: Record<Measure['bound'], (observed: number, limit: number) => boolean> = {
  'at most': (observed, limit) => observed <= limit,
  'at least': (observed, limit) => observed >= limit,
  'less than': (observed, limit) => observed < limit,
  'more than': (observed, limit) => observed > limit,
}

const SUFFIXES: Record<GateUnit, string> = {
  ms: ' ms',
  bps: ' bps',
  USDT: ' USDT',
  lots: ' lots',
  ratio: '',
  count: '',
  percent: '%',
  bytes: ' bytes',
  state: '',
}
