import type { components } from '@plimsoll/client'
import { useId } from 'react'
import { divideDecimals, multiplyDecimals, toPercent } from '../figures/decimal.ts'
import { formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { entryPrice, rewardToRisk, riskAtStop, sizeByBalance, sizeByRisk } from './sizing.ts'
import type { TicketValues } from './ticket-values.ts'

/**
 * Position size calculator of the ticket: by loss at the stop or by share of the balance. It displays the loss at the
 * stop and the ratio of reward to risk.
 */
export const SizeTools = ({ wanted, ticker, onChange }: Sizing) => {
  const balance = useChannel('account.balance')?.data
  const entry = entryPrice(wanted, ticker)
  if (!ticker || !balance || entry === undefined) return <div className="min-h-29" />
  const { lotSize } = ticker
  const take = (size: string | undefined): void => {
    if (size !== undefined) onChange({ sizeIn: 'qty', size })
  }
  const byRisk = (percent: number) => sizeByRisk(wanted, { entry, lotSize, equity: balance.equity, percent })
  const ratio = rewardToRisk(wanted, entry)
  const risk = riskAtStop(wanted, entry)
  return (
    <div className="grid min-h-29 content-start gap-1.5 text-xs">
      <BalanceSlider
        share={toBalanceShare(wanted, entry, balance.availableBalance)}
        available={balance.availableBalance}
        onChoose={(percent) => take(sizeByBalance({ entry, lotSize, balance: balance.availableBalance, percent }))}
      />
      <fieldset className="flex items-center gap-1">
        <legend className="sr-only">{t('Size by risk at the stop, in percent of the equity')}</legend>
        <span aria-hidden="true" className="mr-auto text-muted">
          {t('Risk of equity')}
        </span>
        {RISKS.map((percent) => (
          <button
            key={percent}
            type="button"
            className="tool-button border border-line disabled:opacity-60"
            disabled={wanted.reduceOnly || byRisk(percent) === undefined}
            title={wanted.stop === '' ? t('Enter a stop to size by risk') : undefined}
            onClick={() => take(byRisk(percent))}
          >
            {withPercent(percent)}
          </button>
        ))}
      </fieldset>
      <p className="flex justify-between gap-2 text-muted">
        <span>
          {wanted.stop === ''
            ? t('Enter a stop to size by risk')
            : rich('Risk at stop {span}', {
                span: <span className="text-ink">{risk === undefined ? UNKNOWN : `${formatUsdt(risk)} USDT`}</span>,
              })}
        </span>
        <span>
          R:R <span className="text-ink">{ratio === undefined ? UNKNOWN : `1 : ${formatToStep(ratio, '0.01')}`}</span>
        </span>
      </p>
    </div>
  )
}

interface Sizing {
  readonly wanted: TicketValues
  readonly ticker: components['schemas']['TickerData'] | undefined
  readonly onChange: (change: Partial<TicketValues>) => void
}

/** Choices for the share of equity at risk, in percent. */
const RISKS = [0.1, 0.25, 0.5, 1] as const

const PERCENT_MAX = 100

/** Value of the order in percent of the balance, at most all of it. */
const toBalanceShare = ({ size, sizeIn }: TicketValues, entry: string, balance: string): number => {
  if (!/^\d+(\.\d+)?$/.test(size) || divideDecimals('1', balance) === undefined) return 0
  const value = sizeIn === 'qty' ? multiplyDecimals(size, entry) : size
  return Math.min(PERCENT_MAX, Math.round(toPercent(value, balance) ?? 0))
}

interface Sliding {
  readonly share: number
  readonly available: string
  readonly onChoose: (percent: number) => void
}

/** Slider for the order value as a share of the available balance. */
const BalanceSlider = ({ share, available, onChoose }: Sliding) => {
  const id = useId()
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-2 text-muted">
        <label htmlFor={id}>{t('Value, % of balance')}</label>
        <span>
          {rich('{span} of {available} USDT', {
            span: <span className="text-ink">{withPercent(share)}</span>,
            available: formatUsdt(available),
          })}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={PERCENT_MAX}
        step={1}
        value={share}
        className="h-6 w-full accent-accent"
        onChange={({ target }) => onChoose(target.valueAsNumber)}
      />
    </div>
  )
}
