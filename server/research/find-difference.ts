import { writeExact } from '../core/exact-json.ts'
import type { Account } from '../domain/account/account.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { printTrades } from './run-files.ts'
import type { RunTally } from './run-tally.ts'

interface Compared {
  readonly tally: RunTally
  readonly account: Account
}

/** Returns the first difference between the results of both drivers as a sentence; null when they are equal. */
export const findDifference = (fast: Compared, exact: Compared, instruments: readonly Instrument[]): string | null =>
  findTradeDifference(fast, exact, instruments) ?? findFigureDifference(fast, exact)

const findTradeDifference = (fast: Compared, exact: Compared, instruments: readonly Instrument[]): string | null => {
  const [ours, theirs] = [fast, exact].map(({ tally }) => printTrades(tally.trades, instruments).trimEnd().split('\n'))
  if (!ours || !theirs) return null
  const index = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, line) => line).find(
    (line) => ours[line] !== theirs[line],
  )
  if (index === undefined) return null
  return `trade ${index} is ${ours[index] ?? 'missing'} by the fast driver, and ${theirs[index] ?? 'missing'} by the exact one`
}

/** Compared values of a result other than its trades, by name. */
const FIGURES: Readonly<Record<string, (run: Compared) => unknown>> = {
  signals: ({ tally }) => tally.signalFates,
  'refused entries': ({ tally }) => [...tally.refusals],
  pauses: ({ tally }) => tally.pauses,
  'daily equity': ({ tally }) => tally.days,
  'minute equity': ({ tally }) => [...tally.minutes],
  drawdown: ({ tally }) => tally.drawdown,
  account: ({ account }) => account,
}

const findFigureDifference = (fast: Compared, exact: Compared): string | null => {
  const name = Object.keys(FIGURES).find((one) => {
    const figure = FIGURES[one]
    return writeExact(figure?.(fast)) !== writeExact(figure?.(exact))
  })
  return name === undefined ? null : `the trades are equal, but the ${name} differ`
}
