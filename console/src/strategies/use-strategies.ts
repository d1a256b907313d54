/** Data of the strategies screen: all strategies with their results, and the last signals of one. */

import { useQuery } from '@tanstack/react-query'
import { useChannel } from '../live/use-live.ts'
import type { Period } from '../performance/period.ts'
import { usePerformance } from '../performance/use-performance.ts'
import { useAutotradingConfig } from '../rest/use-autotrading-config.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { listStrategies } from './strategy-rows.ts'

/**
 * Returns the strategies with the results of a period; rows are undefined until configuration and results are loaded.
 */
export const useStrategies = (period: Period) => {
  const config = useAutotradingConfig()
  const performance = usePerformance(period)
  const status = useChannel('autotrading.status')?.data
  const report = useChannel('monitor.candidate-quality-v3')?.data
  const isRead = config.data !== undefined && performance.data !== undefined
  return {
    rows: isRead
      ? listStrategies({
          definitions: config.data.effective.strategies,
          status,
          results: performance.data.byStrategy,
          calibration: report?.data?.calibration ?? undefined,
        })
      : undefined,
    running: status?.books.flatMap(({ strategies }) => strategies),
    calibratedAt: report?.data?.asOf ?? undefined,
    resultsAt: performance.data?.asOf,
    error: config.error ?? performance.error,
  }
}

/** Returns the newest signals of a strategy, reloaded every half minute. */
export const useLastSignals = (strategyId: string) => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: ['last-signals', strategyId],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const query = { strategyId, limit: SIGNALS }
      return (await client.rest.GET('/api/v381/signals/history', { params: { query }, signal })).data
    },
  })
}

const REFRESH_MS = 30_000
const SIGNALS = 50
