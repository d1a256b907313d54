import type { components } from '@plimsoll/client'
import { useId } from 'react'
import { formatToStep } from '../figures/numbers.ts'
import { SHORT_TIMES_IN_FORCE, TIMES_IN_FORCE } from '../figures/order-words.ts'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { type TabChoice, TabList, TabPanel } from '../ui/tabs.tsx'
import type { Faults } from './faults.ts'
import { NumberField } from './number-field.tsx'
import { RiskTools } from './risk-tools.tsx'
import { SideChoice } from './side-choice.tsx'
import { SizeSlider } from './size-slider.tsx'
import { type NumberName, numberFields, type OrderType, type TicketValues } from './ticket-values.ts'

/** Form fields of the order ticket, in a tab for each order type. */
export const TicketFields = ({ wanted, onChange, ticker, faults, areFaultsVisible }: Filling) => {
  const id = useId()
  const { side, type, sizeIn, timeInForce, reduceOnly } = wanted
  const base = getBase(ticker)
  const touch = { BUY: ticker?.bestBidPrice, SELL: ticker?.bestAskPrice }[side]
  const choose = (next: OrderType): void =>
    onChange({ type: next, ...(next === 'LIMIT' && wanted.price === '' && touch && { price: touch }) })
  const renderNumber = (name: NumberName) => (
    <NumberField
      key={name}
      name={name}
      label={LABELS[name]}
      unit={name === 'slippage' ? t('bps') : name === 'size' && sizeIn === 'qty' ? base : 'USDT'}
      hint={HINTS[name]}
      value={wanted[name]}
      fault={faults[name]}
      isFaultVisible={areFaultsVisible}
      onWrite={(text) => onChange({ [name]: text })}
    >
      {name === 'price' && ticker && <Touch ticker={ticker} onTake={(price) => onChange({ price })} />}
      {name === 'size' && (
        <Choice
          label={t('Size in')}
          isNamed={false}
          value={sizeIn}
          choices={{ qty: base, notional: 'USDT' }}
          look="min-h-8 bg-raised text-sm text-muted outline-none"
          onChoose={(next) => onChange({ sizeIn: next, size: '' })}
        />
      )}
    </NumberField>
  )
  const [until, after] = splitAfterSize(numberFields(wanted))
  return (
    <>
      <div className="-mx-3 -mt-3 flex min-h-9 border-b border-line px-1">
        <TabList id={id} label={t('Order type')} tabs={TYPES} selected={type} onSelect={choose} />
      </div>
      <TabPanel id={id} selected={type} look="grid grid-cols-1 gap-2.5">
        <SideChoice
          side={side}
          prices={{ BUY: atStep(ticker?.bestAskPrice, ticker), SELL: atStep(ticker?.bestBidPrice, ticker) }}
          onChoose={(next) => onChange({ side: next })}
        />
        {until.map(renderNumber)}
        <SizeSlider wanted={wanted} ticker={ticker} onChange={onChange} />
        {after.map(renderNumber)}
        {!reduceOnly && <RiskTools wanted={wanted} ticker={ticker} onChange={onChange} />}
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4"
              checked={reduceOnly}
              onChange={({ target }) => onChange({ reduceOnly: target.checked })}
            />
            {t('Reduce-only')}
          </label>
          {type === 'LIMIT' && (
            <span className="flex items-center gap-1" title={TIMES_IN_FORCE[timeInForce]}>
              <span aria-hidden="true" className="text-sm text-muted">
                {t('TIF')}
              </span>
              <Choice
                label={t('Time in force')}
                isNamed={false}
                value={timeInForce}
                choices={SHORT_TIMES_IN_FORCE}
                look="min-h-6 bg-raised text-sm"
                onChoose={(next) => onChange({ timeInForce: next })}
              />
            </span>
          )}
        </div>
      </TabPanel>
    </>
  )
}

const TYPES: readonly TabChoice<OrderType>[] = [
  { name: 'LIMIT', title: t('Limit') },
  { name: 'MARKET', title: t('Market') },
  { name: 'STOP_MARKET', title: t('Stop') },
  { name: 'TAKE_PROFIT_MARKET', title: t('Take profit') },
]

const LABELS: Readonly<Record<NumberName, string>> = {
  price: t('Price'),
  trigger: t('Trigger (mark)'),
  size: t('Size'),
  stop: t('Stop (mark)'),
  target: t('Target (mark)'),
  slippage: t('Slippage'),
}
const HINTS: Readonly<Partial<Record<NumberName, string>>> = {
  stop: t('by default'),
  target: t('none'),
  slippage: t('by default'),
}

/** Splits the fields behind the size, where its slider stands. */
const splitAfterSize = (names: readonly NumberName[]): readonly [readonly NumberName[], readonly NumberName[]] => {
  const end = names.indexOf('size') + 1
  return [names.slice(0, end), names.slice(end)]
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
          className="min-h-6 min-w-6 text-sm font-medium text-accent"
          onClick={() => onTake(price)}
        >
          {name}
        </button>
      ),
  )
}
