/** Heat map of trials over two parameters. */

import type { ResearchSearchDetail } from './types.ts'

/** Best trial of each pair of values of two parameters. */
export interface TrialMap {
  /** Values of the first parameter, ascending. */
  readonly columns: readonly number[]
  readonly rows: readonly { readonly value: number; readonly cells: readonly (Trial | undefined)[] }[]
}

type Trial = ResearchSearchDetail['scored'][number]

/** Arranges trials by two parameters; each cell contains its best trial. */
export const buildTrialMap = (trials: readonly Trial[], across: string, down: string): TrialMap => {
  const columns = listValues(trials, across)
  const cells = Map.groupBy(trials, ({ params }) => `${params[across]} ${params[down]}`)
  const rows = listValues(trials, down).map((value) => ({
    value,
    cells: columns.map((column) => pickBest(cells.get(`${column} ${value}`) ?? [])),
  }))
  return { columns, rows }
}

const listValues = (trials: readonly Trial[], name: string): readonly number[] =>
  [...new Set(trials.flatMap(({ params }) => params[name] ?? []))].toSorted((a, b) => a - b)

const pickBest = (trials: readonly Trial[]): Trial | undefined =>
  trials.toSorted((a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY))[0]

/** Range of the objectives; undefined when no trial was scored. */
export const measureExtent = (trials: readonly Trial[]): readonly [number, number] | undefined => {
  const values = trials.flatMap(({ value }) => value ?? [])
  return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)]
}

/** Returns the position of a value in a range, from 0 to 1; 1 when the range has one value. */
export const toShare = (value: number, [low, high]: readonly [number, number]): number =>
  high === low ? 1 : (value - low) / (high - low)
