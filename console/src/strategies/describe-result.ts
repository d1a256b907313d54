import { addDecimals, getSign } from '../figures/decimal.ts'
import { formatUsdt } from '../figures/numbers.ts'
import { plural, t } from '../messages/messages.ts'
import type { Result } from './strategy-rows.ts'

/** Describes in one sentence what a strategy earned or lost, and how much of a loss is costs. */
export const describeResult = (result: Amounts | undefined): string => {
  if (!result || result.trades === 0) return t('This strategy closed no positions in this period.')
  const { trades, net, gross, fees, funding } = result
  const source = plural(trades, '1 closed position', '{count} closed positions')
  if (getSign(net) >= 0) return t('Earned {net} USDT net on {source}.', { net: formatUsdt(net), source })
  const costs = t('{addDecimals} USDT in fees and funding', { addDecimals: formatUsdt(addDecimals(fees, funding)) })
  const lost = t('Lost {net} USDT net on {source}', { net: formatAmount(net), source })
  if (getSign(gross) < 0)
    return t('{lost}: {gross} USDT before costs, and {costs}.', { lost, gross: formatAmount(gross), costs })
  return t('{lost}: it earned {gross} USDT before costs and paid {costs}.', { lost, gross: formatUsdt(gross), costs })
}

type Amounts = Pick<Result, 'trades' | 'net' | 'gross' | 'fees' | 'funding'>

const formatAmount = (loss: string): string => formatUsdt(loss.replace('-', ''))
