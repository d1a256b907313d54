import { type Freshness, freshnessOf, MARKET } from '../live/freshness.ts'
import { useChannel, useConnection, useMarketSeenAt, useServerNow } from '../live/use-live.ts'

/** How fresh what is shown is, by when the server has seen the market: a connection that stands says nothing about it. */
export const useDataFreshness = (): { readonly freshness: Freshness; readonly ageMs: number | undefined } => {
  const books = useChannel('autotrading.status')?.data.books ?? []
  const seenAt = useMarketSeenAt([...new Set(books.flatMap(({ symbols }) => symbols))])
  const now = useServerNow()
  const isOpen = useConnection().name === 'open'
  const ageMs = seenAt === undefined || now === undefined ? undefined : Math.max(0, now - seenAt)
  return { ageMs, freshness: isOpen ? freshnessOf(ageMs, MARKET) : 'STALE' }
}
