import { usageFailure } from '../../cli/failure.ts'
import type { HistoryPlace } from '../../cli/history-parts.ts'
import type { BacktestRequest, RunReport } from '../../cli/research-parts.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import type { InstrumentHistory, ReadHistory } from '../../research/history.ts'
import type { RunRecord } from '../../research/record.ts'
import { type ReportPrices, renderReport } from '../../research/report/report.ts'
import type { Point } from '../../research/report/svg.ts'
import { parseTrades } from '../../research/run-files.ts'
import { warmStartMs } from './run-backtest.ts'

/** Renders the HTML report of a stored backtest run from its record, trades, equity and stored prices. */
export const makeReport = async ({ record, request, readFile, readHistory }: StoredParts): Promise<RunReport> => {
  const { runId } = record
  const [trades, equity] = ['trades.csv', 'equity.csv'].map((name) => readFile(runId, name))
  if (trades === undefined || equity === undefined)
    throw usageFailure(`The files of ${runId} are missing. Run the backtest again.`)
  const parsed = parseTrades(trades)
  if (!parsed) throw usageFailure(`The trades of ${runId} were stored by an earlier version. Run the backtest again.`)
  const page = renderReport({
    record,
    trades: parsed,
    equity: parseEquity(equity),
    prices: await readPrices(record, readHistory(request)),
  })
  return { page, trades }
}

interface StoredParts {
  readonly record: RunRecord
  readonly request: BacktestRequest
  readonly readFile: (runId: string, name: string) => string | undefined
  readonly readHistory: (place: HistoryPlace) => ReadHistory
}

const parseEquity = (text: string): readonly Point[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [at = '', equity = ''] = line.split(',')
      return { x: Date.parse(at), y: Number(equity) }
    })
    .toSorted((a, b) => a.x - b.x)

/** Null if the history has changed since the run or is missing. */
const readPrices = async ({ spec, inputs }: RunRecord, read: ReadHistory): Promise<readonly ReportPrices[] | null> => {
  const { symbols, fromMs, toMs } = spec
  const startMs = warmStartMs(spec.intervals as BacktestRequest['intervals'], fromMs)
  try {
    const prices: ReportPrices[] = []
    for (const symbol of symbols) {
      const history = await read({ symbol, fromMs: startMs, toMs })
      if (history.digest !== inputs.data[symbol]) return null
      prices.push({ symbol, points: listCloses(history, fromMs) })
    }
    return prices
  } catch {
    return null
  }
}

/** Returns the closes of the minutes from an instant on, except in gaps. */
const listCloses = ({ last, instrument }: InstrumentHistory, fromMs: number): readonly Point[] => {
  const { units, scale } = instrument.price.step
  const tick = Number(units) / 10 ** scale
  const points: Point[] = []
  for (let row = Math.max(0, (fromMs - last.fromMs) / MINUTE_MS); row < last.length; row++) {
    const close = last.close[row] ?? 0
    if (close > 0) points.push({ x: last.fromMs + (row + 1) * MINUTE_MS, y: close * tick })
  }
  return points
}
