import type { BacktestRequest } from '../../cli/research-parts.ts'

/** A backtest on bars of a minute, with every other option of the command line at its default. */
export const aBacktest = (
  changes: Pick<BacktestRequest, 'dataDir' | 'strategy' | 'symbols' | 'fromMs' | 'toMs'> & Partial<BacktestRequest>,
): BacktestRequest => ({
  exchange: 'binanceusdm',
  params: {},
  intervals: ['1m'],
  balance: '10000',
  fees: { maker: '0.0002', taker: '0.0005' },
  spreadBps: 0.5,
  participation: 0.1,
  impact: 1,
  funding: true,
  latencyMs: 50,
  path: 'stop-first',
  host: 'never',
  asLive: false,
  constitution: undefined,
  ...changes,
})
