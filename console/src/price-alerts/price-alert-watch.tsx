import { useEffect } from 'react'
import { keepReached } from '../events/reached-alerts.ts'
import { formatToStep } from '../figures/numbers.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { useNotify } from '../ui/notices.tsx'
import { removeReached, usePriceAlerts } from './use-price-alerts.ts'

/** Invisible component on every screen: notifies once about each price alert that the mark price reaches. */
export const PriceAlertWatch = () => {
  const symbols = new Set(usePriceAlerts().map(({ symbol }) => symbol))
  return [...symbols].map((symbol) => <SymbolWatch key={symbol} symbol={symbol} />)
}

const SymbolWatch = ({ symbol }: { readonly symbol: string }) => {
  const ticker = useChannel(`market.ticker:${symbol}`)?.data
  const notify = useNotify()
  const { live } = useSignedIn()
  const markPrice = ticker?.markPrice ?? undefined
  const tickSize = ticker?.tickSize ?? '1'
  useEffect(() => {
    if (markPrice === undefined) return
    for (const { price } of removeReached(symbol, markPrice)) {
      const text = t('Price alert: the mark price of {symbol} has reached {price}, now {markPrice}.', {
        symbol,
        price: formatToStep(price, tickSize),
        markPrice: formatToStep(markPrice, tickSize),
      })
      notify(text)
      const nowMs = live.clock.now()
      if (nowMs === undefined) continue
      const at = new Date(nowMs).toISOString()
      const id = `${symbol} ${price} ${at}`
      keepReached({ id, at, text })
    }
  }, [symbol, markPrice, tickSize, notify, live])
  return null
}
