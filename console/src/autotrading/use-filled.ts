import { useQuery } from '@tanstack/react-query'
import { DECISIONS } from '../live/feeds.ts'
import { mergeLive } from '../live/merge-live.ts'
import { useOrders } from '../live/use-live.ts'
import { BEFORE_STREAM } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { type Decision, isFilled, withOrder } from './decision.ts'

/**
 * Returns the number of filled candidates decided within the window; null while unknown, or when there are too many
 * to read.
 */
export const useFilled = (liveDecisions: readonly Decision[], window: Window | null | undefined): number | null => {
  const { client } = useSignedIn()
  const orders = useOrders()
  const { data } = useQuery({
    ...BEFORE_STREAM,
    queryKey: ['ordered decisions'],
    queryFn: async ({ signal }) => {
      const query = { verdict: 'ORDERED', limit: READ_MAX } as const
      return (await client.rest.GET('/api/autotrading/decisions', { params: { query }, signal })).data
    },
  })
  const hasMore = typeof data?.nextCursor === 'string'
  const liveOrdered = liveDecisions.filter(({ verdict }) => verdict === 'ORDERED')
  const ordered = mergeLive({ items: data?.items, hasMore }, liveOrdered, DECISIONS)
  const oldest = ordered?.at(-1)
  if (!ordered || !window || (hasMore && oldest !== undefined && oldest.at >= window.from)) return null
  return ordered
    .filter(({ at }) => at >= window.from && at < window.to)
    .filter((decision) => isFilled(withOrder(decision, orders))).length
}

interface Window {
  readonly from: string
  readonly to: string
}

/** Maximum number of items in one response. */
const READ_MAX = 200
