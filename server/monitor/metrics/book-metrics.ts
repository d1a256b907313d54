import type { TruthInputs, TruthSnapshot } from '../frame/inputs.ts'
import { gauge, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/** Builds the metrics of the account, according to our ledger. */
export const accountMetrics = ({ balance, portfolio }: TruthInputs['account']): MetricFamily[] => {
  const { drawdown, dayPnl } = portfolio
  return [
    gauge('equity_usdt', 'Wallet with the unrealised result at mark.', Number(balance.equity)),
    gauge('wallet_balance_usdt', 'The wallet alone.', Number(balance.walletBalance)),
    gauge('available_balance_usdt', 'Equity that no margin holds.', Number(balance.availableBalance)),
    gauge('unrealized_pnl_usdt', 'Of open positions at mark.', Number(balance.unrealizedPnl)),
    gauge('day_pnl_usdt', 'Net result of the UTC day.', Number(dayPnl.net)),
    gauge('gross_exposure_usdt', 'At mark, long and short added.', Number(portfolio.grossExposure)),
    gauge('net_exposure_usdt', 'At mark, long less short.', Number(portfolio.netExposure)),
    gauge('drawdown_ratio', 'How far equity lies below its peak, as a share of it.', drawdown.currentPct / 100),
    gauge('drawdown_max_ratio', 'How far it ever lay below its peak.', drawdown.maxPct / 100),
    gauge('margin_ratio', 'Maintenance margin over equity.', balance.marginRatio),
  ]
}

/** Open positions, and for how long any of them has been without a verified stop. */
export const positionMetrics = ({ inputs, takenAtMs }: TruthSnapshot): MetricFamily[] => {
  const positions = inputs.positions?.value
  if (!positions) return []
  const bareMs = positions.flatMap(({ protection: { unprotectedSince } }) =>
    unprotectedSince === null ? [] : [takenAtMs - Date.parse(unprotectedSince)],
  )
  return [
    gauge('positions_open', 'Open positions.', positions.length),
    gauge('positions_unprotected', 'Of these, those that verified stops do not cover.', bareMs.length),
    gauge('positions_unprotected_longest_seconds', 'For how long one is so.', toSeconds(Math.max(0, ...bareMs))),
  ]
}

const PURPOSES: readonly TruthInputs['orders'][number]['purpose'][] = [
  'ENTRY',
  'EXIT',
  'STOP_LOSS',
  'TAKE_PROFIT',
  'CLOSE',
  'FLATTEN',
  'EXTERNAL',
]

/** Orders that have not ended. */
export const orderMetrics = (orders: TruthInputs['orders']): MetricFamily[] => [
  gauges(
    'orders_working',
    'Orders that have not ended, by what they are for.',
    PURPOSES.map((purpose) => ({
      labels: { purpose },
      value: orders.filter((order) => order.purpose === purpose).length,
    })),
  ),
  gauge(
    'orders_outcome_unknown',
    'Orders whose presence at the exchange is unconfirmed.',
    orders.filter(({ status }) => status === 'OUTCOME_UNKNOWN').length,
  ),
]
