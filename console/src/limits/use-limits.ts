/** Hook that reads the risk limits and their usage, and the freshness limits of this data. */

import { useQuery } from '@tanstack/react-query'
import { withinMs } from '../live/freshness.ts'
import { useSignedIn } from '../session/signed-in.ts'

/** Returns the limits in effect with their usage, read again every five seconds. */
export const useLimits = () => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['limits'],
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => (await client.rest.GET('/api/v381/account/limits', { signal })).data,
  })
}

const REFRESH_MS = 5_000

/** Freshness limits of the data of `useLimits`. */
export const LIMITS_AGE = withinMs(3 * REFRESH_MS)
