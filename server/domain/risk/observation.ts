import type { GateUnit, Observation } from './gate.ts'

/** A value held against a limit. A limit the host sets names its `setting`; one that is fixed has none. */
export interface Measure<Value = number> {
  /** With its article, as it stands in a sentence: "the age of the book". */
  readonly what: string
  readonly observed: Value | null
  readonly bound: 'at most' | 'at least' | 'less than' | 'more than'
  readonly limit: Value | null
  readonly unit: GateUnit
  readonly setting?: string
  /** What a person can do when it does not hold. */
  readonly remedy: string
  /** A whole number with its unit as it stands in the sentence, where people count in another one. */
  readonly print?: (count: number) => string
}

/** Holds a number against its limit; what is not known, not configured or not a number does not pass. */
export const measure = (measured: Measure): Observation => {
  const { observed, bound, limit } = measured
  return judge(measured, observed !== null && limit !== null && COMPARISONS[bound](observed, limit))
}

/** As `measure`, for amounts that were compared exactly already; says what was seen, the limit and the remedy. */
export const judge = (measured: Measure<number | string>, holds: boolean): Observation => {
  const [observed, limit] = [roundDigits(measured.observed), roundDigits(measured.limit)]
  const pass = holds && observed !== null && limit !== null
  return { pass, observed, limit, unit: measured.unit, detail: sentence({ ...measured, observed, limit }, pass) }
}

/** As many digits as anybody reads. */
const roundDigits = <Value extends number | string | null>(value: Value): Value | number =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value

const DIGITS = 6

const sentence = (
  { what, observed, bound, limit, unit, setting, remedy, print }: Measure<number | string>,
  pass: boolean,
): string => {
  if (limit === null) return `no limit is configured: constitution ${setting ?? ''}`
  if (observed === null) return `${what} is not known: ${remedy}`
  const formatMeasured = (value: number | string): string =>
    print && typeof value === 'number' && Number.isSafeInteger(value)
      ? print(value)
      : `${figure(value)}${SUFFIXES[unit]}`
  const message = `${what} is ${formatMeasured(observed)}; it must be ${bound} ${formatMeasured(limit)}`
  return pass ? message : `${message}: ${remedy}`
}

/** Money has eight places; of its zeros nobody reads more than those of the cents. */
const figure = (value: number | string): string => String(value).replace(/(\.\d{2}(?=\d{6}$)\d*?)0+$/, '$1')

/** A state that is right or wrong and has no limit. */
export const state = (pass: boolean, observed: string | null, detail: string): Observation => ({
  pass,
  observed,
  limit: null,
  unit: 'state',
  detail,
})

/** The first that does not pass; the first of all when every one passes. */
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
  percent: ' %',
  bytes: ' bytes',
  state: '',
}
