import type { components } from '@plimsoll/client'
import { formatToStep } from '../figures/numbers.ts'
import { ORDER_TYPES, TIMES_IN_FORCE } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import type { Faults } from './faults.ts'
import { NumberField } from './number-field.tsx'
import { SideChoice } from './side-choice.tsx'
import { SizeTools } from './size-tools.tsx'
import { type NumberName, numberFields, type OrderType, type TicketValues } from './ticket-values.ts'

/** Form fields of the order ticket, depending on the order type. */
export const TicketFields = ({ wanted, onChange, ticker, faults, areFaultsVisible }: Filling) => {
  const { side, type, sizeIn, timeInForce, reduceOnly } = wanted
  const base = getBase(ticker)
  const touch = { BUY: ticker?.bestBidPrice, SELL: ticker?.bestAskPrice }[side]
  const choose = (next: OrderType): void =>
    onChange({ type: next, ...(next === 'LIMIT' && wanted.price === '' && touch && { price: touch }) })
  return (
    <>
      <SideChoice
        side={side}
        prices={{ BUY: atStep(ticker?.bestAskPrice, ticker), SELL: atStep(ticker?.bestBidPrice, ticker) }}
        onChoose={(next) => onChange({ side: next })}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <Choice label={t('Type')} value={type} choices={ORDER_TYPES} onChoose={choose} />
        <Choice
          label={t('Size in')}
          value={sizeIn}
          choices={{ qty: base, notional: 'USDT' }}
          onChoose={(next) => onChange({ sizeIn: next, size: '' })}
        />
        {numberFields(wanted).map((name) => (
          <NumberField
            key={name}
            name={name}
            label={name === 'size' ? t('Size, {sizeIn}', { sizeIn: sizeIn === 'qty' ? base : 'USDT' }) : LABELS[name]}
            hint={HINTS[name]}
            value={wanted[name]}
            fault={faults[name]}
            isFaultVisible={areFaultsVisible}
            onWrite={(text) => onChange({ [name]: text })}
          >
            {name === 'price' && ticker && <Touch ticker={ticker} onTake={(price) => onChange({ price })} />}
          </NumberField>
        ))}
        {type === 'LIMIT' && (
          <Choice
            label={t('Time in force')}
            value={timeInForce}
            choices={TIMES_IN_FORCE}
            onChoose={(next) => onChange({ timeInForce: next })}
          />
        )}
      </div>
      <SizeTools wanted={wanted} ticker={ticker} onChange={onChange} />
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          className="size-4"
          checked={reduceOnly}
          onChange={({ target }) => onChange({ reduceOnly: target.checked })}
        />
        {t('Reduce-only')}
      </label>
    </>
  )
}

const LABELS: Readonly<Record<Exclude<NumberName, 'size'>, string>> = {
  price: t('Price, USDT'),
  trigger: t('Trigger (mark), USDT'),
  stop: t('Stop (mark), USDT'),
  target: t('Target (mark), USDT'),
  slippage: t('Slippage, bps'),
}
const HINTS: Readonly<Partial<Record<NumberName, string>>> = {
  stop: t('by default'),
  target: t('none'),
  slippage: t('by default'),
}

type Ticker = components['schemas']['TickerData']

interface Filling {
  readonly wanted: TicketValues
  readonly onChange: (change: Partial<TicketValues>) => void
  readonly ticker: Ticker | undefined
  readonly faults: Faults
  /** True when errors are shown also for fields that have not lost focus yet. */
  readonly areFaultsVisible: boolean
}

const atStep = (price: string | null | undefined, ticker: Ticker | undefined): string =>
  formatToStep(price, ticker?.tickSize ?? '1')

const getBase = (ticker: Ticker | undefined): string => ticker?.symbol.replace(/USDT$/, '') ?? t('coins')

/** Buttons that fill in the best bid or ask as the price. */
const Touch = ({ ticker, onTake }: { readonly ticker: Ticker; readonly onTake: (price: string) => void }) => {
  const { bestBidPrice, bestAskPrice } = ticker
  return Object.entries({ Bid: bestBidPrice, Ask: bestAskPrice }).map(
    ([name, price]) =>
      price !== null && (
        <button
          key={name}
          type="button"
          aria-label={t('Use {name} as price', { name: name.toLowerCase() })}
          className="min-h-6 min-w-6 px-1 text-sm text-accent underline"
          onClick={() => onTake(price)}
        >
          {name}
        </button>
      ),
  )
}
