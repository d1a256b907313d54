/**
 * Data of the result calendar: weeks of a month with the result of each day, and the format of amounts in narrow cells.
 */

import { numberLocale } from '../figures/numbers.ts'
import { DAY_MS } from '../figures/time-units.ts'

/** A week of a month, from Monday; null outside the month. */
export type CalendarWeek = readonly (CalendarDay | null)[]

const WEEK_DAYS = 7

export interface CalendarDay {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly trades: number
  readonly net: string
}

/** The weeks of a month (`YYYY-MM`); days without a closed position have no trades. */
export const buildMonth = (month: string, days: readonly CalendarDay[]): readonly CalendarWeek[] => {
  const known = new Map(days.map((one) => [one.day, one]))
  const firstMs = Date.parse(`${month}-01T00:00:00Z`)
  const leading = (new Date(firstMs).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  const weeks: (CalendarDay | null)[][] = []
  for (let atMs = firstMs - leading * DAY_MS; isBefore(atMs, month); atMs += WEEK_DAYS * DAY_MS) {
    weeks.push(
      Array.from({ length: WEEK_DAYS }, (_, index) => {
        const day = toDay(atMs + index * DAY_MS)
        return day.startsWith(month) ? (known.get(day) ?? { day, trades: 0, net: '0' }) : null
      }),
    )
  }
  return weeks
}

/** Adds a number of months. */
export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, MONTH_LENGTH)
}

const MONTH_LENGTH = 'YYYY-MM'.length

const toDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 'YYYY-MM-DD'.length)

const isBefore = (atMs: number, month: string): boolean => toDay(atMs).slice(0, MONTH_LENGTH) <= month

/** Formats an amount for a narrow cell: `0.37`, `12`, `1.2K`. */
export const formatNarrow = (text: string): string => {
  const size = Math.abs(Number(text))
  const format = size < WITH_CENTS_BELOW ? CENTS : size < THOUSAND ? WHOLE : COMPACT
  return format.format(Number(text)).replace('-', '−')
}

const WITH_CENTS_BELOW = 10
const THOUSAND = 1_000
const CENTS = new Intl.NumberFormat(numberLocale(), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
const WHOLE = new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 0, signDisplay: 'negative' })
const COMPACT = new Intl.NumberFormat(numberLocale(), { notation: 'compact', maximumFractionDigits: 1 })
