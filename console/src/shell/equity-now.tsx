import type { components } from '@plimsoll/client'
import { addDecimals } from '../figures/decimal.ts'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel, useOpenPositions } from '../live/use-live.ts'
import { Clock } from './clock.tsx'
import { LossLeft } from './loss-left.tsx'
import { Named } from './named.tsx'
import { useDayResult } from './use-day-result.ts'

/** Figures of the top bar: equity, today's profit or loss, remaining daily loss, gross exposure, and server time. */
export const EquityNow = () => {
  const equity = useChannel('account.balance')?.data.equity
  const day = useDayResult()
  const gross = sumNotional(useOpenPositions())
  return (
    <dl className="flex gap-x-6 group-data-[stale=true]:aged max-xl:gap-x-4 max-sm:order-last max-sm:basis-full max-sm:justify-between max-sm:gap-x-2 max-sm:text-xs">
      <Named name="Equity" unit="USDT">
        {formatUsdt(equity)}
      </Named>
      <Named name="Day">
        <ProfitLoss value={day?.net} {...(day && { note: formatPercent(day.percent) })} />
      </Named>
      <Named name="Loss left">
        <LossLeft />
      </Named>
      <Named name="Gross" look="max-sm:hidden!">
        {formatUsdt(gross)}
      </Named>
      <Clock />
    </dl>
  )
}

type Position = components['schemas']['Position']

/** Sums the notional of both sides at mark prices. */
const sumNotional = (positions: readonly Position[] | undefined): string | undefined =>
  positions?.reduce((sum, { notional }) => addDecimals(sum, notional), '0')
