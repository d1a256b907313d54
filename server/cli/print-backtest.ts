import { toRfc3339 } from '../core/instant.ts'
import type { PathBounds, RunRecord, RunResult } from '../research/record.ts'
import { labelGates, listRemedies } from '../research/refusals.ts'
import type { Figure } from '../research/statistics.ts'
import { formatCount, printFields } from './print.ts'

/** Prints a run for a terminal: verdict, statistics, refusals, assumptions, and how to repeat it. */
export const printBacktest = ({ runId, spec, inputs, result, resultDigest }: RunRecord): string => {
  const { strategy, symbols, intervals, fromMs, toMs } = spec
  const { bounds } = result
  const range = `${toRfc3339(fromMs).slice(0, 16)} to ${toRfc3339(toMs).slice(0, 16)}`
  return [
    `${verdictOn(result)}\n`,
    printFields([
      ['Run', `${runId}, ${strategy.id} on ${symbols.join(', ')}, ${intervals.join(', ')}`],
      ['Range', `${range}, ${result.bars} minutes, ${result.gapMinutes} missing`],
      ['Net', `${result.net} USDT: fees ${result.fees}, funding ${result.funding}, open ${result.unrealized}`],
      ['Bounds', `stop first ${bounds.stopFirst}, target first ${bounds.targetFirst}`],
      ['Ambiguous', describeAmbiguous(bounds)],
    ]),
    printStatistics(result.statistics),
    printFields([
      ['Exits', listCounts(result.exits)],
      ['Left open', String(result.leftOpen)],
      ['Entries', describeEntries(result)],
      ['Refused by', listCounts(labelGates(result.refusalsByGate))],
      ['Remedies', listRemedies(result.refusalsByGate)],
      ['Paused', describePauses(result)],
      ['Assumed', assumptions(spec)],
      ['Digests', [`result ${resultDigest}`, `trades ${result.tradesDigest}`, `engine ${inputs.engineDigest}`]],
      ['Repeat', `plimsoll backtest --repeat ${runId}`],
    ]),
  ].join('\n')
}

/** Share of the net result above which the order of prices within minutes is mentioned first. */
const AMBIGUITY_MAX = 0.2

const verdictOn = (result: RunResult): string => {
  const { ambiguityCost, ambiguousMinutes, resolvedMinutes } = result.bounds
  const unresolved = ambiguousMinutes - resolvedMinutes
  const lacks = [...new Set(Object.values(result.statistics).flatMap(({ lack }) => lack ?? []))]
  const isUnclear = Math.abs(Number(ambiguityCost)) > AMBIGUITY_MAX * Math.abs(Number(result.net))
  const ended = result.pauses.at(-1)
  return [
    `Net ${result.net} USDT in ${result.trades} trades.`,
    ...(unresolved > 0 && isUnclear
      ? [`The order of prices within ${unresolved} minutes accounts for ${ambiguityCost} USDT.`]
      : []),
    ...(ended ? [`Trading was paused: ${result.pauses.length}×, last at ${ended.at} by ${ended.code}.`] : []),
    ...(lacks.length > 0 ? [`Some figures are not shown: ${lacks.join(', ')}.`] : []),
  ].join(' ')
}

const describeAmbiguous = ({ ambiguousMinutes, resolvedMinutes, ambiguityCost }: PathBounds): string =>
  `${formatCount(ambiguousMinutes, 'minute')}, ${resolvedMinutes} resolved by trades; the others account for ${ambiguityCost} USDT`

const describeEntries = ({ signals, considered, ordered, givenUp }: RunResult): string =>
  `${signals} signals, ${considered} considered, ${ordered} ordered, ${givenUp} expired unfilled`

const describePauses = ({ pauses }: RunResult): string => {
  if (pauses.length === 0) return 'never'
  const last = pauses.slice(-3).map(({ at, code }) => `${code} at ${at.slice(0, 16)}`)
  return `${pauses.length}×: ${last.join(', ')}`
}

const listCounts = (counts: Readonly<Record<string, number>>): string => {
  const entries = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  return entries.length === 0 ? 'none' : entries.map(([name, count]) => `${name} ${count}`).join(', ')
}

const assumptions = ({
  spreadBps,
  participation,
  impact,
  funding,
  fees,
  latencyMs,
  path,
  resolve,
  host,
  asLive,
}: RunRecord['spec']) => [
  `spread ${spreadBps} bp, impact × ${impact}, ${participation * 100}% of a minute's volume, latency ${latencyMs} ms`,
  `fees ${fees.maker} and ${fees.taker}, ${funding ? 'funding as settled' : 'NO FUNDING'}, ${path} within a minute${resolve === 'trades' ? ' without trades' : ''}`,
  `host ${host}, ${asLive ? 'edge required' : 'edge not required'}; current filters and minimum sizes; open positions valued at the mark price`,
]

/** Statistics that are fractions, printed in percent. */
const SHARES = new Set([
  'netReturn',
  'cagr',
  'volatility',
  'maxDrawdown',
  'maxDrawdownByPrice',
  'ulcer',
  'winRate',
  'winRateLow',
  'winRateHigh',
  'exposure',
])

const COLUMN = 38

/** Prints the statistics in two columns. */
const printStatistics = (statistics: Readonly<Record<string, Figure>>): string => {
  const cells = Object.entries(statistics).map(([name, figure]) => `${name.padEnd(20)}${printFigure(name, figure)}`)
  const half = Math.ceil(cells.length / 2)
  const lines = cells.slice(0, half).map((cell, row) => `${cell.padEnd(COLUMN)}${cells[half + row] ?? ''}`.trimEnd())
  return `${lines.join('\n')}\n`
}

const printFigure = (name: string, { value }: Figure): string => {
  if (value === null) return '–'
  if (SHARES.has(name)) return `${(value * 100).toFixed(2)}%`
  return Number.isInteger(value) ? String(value) : value.toFixed(3)
}
