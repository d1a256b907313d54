import { type BacktestRequest, RUN_DEFAULTS } from '../../cli/research-parts.ts'

/** Test fixture: a backtest on one-minute bars, with all other command line options at their defaults. */
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
