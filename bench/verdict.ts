/** Verdicts of benchmark rows over repeated runs of their group, and the Markdown table that prints them. */

import { type Goal, median, type Row } from './measure.ts'

/** Row with the verdict on its goals, over every run of its group. */
export interface JudgedRow extends Row {
  readonly isMet: boolean
  /** Lowest and highest value of each goal; empty after a single run. */
  readonly spread: string
}

/** Returns each row with the median of its values. A failed run counts only when no run succeeded. */
export const judgeRuns = (runs: readonly (readonly Row[])[]): JudgedRow[] => {
  const complete = runs.filter((rows) => rows.every(({ failed }) => !failed))
  const counted = complete.length > 0 ? complete : runs.slice(-1)
  return (counted[0] ?? []).map((_row, place) => judge(counted.flatMap((rows) => rows[place] ?? [])))
}

/** Returns whether a repetition could change the verdict on a row: one value is within a factor of 1.5 of its limit. */
export const isClose = ({ goals }: Row): boolean =>
  goals.some(({ value, limit }) => value > limit / 1.5 && value < limit * 1.5)

const judge = (rows: readonly Row[]): JudgedRow => {
  const middle = pickMedian(rows)
  const goals = middle.goals.map((goal, place) => ({ ...goal, value: median(listValues(rows, place)) }))
  const spread = rows.length === 1 ? [] : goals.map((goal, place) => printSpread(goal, listValues(rows, place)))
  return { ...middle, goals, isMet: !middle.failed && goals.every(isGoalMet), spread: spread.join(', ') }
}

const listValues = (rows: readonly Row[], place: number): number[] =>
  rows.flatMap(({ goals }) => goals[place]?.value ?? [])

const pickMedian = (rows: readonly Row[]): Row => {
  const sorted = rows.toSorted((one, other) => (one.goals[0]?.value ?? 0) - (other.goals[0]?.value ?? 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] as Row
}

const isGoalMet = ({ bound, value, limit }: Goal): boolean => (bound === 'atLeast' ? value >= limit : value <= limit)

const printSpread = ({ name, unit }: Goal, values: readonly number[]): string =>
  `${name}${printValue(Math.min(...values))} – ${printValue(Math.max(...values))} ${unit}`.trim()

/** Formats a value with three significant digits. */
const printValue = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 })

export const printGoals = ({ goals }: Row): string =>
  goals
    .map(({ name, bound, limit, unit }) => `${name}${bound === 'atLeast' ? '≥' : '≤'} ${printValue(limit)} ${unit}`)
    .join(', ') || '—'

/** Returns the verdict in a word; a dash for a row without a goal. */
export const printVerdict = ({ goals, failed, isMet }: JudgedRow): string => {
  if (failed) return 'failed'
  if (goals.length === 0) return '—'
  return isMet ? 'met' : '**not met**'
}

const COLUMNS = ['benchmark', 'measured', 'baseline', 'ratio', 'goal', 'verdict', 'spread']

export const printTable = (rows: readonly JudgedRow[]): string => {
  const cells = rows.map((row) => [
    row.what,
    row.measured,
    row.against,
    row.ratio,
    printGoals(row),
    printVerdict(row),
    row.spread || '—',
  ])
  return [COLUMNS, COLUMNS.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
