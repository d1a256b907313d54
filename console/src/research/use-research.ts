/** Queries of the research API: stored history, runs, searches, and jobs. */

import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useChannel } from '../live/use-live.ts'
import { type Pages, usePages } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { Job, ResearchData, Run, SearchSummary } from './types.ts'

/** Returns stored history and strategies; fails when the server has no history. */
export const useResearchData = (): UseQueryResult<ResearchData> => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: [KEY, 'data'],
    queryFn: async ({ signal }) => (await client.rest.GET('/api/v381/research/data', { signal })).data,
  })
}

const KEY = 'research'

/** Returns the stored runs, newest first. */
export const useRuns = (): Pages<Run> => {
  const { client } = useSignedIn()
  return usePages([KEY, 'runs'], async (begin, signal) => {
    const query = { limit: 100, ...begin }
    return (await client.rest.GET('/api/v381/research/runs', { params: { query }, signal })).data
  })
}

/** Returns the stored searches and walk-forwards, newest first. */
export const useSearches = (): UseQueryResult<readonly SearchSummary[]> => {
  const { client } = useSignedIn()
  return useQuery({
    queryKey: [KEY, 'searches'],
    queryFn: async ({ signal }) => (await client.rest.GET('/api/v381/research/searches', { signal })).data.items,
  })
}

/** Returns a query of research, which is reloaded when a job has ended. */
export const useResearchQuery = <T>(
  key: readonly string[],
  read: (signal: AbortSignal) => Promise<T>,
): UseQueryResult<T> => useQuery({ queryKey: [KEY, ...key], queryFn: ({ signal }) => read(signal) })

/** Returns the jobs of the server, newest first, and reloads runs and searches when one has ended. */
export const useJobs = (): readonly Job[] | undefined => {
  const jobs = useChannel('research.jobs')?.data.items
  const queries = useQueryClient()
  const ended = jobs?.filter(({ endedAt }) => endedAt !== null).length
  useEffect(() => {
    if (ended !== undefined && ended > 0) void queries.invalidateQueries({ queryKey: [KEY] })
  }, [ended, queries])
  return jobs
}
