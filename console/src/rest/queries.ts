import { QueryClient, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

const MINUTE_MS = 60_000

/** What was read once is read again when it is asked for a minute later. The client itself tries again what may be tried again. */
export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: MINUTE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
    },
  })

/** How that is read which the stream goes on with: anew by each who comes to look, as nobody has heard what was told meanwhile. */
export const BEFORE_STREAM = { staleTime: 0, gcTime: 0 } as const

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly asOf?: string
}

/** Where a page begins, as a query has it; without a cursor it is the first. */
interface PageBegin {
  readonly cursor?: string
}

const FIRST: PageBegin = {}

/** A list that is read page by page, as far as somebody wants to see it. */
export interface Pages<Item> {
  /** Undefined until the first page was read. */
  readonly items: readonly Item[] | undefined
  /** When the first page was as it is, where the list says so. */
  readonly asOf: string | undefined
  /** Why the last reading has failed; null when it has not. */
  readonly error: Error | null
  readonly isReading: boolean
  readonly hasMore: boolean
  readonly more: () => void
  /** Reads it anew, from the first page. */
  readonly again: () => void
}

/** `key` names the list with its filters; `read` reads the page that begins at a cursor, until nobody looks any more. */
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
