import { useQuery } from '@tanstack/react-query'
import { withinMs } from '../live/freshness.ts'
import { useSignedIn } from '../session/signed-in.ts'

/** Returns the limits in effect with what is used of them, read again every five seconds. */
export const useLimits = () => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['limits'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => (await client.rest.GET('/api/v381/account/limits', { signal })).data,
  })
}

const REFRESH_MS = 5_000

/** Freshness limits of that reading. */
export const LIMITS_AGE = withinMs(3 * REFRESH_MS)
