import { MARKET } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { Age } from './age.tsx'

/** Displays the age of a symbol's market data; visible once the data is no longer live. */
export const MarketAge = ({ symbol }: { readonly symbol: string }) => {
  const source = useChannel(`market.ticker:${symbol}`)?.data.source
  return source ? <Age at={source.observedAt} allowed={MARKET} /> : null
}
