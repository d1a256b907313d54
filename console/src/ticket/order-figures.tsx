import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { percentOf, signOf, subtractDecimals } from '../figures/decimal.ts'
import { formatExact, formatPercent, formatToStep, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel, useOpenPositions } from '../live/use-live.ts'
import { Figures } from '../ui/figures.tsx'
import { positionAfter } from './position-after.ts'

type Preview = components['schemas']['OrderPreview']

/** What an order comes to: size, costs, what it may execute at, and what its stop would lose. */
export const OrderFigures = ({ preview }: { readonly preview: Preview }) => {
  const { symbol, instrument, qty, notional, fee, initialMargin, effectivePriceLimit, liquidationPriceAfter } = preview
  const held = useOpenPositions()?.find((position) => position.symbol === symbol)
  const after = positionAfter(held, preview)
  return (
    <Figures
      of={{
        Size: `${formatExact(qty)} ${symbol.replace(/USDT$/, '')}`,
        'Held then':
          after.direction === null ? 'nothing' : `${after.direction} ${formatToStep(after.qty, instrument.lotSize)}`,
        'Notional at worst, USDT': formatUsdt(notional),
        'Worst price, USDT': formatExact(effectivePriceLimit),
        'Fee, USDT': formatUsdt(fee),
        ...(!after.onlyReduces && { 'Margin, USDT': formatUsdt(initialMargin) }),
        'Liquidation after, USDT': formatToStep(liquidationPriceAfter, instrument.tickSize),
        ...(after.onlyReduces ? NO_STOP_OF_ITS_OWN : protectionOf(preview)),
      }}
    />
  )
}

const NO_STOP_OF_ITS_OWN: Record<string, ReactNode> = { Stop: 'none of its own: it only reduces' }

const protectionOf = ({ stopLoss, stopLossDefaulted, takeProfit, lossAtStop }: Preview): Record<string, ReactNode> => ({
  [`Stop${stopLossDefaulted ? ', the house’s own' : ''}, USDT`]: formatExact(stopLoss?.triggerPrice),
  ...(takeProfit && { 'Target, USDT': formatExact(takeProfit.triggerPrice) }),
  'Result at the stop, USDT': <ProfitLoss value={lossAtStop === null ? null : subtractDecimals('0', lossAtStop)} />,
  'Of the equity': <ShareOfEquity amount={lossAtStop} />,
})

const ShareOfEquity = ({ amount }: { readonly amount: string | null }) => {
  const equity = useChannel('account.balance')?.data.equity ?? '0'
  return formatPercent(amount === null || signOf(equity) < 0 ? null : percentOf(subtractDecimals('0', amount), equity))
}
