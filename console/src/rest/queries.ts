/** Query client of the console, and lists that are loaded page by page. */

import { QueryClient, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { MINUTE_MS } from '../figures/time-units.ts'

/** Creates the query client: data is refetched after a minute. The API client retries calls itself. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: MINUTE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  })

/**
 * Options of queries that the stream continues: each component reloads them, since updates before it mounted were
 * missed.
 */
export const BEFORE_STREAM = { staleTime: 0, gcTime: 0 } as const

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly asOf?: string
}

/** Cursor of a page as a query parameter; none for the first page. */
interface PageBegin {
  readonly cursor?: string
}

const FIRST: PageBegin = {}

/** List that is loaded page by page, on request. */
export interface Pages<Item> {
  /** Undefined until the first page was read. */
  readonly items: readonly Item[] | undefined
  /** Time of the first page, when the list reports it. */
  readonly asOf: string | undefined
  /** Error of the last request; null when it succeeded. */
  readonly error: Error | null
  readonly isReading: boolean
  readonly hasMore: boolean
  readonly more: () => void
  /** Reloads the list from the first page. */
  readonly again: () => void
}

/**
 * Loads a list page by page. `key` identifies the list with its filters; `read` loads the page at a cursor until
 * unmounted.
 */
export const usePages = <Item>(
  key: QueryKey,
  read: (begin: PageBegin, signal: AbortSignal) => Promise<Page<Item>>,
): Pages<Item> => {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...BEFORE_STREAM,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
  })
  return {
    items: data?.pages.flatMap(({ items }) => items),
    asOf: data?.pages[0]?.asOf,
    error,
    isReading: isFetching,
    hasMore: hasNextPage,
    more: () => void fetchNextPage(),
    again: () => void refetch(),
  }
}
