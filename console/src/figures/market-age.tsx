import { MARKET } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { Age } from './age.tsx'

/** Age of the market data of a symbol, shared by everything that shows it: visible once it is no longer live. */
export const MarketAge = ({ symbol }: { readonly symbol: string }) => {
  const source = useChannel(`market.ticker:${symbol}`)?.data.source
  if (!source) return null
  return (
    <span className="has-[[data-freshness=LIVE]]:sr-only">
      <Age at={source.observedAt} allowed={MARKET} />
    </span>
  )
}
