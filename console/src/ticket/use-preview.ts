import { type components, PlimsollError } from '@plimsoll/client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFreshness, useIsConnected } from '../live/use-freshness.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import type { OrderRequest } from './ticket-values.ts'

/** Returns the server's preview of an order that is to be placed. */
export const usePreview = (request: OrderRequest | undefined): Previewed => {
  const { client } = useSignedIn()
  return useServerPreview({
    about: 'new',
    symbol: request?.symbol,
    body: request,
    read: async (body, signal) => (await client.rest.POST('/api/v381/trading/order/preview', { body, signal })).data,
  })
}

/**
 * Returns a preview from the server: requested once its body has been stable for half a second, and again when market
 * data resumes.
 */
export const useServerPreview = <Body>({ about, symbol, body, read }: Previewing<Body>): Previewed => {
  const rested = useRested(body)
  const isConnected = useIsConnected()
  const isMarketStale = useFreshness(symbol === undefined ? [] : [symbol]) === 'STALE'
  const { data, error, refetch } = useQuery({
    queryKey: ['order', 'preview', about, rested],
    queryFn: rested ? ({ signal }) => read(rested, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.decision.verdict === 'DENIED' ? BLOCKED_MS : false),
  })
  useEffect(() => {
    if (rested && !isMarketStale) void refetch({ cancelRefetch: false })
  }, [rested, isMarketStale, refetch])
  const hidden = isConnected || data ? null : NOT_CONNECTED
  return { preview: data, error: error ?? hidden, again: () => void (rested && refetch()) }
}

interface Previewing<Body> {
  /** Subject of the preview, which distinguishes equal bodies. */
  readonly about: string
  readonly symbol: string | undefined
  readonly body: Body | undefined
  readonly read: (body: Body, signal: AbortSignal) => Promise<Preview>
}

const REST_MS = 500
const APART_MS = 3_000
/** Interval after which a blocked order is previewed again, since blockers may clear on their own. */
const BLOCKED_MS = 15_000
const NOT_CONNECTED = new PlimsollError({ code: 'UNREACHABLE', detail: t('The server is not reachable.') })

type Preview = components['schemas']['OrderPreview']

/** Preview from the server; it applies to this order only. */
export interface Previewed {
  readonly preview: Preview | undefined
  readonly error: Error | null
  /** Requests a new preview, because the market has moved. */
  readonly again: () => void
}

/**
 * Returns the request once it has been stable for half a second, at most every three seconds, so that not every key
 * press requests a preview.
 */
const useRested = <Body>(request: Body | undefined): Body | undefined => {
  const [rested, setRested] = useState<Body>()
  const [isEarly, setEarly] = useState(false)
  const text = JSON.stringify(request)
  const isRested = JSON.stringify(rested) === text
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same string is the same request
  useEffect(() => {
    if (isEarly || isRested) return
    const resting = setTimeout(() => {
      setRested(() => request)
      setEarly(request !== undefined)
    }, REST_MS)
    return () => clearTimeout(resting)
  }, [text, isEarly, isRested])
  useEffect(() => {
    if (!isEarly) return
    const waiting = setTimeout(() => setEarly(false), APART_MS - REST_MS)
    return () => clearTimeout(waiting)
  }, [isEarly])
  return isRested ? rested : undefined
}
