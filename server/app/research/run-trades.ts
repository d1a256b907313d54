/** Trades of a backtest that resolve its ambiguous minutes: their presence is required, and their digest is an input. */

import { hash } from 'node:crypto'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { DAY_MS, toRfc3339 } from '../../core/instant.ts'
import { HistoryError } from '../../research/data/history-error.ts'
import type { StoredTrades } from '../../research/history.ts'
import type { RunInputs } from '../../research/record.ts'

/** Throws a `HistoryError` if trades are to resolve a backtest, but none of a symbol are stored in its range. */
export const requireTrades = (request: BacktestRequest, trades: StoredTrades): void => {
  if (request.resolve === 'none') return
  const { symbols, exchange, fromMs, toMs } = request
  const symbol = symbols.find((one) => !trades.covers(one, { fromMs, toMs }))
  if (symbol === undefined) return
  const [from, to] = [fromMs, toMs + DAY_MS - 1].map((at) => toRfc3339(at).slice(0, 10))
  const download = `plimsoll data download --exchange ${exchange} --symbols ${symbol} --kinds trades --from ${from} --to ${to}`
  const isDownloadable = exchange === 'binanceusdm' || exchange === 'simulated'
  throw new HistoryError(
    'HISTORY_MISSING',
    `No trades of ${symbol} are stored from ${from} to ${to}.`,
    isDownloadable
      ? `Run '${download}'.`
      : `The API of ${exchange} does not provide them: import them with 'plimsoll data import --kind trades'.`,
  )
}

/** Returns the digests of the history of a search, each with all stored trades of the symbol that its trials may read. */
export const addStoredTrades = (
  data: RunInputs['data'],
  { resolve, fromMs, toMs }: BacktestRequest,
  trades: StoredTrades,
): RunInputs['data'] =>
  resolve === 'none'
    ? data
    : Object.fromEntries(
        Object.entries(data).map(([symbol, digest]) => [
          symbol,
          hash('sha256', `${digest}\n${trades.digestStored(symbol, { fromMs, toMs })}`, 'hex'),
        ]),
      )

/** Returns the digests of the history of a backtest, each with the trades of the symbol that the backtest has read. */
export const addTrades = async (data: RunInputs['data'], trades: StoredTrades): Promise<RunInputs['data']> => {
  const added: [string, string][] = []
  for (const [symbol, digest] of Object.entries(data))
    added.push([symbol, hash('sha256', `${digest}\n${await trades.digest(symbol)}`, 'hex')])
  return Object.fromEntries(added)
}
