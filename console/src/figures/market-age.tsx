import { MARKET } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { Age } from './age.tsx'

/** How old what is known of the market of a symbol is: one judgement for all that is shown of it. */
export const MarketAge = ({ symbol }: { readonly symbol: string }) => {
  const source = useChannel(`market.ticker:${symbol}`)?.data.source
  return source ? <Age at={source.observedAt} allowed={MARKET} /> : null
}
