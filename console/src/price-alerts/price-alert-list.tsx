import type { components } from '@plimsoll/client'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isAmount, isMultiple } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Field } from '../ui/field.tsx'
import { CrossGlyph } from '../ui/glyphs.tsx'
import { createAlert } from './price-alerts.ts'
import { addAlert, removeAlert, usePriceAlerts } from './use-price-alerts.ts'

interface Alerting {
  readonly instrument: Pick<components['schemas']['Instrument'], 'symbol' | 'tickSize'>
}

/** Price alerts of an instrument, and the form that adds one. */
export const PriceAlertList = ({ instrument: { symbol, tickSize } }: Alerting) => {
  const markPrice = useChannel(`market.ticker:${symbol}`)?.data.markPrice ?? undefined
  const alerts = usePriceAlerts().filter((alert) => alert.symbol === symbol)
  const [price, setPrice] = useState('')
  const isPrice = isAmount(price) && isMultiple(price, tickSize)
  const add = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPrice || markPrice === undefined) return
    addAlert(createAlert(symbol, price, markPrice))
    setPrice('')
  }
  return (
    <div className="grid gap-3">
      <form className="grid gap-2" onSubmit={add}>
        <Field
          label={t('Mark price, USDT')}
          inputMode="decimal"
          value={price}
          onChange={({ target }) => setPrice(target.value.trim())}
        />
        {price !== '' && !isPrice && (
          <p className="text-sm text-bad">
            <CrossGlyph />
            {t('Enter a multiple of {tickSize}.', { tickSize })}
          </p>
        )}
        <button type="submit" className="quiet-button" disabled={!isPrice || markPrice === undefined}>
          {t('Add alert')}
        </button>
      </form>
      <ul className="grid gap-1">
        {alerts.map((alert) => (
          <li key={`${alert.price} ${alert.direction}`} className="flex items-center justify-between">
            {alert.direction === 'ABOVE' ? t('at or above') : t('at or below')} {formatToStep(alert.price, tickSize)}
            <button
              type="button"
              aria-label={t('Remove the alert at {price}', { price: formatToStep(alert.price, tickSize) })}
              className="tool-button"
              onClick={() => removeAlert(alert)}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {rich('Alerts are stored in this browser and notify once, while the console is open. {length}', {
          length: alerts.length === 0 && t('No alerts set.'),
        })}
      </p>
    </div>
  )
}
