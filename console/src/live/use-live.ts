import type { Channel, components, StreamState } from '@plimsoll/client'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSignedIn } from '../session/signed-in.ts'
import type { Told } from './live.ts'

type Position = components['schemas']['Position']

/** The newest message of a channel of which each message is whole; undefined until there is one. */
export const useChannel = <C extends Channel>(channel: C): Told<C> | undefined => {
  const { live } = useSignedIn()
  const subscribe = useCallback((listener: () => void) => live.onChannel(channel, listener), [live, channel])
  return useSyncExternalStore(subscribe, () => live.newest(channel))
}

export const useConnection = (): StreamState => {
  const { live } = useSignedIn()
  return useSyncExternalStore(live.onConnection, live.connection)
}

/** The open positions; undefined until they are known. */
export const useOpenPositions = (): readonly Position[] | undefined => {
  const { live } = useSignedIn()
  const [positions, setPositions] = useState<readonly Position[]>()
  useEffect(() => {
    const opened = live.stream.positions()
    const forget = opened.onChange(() => {
      if (opened.isCurrent) setPositions(opened.values().filter(({ status }) => status !== 'CLOSED'))
    })
    return () => {
      forget()
      opened.close()
    }
  }, [live])
  return positions
}

/** When the market was last seen, of these symbols together: milliseconds since 1970; undefined while it was not. */
export const useMarketSeenAt = (symbols: readonly string[]): number | undefined => {
  const { live } = useSignedIn()
  const asked = symbols.join()
  const channels = useMemo(() => asked.split(',').flatMap(tickerOf), [asked])
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaving = channels.map((channel) => live.onChannel(channel, listener))
      return () => {
        for (const leave of leaving) leave()
      }
    },
    [live, channels],
  )
  return useSyncExternalStore(subscribe, () => newestOf(channels.map((channel) => live.newest(channel))))
}

const tickerOf = (symbol: string) => (symbol === '' ? [] : [`market.ticker:${symbol}` as const])

const newestOf = (tickers: readonly (Told<`market.ticker:${string}`> | undefined)[]): number | undefined => {
  const seen = tickers.flatMap((ticker) => (ticker?.data.source ? [Date.parse(ticker.data.source.observedAt)] : []))
  return seen.length === 0 ? undefined : Math.max(...seen)
}

const LOOK_MS = 500

/** The server's time, looked at twice a second; undefined until it was heard. */
export const useServerNow = (): number | undefined => {
  const { live } = useSignedIn()
  const [now, setNow] = useState(live.clock.now)
  useEffect(() => {
    const looking = setInterval(() => setNow(live.clock.now()), LOOK_MS)
    return () => clearInterval(looking)
  }, [live])
  return now
}
