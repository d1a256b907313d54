import { addDecimals, getSign } from '../figures/decimal.ts'
import { formatUsdt } from '../figures/numbers.ts'
import type { Result } from './strategy-rows.ts'

/** Describes in one sentence what a strategy earned or lost, and how much of a loss is costs. */
export const describeResult = (result: Amounts | undefined): string => {
  if (!result || result.trades === 0) return 'No position of this strategy was closed in this period.'
  const { trades, net, gross, fees, funding } = result
  const source = trades === 1 ? '1 closed position' : `${trades} closed positions`
  if (getSign(net) >= 0) return `Earned ${formatUsdt(net)} USDT net on ${source}.`
  const costs = `${formatUsdt(addDecimals(fees, funding))} USDT in fees and funding`
  const lost = `Lost ${formatAmount(net)} USDT net on ${source}`
  if (getSign(gross) < 0) return `${lost}: ${formatAmount(gross)} USDT before costs, and ${costs}.`
  return `${lost}: it earned ${formatUsdt(gross)} USDT before costs, and paid ${costs}.`
}

type Amounts = Pick<Result, 'trades' | 'net' | 'gross' | 'fees' | 'funding'>

const formatAmount = (loss: string): string => formatUsdt(loss.replace('-', ''))
