/** Returns of an equity curve by month and year. */

import type { Point } from './svg.ts'

/** Returns of one year; null for months without equity. */
export interface Months {
  readonly year: number
  readonly months: readonly (number | null)[]
  readonly total: number
}

/** Returns the relative change in equity for each UTC month; a point at midnight ends the previous day. */
export const listMonths = (equity: Iterable<Point>, opening: number): readonly Months[] => {
  const ends = new Map<string, number>()
  for (const { x, y } of equity) ends.set(new Date(x - 1).toISOString().slice(0, 7), y)
  let before = opening
  const returns = [...ends].map(([month, end]) => {
    const change = before === 0 ? 0 : end / before - 1
    before = end
    return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)), change }
  })
  return [...Map.groupBy(returns, ({ year }) => year)].map(([year, list]) => ({
    year,
    months: Array.from({ length: 12 }, (_, index) => list.find(({ month }) => month === index + 1)?.change ?? null),
    total: list.reduce((product, { change }) => product * (1 + change), 1) - 1,
  }))
}
