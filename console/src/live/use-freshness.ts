/** Hooks that return the freshness and age of data, and whether the server is connected. */

import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { formatSpan } from '../figures/instants.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { type Allowed, type Freshness, getFreshness, MARKET } from './freshness.ts'
import type { NewestMessage } from './live.ts'
import { useConnection, useServerNow } from './use-live.ts'

/**
 * Returns the freshness of the market data of these symbols, by the server's observation time: an open connection does
 * not prove that data arrives.
 */
export const useFreshness = (symbols: readonly string[]): Freshness => {
  const freshness = useMarketAge(symbols, (ageMs) => getFreshness(ageMs, MARKET))
  return useIsConnected() ? freshness : 'STALE'
}

/** Returns whether the server is connected: without a connection all its data is stale. */
export const useIsConnected = (): boolean => useConnection().name === 'open'

/** Returns the freshness of data from this time; undefined when it has no maximum age. */
export const useFreshnessAt = (atMs: number, allowed: Allowed | undefined): Freshness | undefined => {
  const freshness = useServerNow((now) => allowed && getFreshness(now === undefined ? undefined : now - atMs, allowed))
  const isConnected = useIsConnected()
  return allowed && !isConnected ? 'STALE' : freshness
}

/** Returns the age of the newest market data of these symbols as a string; undefined until received. */
export const useMarketSpan = (symbols: readonly string[]): string | undefined =>
  useMarketAge(symbols, (ageMs) => (ageMs === undefined ? undefined : ageMs < 1_000 ? '< 1 s' : formatSpan(ageMs)))

const useMarketAge = <T extends string | undefined>(
  symbols: readonly string[],
  of: (ageMs: number | undefined) => T,
): T => {
  const { live } = useSignedIn()
  const symbolKey = symbols.join()
  const channels = useMemo(() => symbolKey.split(',').flatMap(tickerChannels), [symbolKey])
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaving = [
        live.ticking.subscribe(listener),
        ...channels.map((channel) => live.onChannel(channel, listener)),
      ]
      return () => {
        for (const leave of leaving) leave()
      }
    },
    [live, channels],
  )
  return useSyncExternalStore(subscribe, () => {
    const now = live.ticking.current()
    const observedAtMs = readObservedAtMs(channels.map((channel) => live.newest(channel)))
    return of(now === undefined || observedAtMs === undefined ? undefined : now - observedAtMs)
  })
}

const tickerChannels = (symbol: string) => (symbol === '' ? [] : [`market.ticker:${symbol}` as const])

const readObservedAtMs = (
  tickers: readonly (NewestMessage<`market.ticker:${string}`> | undefined)[],
): number | undefined => {
  const instants = tickers.flatMap((ticker) => (ticker?.data.source ? [Date.parse(ticker.data.source.observedAt)] : []))
  return instants.length === 0 ? undefined : Math.max(...instants)
}
