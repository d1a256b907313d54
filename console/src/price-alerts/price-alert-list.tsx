import type { components } from '@plimsoll/client'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { isAmount, isMultiple } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { Field } from '../ui/field.tsx'
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
          label="Mark price, USDT"
          inputMode="decimal"
          value={price}
          onChange={({ target }) => setPrice(target.value.trim())}
        />
        {price !== '' && !isPrice && <p className="text-sm text-bad">✕ Enter a multiple of {tickSize}.</p>}
        <button type="submit" className="quiet-button" disabled={!isPrice || markPrice === undefined}>
          Add alert
        </button>
      </form>
      <ul className="grid gap-1">
        {alerts.map((alert) => (
          <li key={`${alert.price} ${alert.direction}`} className="flex items-center justify-between">
            {alert.direction === 'ABOVE' ? 'at or above' : 'at or below'} {formatToStep(alert.price, tickSize)}
            <button
              type="button"
              aria-label={`Remove the alert at ${formatToStep(alert.price, tickSize)}`}
              className="tool-button"
              onClick={() => removeAlert(alert)}
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        This browser keeps alerts and notifies once, while the console is open.{' '}
        {alerts.length === 0 && 'No alerts set.'}
      </p>
    </div>
  )
}
