import { useCallback } from 'react'
import { useFramed } from '../live/use-framed.ts'
import type { Place } from '../market/place.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { type CandleFeed, type Candles, NO_CANDLES, openCandleFeed, PAGE } from './candle-feed.ts'

/** Returns the candles of an instrument and interval, streamed while the component is mounted. */
export const useCandles = ({ symbol, interval }: Place): Followed => {
  const { client, live } = useSignedIn()
  const open = useCallback(
    (changed: () => void) => {
      const left = new AbortController()
      let candles = NO_CANDLES
      const { close, ...more } = openCandleFeed({
        read: async (beforeMs) => {
          const query = { interval, limit: PAGE, includeOpen: true, ...(beforeMs && { to: String(beforeMs) }) }
          const path = '/api/v381/market/klines/{symbol}'
          return (await client.rest.GET(path, { params: { path: { symbol }, query }, signal: left.signal })).data
        },
        follow: (onUpdate) => live.stream.on(`market.kline.${interval}:${symbol}`, ({ data }) => onUpdate(data)),
        onChange: (changedTo) => {
          candles = changedTo
          changed()
        },
      })
      const leave = (): void => {
        close()
        left.abort()
      }
      return { current: (): Followed => ({ ...candles, ...more }), close: leave }
    },
    [client, live, symbol, interval],
  )
  return useFramed(open) ?? NOTHING
}

type Followed = Candles & Pick<CandleFeed, 'older' | 'again'>

const nothing = (): void => {}
const NOTHING: Followed = { ...NO_CANDLES, older: nothing, again: nothing }
