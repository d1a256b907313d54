import type { components } from '@plimsoll/client'
import { addDecimals } from '../figures/decimal.ts'
import { formatClock } from '../figures/instants.ts'
import { formatPercent, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel, useOpenPositions, useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { LabelledValue } from './labelled-value.tsx'
import { useLossBudget } from './loss-budget.ts'
import { useDayResult } from './use-day-result.ts'

/** Figures of the top bar: equity, today's profit or loss, remaining daily loss, gross exposure, and server time. */
export const EquityNow = () => {
  const equity = useChannel('account.balance')?.data.equity
  const day = useDayResult()
  const gross = sumNotional(useOpenPositions())
  return (
    <dl className="flex gap-x-6 group-data-[stale=true]:aged max-xl:gap-x-4 max-sm:order-last max-sm:basis-full max-sm:justify-between max-sm:gap-x-2 max-sm:text-xs">
      <LabelledValue name={t('Equity')} unit="USDT">
        {formatUsdt(equity)}
      </LabelledValue>
      <LabelledValue name={t('Today')}>
        <ProfitLoss value={day?.net} {...(day && { note: formatPercent(day.percent) })} />
      </LabelledValue>
      <LabelledValue name={t('Daily loss left')} short={t('Loss left')}>
        <LossLeft />
      </LabelledValue>
      <LabelledValue name={t('Exposure')} look="max-sm:hidden!">
        {formatUsdt(gross)}
      </LabelledValue>
      <Clock />
    </dl>
  )
}

type Position = components['schemas']['Position']

/** Sums the notional of both sides at mark prices. */
const sumNotional = (positions: readonly Position[] | undefined): string | undefined =>
  positions?.reduce((sum, { notional }) => addDecimals(sum, notional), '0')

/** Server time in the top bar, independent of the local clock. */
const Clock = () => {
  const [zone] = usePreference('zone')
  const clock = useServerNow((now) => (now === undefined ? undefined : formatClock(now, zone)))
  const [time = UNKNOWN, name = zone] = clock?.split(' ') ?? []
  return (
    <LabelledValue name={name} look="max-xl:hidden!">
      <span title={t('Server time')} className="font-normal">
        {time}
      </span>
    </LabelledValue>
  )
}

/** Remaining loss today before risk-increasing orders are refused, as a number and a bar. */
const LossLeft = () => {
  const budget = useLossBudget()
  if (budget === 'REACHED') return <span className="text-bad">{t('none: limit reached')}</span>
  if (budget === undefined) return UNKNOWN
  const { left, share, limitPercent } = budget
  return (
    <span
      title={t(
        'Once the loss of the UTC day reaches {limitPercent} of the equity at its start, orders that increase risk are refused: those of autotrading, and manual orders unless limits.appliesToManual is false. Orders that reduce a position are always allowed.',
        { limitPercent: formatPercent(limitPercent) },
      )}
    >
      {formatUsdt(left)}
      <span className="sr-only">
        {' '}
        {t('of a limit of {limitPercent}', { limitPercent: formatPercent(limitPercent) })}
      </span>
      <span
        aria-hidden="true"
        className="ml-2 inline-block h-2 w-12 overflow-hidden rounded-full border border-edge align-middle max-xl:hidden"
      >
        <span
          className={`block h-full ${share > LITTLE ? 'bg-accent' : 'bg-bad'}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  )
}

const LITTLE = 0.25
