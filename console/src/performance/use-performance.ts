import { useQuery } from '@tanstack/react-query'
import { useServerNow } from '../live/use-live.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { beginPeriod, type Period } from './period.ts'

/** Returns the results of the positions closed in a period, of all strategies or one; reloaded every half minute. */
export const usePerformance = (period: Period, strategyId = '') => {
  const { client, live } = useSignedIn()
  const isTimeKnown = useServerNow((now) => now !== undefined)
  return useQuery({
    queryKey: ['performance', period, strategyId],
    enabled: isTimeKnown,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const fromMs = beginPeriod(period, live.clock.now() ?? 0)
      const query = { ...(fromMs !== null && { from: String(fromMs) }), ...(strategyId !== '' && { strategyId }) }
      return (await client.rest.GET('/api/v381/account/performance', { params: { query }, signal })).data
    },
  })
}

const REFRESH_MS = 30_000
