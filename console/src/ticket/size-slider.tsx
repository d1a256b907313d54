import { useId } from 'react'
import { divideDecimals, multiplyDecimals, toPercent } from '../figures/decimal.ts'
import { formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import type { Sizing } from './risk-tools.tsx'
import { entryPrice, sizeByBalance } from './sizing.ts'
import type { TicketValues } from './ticket-values.ts'

/** Slider for the order value as a share of the available balance, with marks at quarters. */
export const SizeSlider = ({ wanted, ticker, onChange }: Sizing) => {
  const id = useId()
  const balance = useChannel('account.balance')?.data.availableBalance
  const entry = entryPrice(wanted, ticker)
  const isKnown = ticker !== undefined && balance !== undefined && entry !== undefined
  const share = isKnown ? toBalanceShare(wanted, entry, balance) : 0
  const choose = (percent: number): void => {
    if (!isKnown) return
    const size = percent === 0 ? '' : sizeByBalance({ entry, lotSize: ticker.lotSize, balance, percent })
    if (size !== undefined) onChange({ sizeIn: 'qty', size })
  }
  return (
    <div className="text-xs">
      <div className="flex justify-between gap-2 text-muted">
        <label htmlFor={id}>{t('Value, % of balance')}</label>
        <span>
          {rich('{span} of {available} USDT', {
            span: <span className="text-ink">{withPercent(share)}</span>,
            available: balance === undefined ? UNKNOWN : formatUsdt(balance),
          })}
        </span>
      </div>
      <div className="relative mx-1 mt-1 h-6">
        <span aria-hidden="true" className="absolute inset-x-0 top-2.75 h-0.5 bg-line" />
        <span aria-hidden="true" className="absolute top-2.75 left-0 h-0.5 bg-accent" style={{ width: `${share}%` }} />
        {MARKS.map((percent) => (
          <span
            key={percent}
            aria-hidden="true"
            className={`absolute top-2 size-2 -translate-x-1/2 rotate-45 border bg-raised ${percent <= share ? 'border-accent' : 'border-edge'}`}
            style={{ left: `${percent}%` }}
          />
        ))}
        <input
          id={id}
          type="range"
          min={0}
          max={PERCENT_MAX}
          step={1}
          value={share}
          disabled={!isKnown}
          className="bare-slider absolute inset-y-0 -left-2 h-6 w-[calc(100%+1rem)]"
          onChange={({ target }) => choose(target.valueAsNumber)}
        />
      </div>
      <div className="flex justify-between">
        {MARKS.map((percent) => (
          <button
            key={percent}
            type="button"
            // The slider offers the same values by keyboard.
            tabIndex={-1}
            disabled={!isKnown}
            className={`min-h-6 min-w-6 ${percent === share ? 'font-semibold text-accent' : 'text-muted hover:text-ink'}`}
            onClick={() => choose(percent)}
          >
            {withPercent(percent)}
          </button>
        ))}
      </div>
    </div>
  )
}

const PERCENT_MAX = 100
const MARKS = [0, 25, 50, 75, PERCENT_MAX] as const

/** Value of the order in percent of the balance, at most all of it. */
const toBalanceShare = ({ size, sizeIn }: TicketValues, entry: string, balance: string): number => {
  if (!/^\d+(\.\d+)?$/.test(size) || divideDecimals('1', balance) === undefined) return 0
  const value = sizeIn === 'qty' ? multiplyDecimals(size, entry) : size
  return Math.min(PERCENT_MAX, Math.round(toPercent(value, balance) ?? 0))
}
