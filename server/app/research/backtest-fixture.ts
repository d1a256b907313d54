import { type BacktestRequest, RUN_DEFAULTS } from '../../cli/research-parts.ts'

/** A backtest on bars of a minute, with every other option of the command line at its default. */
export const aBacktest = (
  changes: Pick<BacktestRequest, 'dataDir' | 'strategy' | 'symbols' | 'fromMs' | 'toMs'> & Partial<BacktestRequest>,
): BacktestRequest => ({
  exchange: 'binanceusdm',
  params: {},
  intervals: ['1m'],
  ...RUN_DEFAULTS,
  constitution: undefined,
  ...changes,
})
