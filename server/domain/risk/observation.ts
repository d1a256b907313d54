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
export const judge = (measured: Measure<Figure>, holds: boolean): Observation => new Measured(measured, holds)

/** Measured value or limit; an amount of money is printed when it is read. */
type Figure = number | string | Money

/**
 * Observation of a measured value. Its figures are rounded or printed, and its sentence is composed, when they are read,
 * because a backtest reads none.
 */
class Measured implements Observation {
  readonly measured: Measure<Figure>
  readonly pass: boolean

  constructor(measured: Measure<Figure>, holds: boolean) {
    this.measured = measured
    this.pass = holds && measured.observed !== null && measured.limit !== null
  }

  get observed(): number | string | null {
    return toPrinted(this.measured.observed)
  }

  get limit(): number | string | null {
    return toPrinted(this.measured.limit)
  }

  get unit(): GateUnit {
    return this.measured.unit
  }

  get detail(): string {
    return sentence(this.measured, this)
  }
}

const toPrinted = (figure: Figure | null): number | string | null =>
  typeof figure === 'bigint' ? printMoney(figure) : roundDigits(figure)

/** Returns whether two observations of the same gate have the same figures and sentence. */
export const isSameObservation = (a: Observation, b: Observation): boolean => {
  if (a instanceof Measured && b instanceof Measured) return a.pass === b.pass && isSame(a.measured, b.measured)
  if (a instanceof Measured || b instanceof Measured) return false
  return (
    a.pass === b.pass && a.observed === b.observed && a.limit === b.limit && a.unit === b.unit && a.detail === b.detail
  )
}

const isSame = (a: Measure<Figure>, b: Measure<Figure>): boolean =>
  a.observed === b.observed &&
  a.amount === b.amount &&
  a.limit === b.limit &&
  a.what === b.what &&
  a.bound === b.bound &&
  a.unit === b.unit &&
  a.setting === b.setting &&
  a.remedy === b.remedy &&
  a.print === b.print

/** Rounds to the significant digits for display. */
export const roundDigits = <Value extends number | string | null>(value: Value): Value | number =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value

const DIGITS = 6

const sentence = (
  { what, amount = null, bound, unit, setting, remedy, print }: Measure<Figure>,
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
export const state = (pass: boolean, observed: string | null, detail: string): Observation => ({
  pass,
  observed,
  limit: null,
  unit: 'state',
  detail,
})

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
