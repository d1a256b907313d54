/** Results of the orders that audit entries announce; the engine records them in entries of its own. */

import type { Client, components } from '@plimsoll/client'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/signed-in.ts'

type AuditEntry = components['schemas']['AuditEntry']

const RESULTS = { actorType: 'ENGINE', action: 'ORDER_PLACE' } as const
const ANNOUNCING = ['ORDER_PLACE', 'ORDER_CANCEL']
const READ_MAX = 200

const resultKey = (orderId: string) => ['audit-result', orderId]

/** Returns whether the entry announces an action on an order, whose result follows in another entry. */
const isAnnouncement = ({ action, outcome }: AuditEntry): boolean => outcome === 'INTENT' && ANNOUNCING.includes(action)

/** Returns whether the entry is the result of an order. */
const isResult = ({ outcome }: AuditEntry): boolean => outcome !== 'INTENT' && outcome !== 'DENIED'

/** Reads the results of all orders that the entries announce, for `useOrderResult`; the newest if there are many. */
export const readOrderResults = async (
  { client, queries }: { readonly client: Client; readonly queries: QueryClient },
  entries: readonly AuditEntry[],
  signal: AbortSignal,
): Promise<void> => {
  const oldest = entries.findLast(isAnnouncement)
  if (!oldest) return
  const query = { ...RESULTS, from: oldest.at, limit: READ_MAX }
  const { items } = (await client.rest.GET('/api/audit', { params: { query }, signal })).data
  for (const result of items.toReversed()) if (isResult(result)) queries.setQueryData(resultKey(result.target), result)
}

/**
 * Returns the newest result of the order that an entry announces; undefined for other entries, and until it is
 * recorded. It is read when `isOpen`, unless `readOrderResults` has found it.
 */
export const useOrderResult = (entry: AuditEntry, isOpen: boolean): AuditEntry | undefined => {
  const { client } = useSignedIn()
  const { target } = entry
  const { data } = useQuery({
    queryKey: resultKey(target),
    enabled: isOpen && isAnnouncement(entry),
    queryFn: async ({ signal }) => {
      const query = { ...RESULTS, target }
      return (await client.rest.GET('/api/audit', { params: { query }, signal })).data.items.find(isResult) ?? null
    },
  })
  return isAnnouncement(entry) ? (data ?? undefined) : undefined
}
