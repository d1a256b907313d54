/** Metrics of the account, its positions and orders. */

import type { TruthInputs, TruthSnapshot } from '../frame/inputs.ts'
import { gauge, gauges, type MetricFamily, toSeconds } from './metric-family.ts'

/** Builds the metrics of the account, according to our ledger. */
export const accountMetrics = ({ balance, portfolio }: TruthInputs['account']): MetricFamily[] => {
  const { drawdown, dayPnl } = portfolio
  return [
    gauge('equity_usdt', 'Account equity: wallet balance plus unrealised PnL at mark price.', Number(balance.equity)),
    gauge('wallet_balance_usdt', 'Wallet balance.', Number(balance.walletBalance)),
    gauge('available_balance_usdt', 'Balance available for new margin.', Number(balance.availableBalance)),
    gauge('unrealized_pnl_usdt', 'Unrealised PnL of open positions at mark price.', Number(balance.unrealizedPnl)),
    gauge('day_pnl_usdt', 'Net PnL of the current UTC day.', Number(dayPnl.net)),
    gauge('gross_exposure_usdt', 'Gross exposure at mark price: long plus short.', Number(portfolio.grossExposure)),
    gauge('net_exposure_usdt', 'Net exposure at mark price: long minus short.', Number(portfolio.netExposure)),
    gauge('drawdown_ratio', 'Current drawdown from peak equity, as a ratio.', drawdown.currentPct / 100),
    gauge('drawdown_max_ratio', 'Maximum drawdown from peak equity, as a ratio.', drawdown.maxPct / 100),
    gauge('margin_ratio', 'Maintenance margin divided by equity.', balance.marginRatio),
  ]
}

/** Builds the metrics of open positions, including the time without a verified stop. */
export const positionMetrics = ({ inputs, takenAtMs }: TruthSnapshot): MetricFamily[] => {
  const positions = inputs.positions?.value
  if (!positions) return []
  const unprotectedMs = positions.flatMap(({ protection: { unprotectedSince } }) =>
    unprotectedSince === null ? [] : [takenAtMs - Date.parse(unprotectedSince)],
  )
  return [
    gauge('positions_open', 'Open positions.', positions.length),
    gauge('positions_unprotected', 'Open positions not fully covered by verified stops.', unprotectedMs.length),
    gauge(
      'positions_unprotected_longest_seconds',
      'Longest time that an open position has been without a verified stop.',
      toSeconds(Math.max(0, ...unprotectedMs)),
    ),
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

/** Builds the metrics of working orders. */
export const orderMetrics = (orders: TruthInputs['orders']): MetricFamily[] => [
  gauges(
    'orders_working',
    'Working orders by purpose.',
    PURPOSES.map((purpose) => ({
      labels: { purpose },
      value: orders.filter((order) => order.purpose === purpose).length,
    })),
  ),
  gauge(
    'orders_outcome_unknown',
    'Orders whose outcome at the exchange is unknown.',
    orders.filter(({ status }) => status === 'OUTCOME_UNKNOWN').length,
  ),
]
