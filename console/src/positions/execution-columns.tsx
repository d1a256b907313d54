/** Table columns of fills and funding payments. */

import type { components } from '@plimsoll/client'
import { RowTime } from '../figures/event-time.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { formatExact, formatRate, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { OrderLink } from './order-link.tsx'

/** Fill or funding payment, as returned by the API. */
export type Execution = components['schemas']['AccountTrade']

const KINDS: Readonly<Record<Execution['kind'], string>> = {
  TRADE: t('trade'),
  LIQUIDATION: 'LIQUIDATION',
  ADL: 'AUTO-DELEVERAGED',
  FUNDING: t('funding'),
  SETTLEMENT: t('settlement'),
}

export const EXECUTION_COLUMNS: readonly [Column<Execution>, ...Column<Execution>[]] = [
  {
    name: t('Type'),
    align: 'left',
    cell: ({ symbol, side, kind, orderId, exploratory }) => (
      <>
        <Stacked note={KINDS[kind]}>
          {orderId === null ? symbol : <OrderLink orderId={orderId} symbol={symbol} side={side} />}
        </Stacked>
        <Exploratory of={{ exploratory }} />
      </>
    ),
  },
  {
    name: t('Wallet change, USDT'),
    cell: ({ cashFlow }) => <ProfitLoss value={cashFlow} />,
  },
  {
    name: t('Quantity, USDT'),
    cell: ({ qty, notional }) => <Stacked note={formatUsdt(notional)}>{formatExact(qty)}</Stacked>,
  },
  {
    name: t('Price, funding rate'),
    cell: ({ price, fundingRate, fundingEstimated }) => (
      <Stacked note={fundingRate !== null && `${formatRate(fundingRate)}${fundingEstimated ? t(', estimated') : ''}`}>
        {formatExact(price)}
      </Stacked>
    ),
  },
  {
    name: t('Fee, USDT'),
    cell: ({ fee, feeEstimated, liquidity }) => (
      <Stacked note={[liquidity?.toLowerCase(), feeEstimated && t('estimated')].filter(Boolean).join(', ')}>
        {formatUsdt(fee)}
      </Stacked>
    ),
  },
  { name: t('Realised PnL, USDT'), cell: ({ realizedPnl }) => <ProfitLoss value={realizedPnl} /> },
  { name: t('Time'), align: 'left', cell: ({ executedAt }) => <RowTime at={executedAt} /> },
]
