import { once } from 'node:events'
import { WebSocket } from 'ws'
import { type Ticks, ticks } from '../../server/domain/market/instrument.ts'

/** Current mark and touch of BTCUSDT, in tenths of a USDT. */
export interface Prices {
  readonly mark: Ticks
  readonly touch: { readonly bid: Ticks; readonly ask: Ticks }
  close(): void
}

/** Follows the prices over the streams of Binance. */
export const watchBinance = (url: string): Promise<Prices> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/stream?streams=btcusdt@bookTicker/btcusdt@markPrice@1s`)
  return watch(socket, ({ data }) => ({ mark: data?.p, bid: data?.b, ask: data?.a }))
}

/** Follows the prices over the streams of Bybit. */
export const watchBybit = async (url: string): Promise<Prices> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v5/public/linear`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'subscribe', args: ['tickers.BTCUSDT'] }))
  return watch(socket, ({ data }) => ({ mark: data?.markPrice, bid: data?.bid1Price, ask: data?.ask1Price }))
}

interface RawPrices {
  readonly mark: string | undefined
  readonly bid: string | undefined
  readonly ask: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the wire message is checked field by field
const watch = async (socket: WebSocket, read: (message: any) => RawPrices): Promise<Prices> => {
  const prices = { mark: ticks(0), touch: { bid: ticks(0), ask: ticks(0) }, close: () => socket.terminate() }
  socket.on('message', (text) => {
    const { mark, bid, ask } = read(JSON.parse(String(text)))
    if (mark !== undefined) prices.mark = inTicks(mark)
    const { touch } = prices
    prices.touch = { bid: bid ? inTicks(bid) : touch.bid, ask: ask ? inTicks(ask) : touch.ask }
  })
  while (prices.mark === 0 || prices.touch.bid === 0 || prices.touch.ask === 0) await once(socket, 'message')
  return prices
}

const inTicks = (price: string): Ticks => ticks(Math.round(Number(price) * 10))
