import { MARKET } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { Age } from './age.tsx'

/** Age of the market data of a symbol, shared by everything that shows it. */
export const MarketAge = ({ symbol }: { readonly symbol: string }) => {
  const source = useChannel(`market.ticker:${symbol}`)?.data.source
  return source ? <Age at={source.observedAt} allowed={MARKET} /> : null
}
