import type { components } from '@plimsoll/client'
import { formatExact, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { Figures } from '../ui/figures.tsx'
import { printSize } from './effect-on-position.tsx'

/** Figures of a previewed order: size, costs, and the price range of its execution. */
export const OrderFigures = ({ preview }: { readonly preview: Preview }) => {
  const { symbol, instrument, qty, notional, fee, initialMargin, effectivePriceLimit, liquidationPriceAfter } = preview
  const { takeProfit, effectOnPosition } = preview
  return (
    <Figures
      of={{
        Size: printSize(qty, symbol),
        'Max notional, USDT': formatUsdt(notional),
        'Worst price, USDT': formatExact(effectivePriceLimit),
        'Fee, USDT': formatUsdt(fee),
        ...(ADDING.includes(effectOnPosition.kind) && { 'Margin, USDT': formatUsdt(initialMargin) }),
        ...(takeProfit && { 'Target, USDT': formatExact(takeProfit.triggerPrice) }),
        'Liquidation after, USDT': formatToStep(liquidationPriceAfter, instrument.tickSize),
      }}
    />
  )
}

type Preview = components['schemas']['OrderPreview']

const ADDING: readonly Preview['effectOnPosition']['kind'][] = ['OPENS', 'INCREASES', 'REVERSES']
