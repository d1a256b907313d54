import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Mark } from '../chart/mark.ts'
import { DECISIONS, FILLS, SIGNALS } from '../live/feeds.ts'
import { useFeed } from '../live/use-live.ts'
import { BEFORE_STREAM } from '../rest/queries.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { blockedMarks, fillMarks, signalMark } from './marks.ts'
import type { Place } from './place.ts'

/**
 * Returns the event marks of a chart, loaded and streamed: signals, executions of the account, and blocked
 * candidates.
 */
export const useMarks = ({ symbol, interval }: Place): Marked => {
  const { client } = useSignedIn()
  const signalsRead = useQuery({
    ...BEFORE_STREAM,
    queryKey: ['chart signals', symbol, interval],
    queryFn: async ({ signal }) => {
      const query = { symbol, timeframe: interval, limit: READ_MAX }
      return (await client.rest.GET('/api/v381/signals/history', { params: { query }, signal })).data.items
    },
  })
  const fillsRead = useQuery({
    ...BEFORE_STREAM,
    queryKey: ['chart fills', symbol],
    queryFn: async ({ signal }) =>
      (await client.rest.GET('/api/v381/account/trades', { params: { query: { symbol, limit: READ_MAX } }, signal }))
        .data.items,
  })
  const signals = useFeed(SIGNALS)
  const fills = useFeed(FILLS)
  const decisions = useFeed(DECISIONS)
  const marks = useMemo(() => {
    const isHere = (of: { readonly symbol: string }): boolean => of.symbol === symbol
    const liveSignals = signals?.filter((signal) => isHere(signal) && signal.timeframe === interval) ?? []
    const all = [
      ...[...(signalsRead.data ?? []), ...liveSignals].map(signalMark),
      ...[...(fillsRead.data ?? []), ...(fills?.filter(isHere) ?? [])].flatMap(fillMarks),
      ...(decisions?.filter(isHere) ?? []).flatMap(blockedMarks),
    ]
    return [...new Map(all.map((mark) => [mark.id, mark])).values()]
  }, [symbol, interval, signalsRead.data, fillsRead.data, signals, fills, decisions])
  return { marks, error: signalsRead.error ?? fillsRead.error ?? undefined }
}

interface Marked {
  /** Loaded marks merged with streamed ones; a streamed version is the newer one. */
  readonly marks: readonly Mark[]
  /** Error that left part of the history missing; undefined if there is none. */
  readonly error: Error | undefined
}

/** Maximum number of items in one response. */
const READ_MAX = 200
