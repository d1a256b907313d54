/** Table columns of fills and funding payments. */

import type { components } from '@plimsoll/client'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { Exploratory } from '../figures/exploratory.tsx'
import { formatExact, formatRate, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'

/** Fill or funding payment, as returned by the API. */
export type Execution = components['schemas']['AccountTrade']

const KINDS: Readonly<Record<Execution['kind'], string>> = {
  TRADE: 'trade',
  LIQUIDATION: 'LIQUIDATION',
  ADL: 'AUTO-DELEVERAGED',
  FUNDING: 'funding',
  SETTLEMENT: 'settlement',
}

export const EXECUTION_COLUMNS: readonly [Column<Execution>, ...Column<Execution>[]] = [
  {
    name: 'Type',
    align: 'left',
    cell: ({ symbol, side, kind, orderId, exploratory }) => (
      <>
        <Stacked note={KINDS[kind]}>
          {orderId === null ? (
            symbol
          ) : (
            <Link href={`/positions?order=${orderId}`} className="text-accent underline">
              {symbol} {side}
            </Link>
          )}
        </Stacked>
        <Exploratory of={{ exploratory }} />
      </>
    ),
  },
  {
    name: 'Wallet change, USDT',
    cell: ({ cashFlow }) => <ProfitLoss value={cashFlow} />,
  },
  {
    name: 'Quantity, USDT',
    cell: ({ qty, notional }) => <Stacked note={formatUsdt(notional)}>{formatExact(qty)}</Stacked>,
  },
  {
    name: 'Price, funding rate',
    cell: ({ price, fundingRate, fundingEstimated }) => (
      <Stacked note={fundingRate !== null && `${formatRate(fundingRate)}${fundingEstimated ? ', estimated' : ''}`}>
        {formatExact(price)}
      </Stacked>
    ),
  },
  {
    name: 'Fee, USDT',
    cell: ({ fee, feeEstimated, liquidity }) => (
      <Stacked note={[liquidity?.toLowerCase(), feeEstimated && 'estimated'].filter(Boolean).join(', ')}>
        {formatUsdt(fee)}
      </Stacked>
    ),
  },
  { name: 'Realised PnL, USDT', cell: ({ realizedPnl }) => <ProfitLoss value={realizedPnl} /> },
  { name: 'Time', align: 'left', cell: ({ executedAt }) => <Age at={executedAt} /> },
]
