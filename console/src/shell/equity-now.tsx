import { useEffect } from 'react'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel } from '../live/use-live.ts'
import { useDayResult } from './use-day-result.ts'

/** What there is, and what came of the day. */
export const EquityNow = () => {
  const equity = useChannel('account.balance')?.data.equity
  const state = useChannel('autotrading.status')?.data.state
  const day = useDayResult()
  useEffect(() => {
    document.title = [formatUsdt(day?.net), state, 'Plimsoll'].filter((part) => part !== undefined).join(' · ')
  }, [day?.net, state])
  return (
    <dl className="flex flex-wrap gap-x-6 group-data-[stale=true]:aged max-sm:gap-x-3">
      <div className="flex items-baseline gap-2">
        <dt className="text-sm text-muted">
          Equity<span className="max-sm:hidden"> USDT</span>
        </dt>
        <dd className="font-semibold">{formatUsdt(equity)}</dd>
      </div>
      <div className="flex items-baseline gap-2">
        <dt className="text-sm text-muted">Day</dt>
        <dd className="font-semibold">
          <ProfitLoss value={day?.net} {...(day && { note: formatPercent(day.percent) })} />
        </dd>
      </div>
    </dl>
  )
}
