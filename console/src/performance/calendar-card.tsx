/** Calendar of net results by UTC day, and the bar that compares an amount with the largest. */

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { plural, t, textLocale } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { addMonths, buildMonth, type CalendarDay, formatNarrow } from './calendar.ts'
import { usePerformance } from './use-performance.ts'

/** Net result of each UTC day, one month at a time, independent of the period of the other cards. */
export const CalendarCard = ({ strategyId }: { readonly strategyId: string }) => {
  const [chosen, setChosen] = useState<string>()
  const { data: performance } = usePerformance('all', strategyId)
  const month = chosen ?? performance?.to.slice(0, 'YYYY-MM'.length)
  return (
    <Card title={t('Net result by day, USDT')}>
      {performance && month ? (
        <div className="grid grid-cols-1 gap-3">
          <div className="flex items-center gap-3">
            <button
              type="button"
              aria-label={t('Previous month')}
              className="quiet-button"
              onClick={() => setChosen(addMonths(month, -1))}
            >
              <ChevronLeft aria-hidden="true" className="size-4" />
            </button>
            <strong className="grow text-center" aria-live="polite">
              {MONTH.format(Date.parse(`${month}-01T00:00:00Z`))}
            </strong>
            <button
              type="button"
              aria-label={t('Next month')}
              className="quiet-button"
              onClick={() => setChosen(addMonths(month, 1))}
            >
              <ChevronRight aria-hidden="true" className="size-4" />
            </button>
          </div>
          <Month month={month} days={performance.days} />
        </div>
      ) : (
        <p className="min-h-96 text-muted">{t('Loading…')}</p>
      )}
    </Card>
  )
}

const MONTH = new Intl.DateTimeFormat(textLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
const WEEKDAYS = [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')]

const Month = ({ month, days }: { readonly month: string; readonly days: readonly CalendarDay[] }) => {
  const weeks = buildMonth(month, days)
  const largest = Math.max(...weeks.flat().map((day) => Math.abs(Number(day?.net ?? 0))))
  return (
    <table className="w-full table-fixed" aria-label={t('Net result by day, {month}', { month })}>
      <thead className="text-sm text-muted">
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" className="py-1 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day !== null)?.day}>
            {week.map((day, index) => (
              <td key={WEEKDAYS[index]} className="border border-line p-1 align-top">
                {day && <Day day={day} largest={largest} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Day = ({ day: { day, trades, net }, largest }: { readonly day: CalendarDay; readonly largest: number }) => (
  <div
    className="flex h-14 flex-col justify-between text-sm"
    title={
      trades > 0
        ? plural(
            trades,
            '{day}: {net} USDT from {count} closed position',
            '{day}: {net} USDT from {count} closed positions',
            { day, net },
          )
        : day
    }
  >
    <span className="text-xs text-muted">{Number(day.slice(-2))}</span>
    {trades > 0 && (
      <>
        <span className="text-right max-sm:text-2xs max-sm:[&_svg]:hidden">
          <ProfitLoss value={net} format={formatNarrow} />
        </span>
        <Bar share={largest > 0 ? Math.abs(Number(net)) / largest : 0} isLoss={Number(net) < 0} />
      </>
    )}
  </div>
)

/** Bar for an amount as a share of the largest. */
export const Bar = ({ share, isLoss }: { readonly share: number; readonly isLoss: boolean }) => (
  <svg className={`block h-1 w-full ${isLoss ? 'text-down' : 'text-up'}`} preserveAspectRatio="none" aria-hidden="true">
    <rect width={`${100 * share}%`} height="100%" fill="currentColor" />
  </svg>
)
