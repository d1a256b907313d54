import type { components } from '@plimsoll/client'
import { formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { entryPrice, rewardToRisk, riskAtStop, sizeByRisk } from './sizing.ts'
import type { TicketValues } from './ticket-values.ts'

/** Buttons that size the order by its loss at the stop, with that loss and the ratio of reward to risk. */
export const RiskTools = ({ wanted, ticker, onChange }: Sizing) => {
  const equity = useChannel('account.balance')?.data.equity
  const entry = entryPrice(wanted, ticker)
  const byRisk = (percent: number): string | undefined =>
    ticker && equity !== undefined && entry !== undefined
      ? sizeByRisk(wanted, { entry, lotSize: ticker.lotSize, equity, percent })
      : undefined
  const ratio = entry && rewardToRisk(wanted, entry)
  const risk = entry && riskAtStop(wanted, entry)
  return (
    <div className="grid gap-1.5 text-xs">
      <fieldset className="flex items-center gap-1">
        <legend className="sr-only">{t('Size by risk at the stop, in percent of the equity')}</legend>
        <span aria-hidden="true" className="mr-auto text-muted">
          {t('Risk per trade')}
        </span>
        {RISKS.map((percent) => {
          const size = byRisk(percent)
          return (
            <button
              key={percent}
              type="button"
              className="tool-button border border-line disabled:opacity-60"
              disabled={size === undefined}
              title={wanted.stop === '' ? t('Enter a stop to size by risk') : undefined}
              onClick={() => size !== undefined && onChange({ sizeIn: 'qty', size })}
            >
              {withPercent(percent)}
            </button>
          )
        })}
      </fieldset>
      <p className="flex justify-between gap-2 text-muted">
        <span>
          {wanted.stop === ''
            ? t('Enter a stop to size by risk')
            : rich('Risk at stop {span}', {
                span: <span className="text-ink">{risk ? `${formatUsdt(risk)} USDT` : UNKNOWN}</span>,
              })}
        </span>
        <span>
          R:R <span className="text-ink">{ratio ? `1 : ${formatToStep(ratio, '0.01')}` : UNKNOWN}</span>
        </span>
      </p>
    </div>
  )
}

/** Values of the ticket and its market, for the inputs that set the size. */
export interface Sizing {
  readonly wanted: TicketValues
  readonly ticker: components['schemas']['TickerData'] | undefined
  readonly onChange: (change: Partial<TicketValues>) => void
}

/** Choices for the share of equity at risk, in percent. */
const RISKS = [0.1, 0.25, 0.5, 1] as const
