import { type components, PlimsollError } from '@plimsoll/client'
import { openClient } from './open-client.ts'

/** Buys a little, waits until the stop of the position was seen at the exchange, moves it, and closes the position. */
const { rest, stream } = openClient()
const [symbol = 'BTCUSDT', notional = '300'] = process.argv.slice(2)

type Position = components['schemas']['Position']

const positions = stream.positions()

/** The position of the instrument as soon as it is as wanted. */
const untilPosition = (isWanted: (position: Position) => boolean): Promise<Position> =>
  new Promise((resolve) => {
    const look = (): void => {
      const found = positions.values().find((position) => position.symbol === symbol && isWanted(position))
      if (!found) return
      stopLooking()
      resolve(found)
    }
    const stopLooking = positions.onChange(look)
    look()
  })

/** A price of the instrument at this share of another, rounded down to its tick. */
const priceAt = (share: number, price: string, tickSize: string): string => {
  const digits = tickSize.split('.')[1]?.length ?? 0
  return (Math.floor((Number(price) * share) / Number(tickSize)) * Number(tickSize)).toFixed(digits)
}

try {
  const { data: tickers } = await rest.GET('/api/v381/market/tickers', { params: { query: { symbol } } })
  const [ticker] = tickers.items
  const mark = ticker?.markPrice
  if (!ticker || !mark) throw new Error(`nothing was observed of ${symbol} yet`)
  const stopAt = (share: number) => ({ triggerPrice: priceAt(share, mark, ticker.tickSize) })

  const { data: order } = await rest.POST('/api/v381/trading/order', {
    body: { symbol, side: 'BUY', type: 'MARKET', notional, stopLoss: stopAt(0.98), takeProfit: stopAt(1.04) },
  })
  console.log(`${order.orderId} ${order.status}: ${order.filledQty} at ${order.avgFillPrice}`)

  const held = await untilPosition(({ status, protection }) => status === 'OPEN' && protection.state === 'VERIFIED')
  console.log(`${held.id} is protected at ${held.protection.stopLoss?.standingTriggerPrice}`)

  const path = { id: held.id }
  const { data: moved } = await rest.PATCH('/api/v381/trading/positions/{id}/sl-tp', {
    params: { path, header: { 'if-match': `"${held.version}"` } },
    body: { stopLoss: stopAt(0.985) },
  })
  console.log(`the stop goes to ${moved.protection.stopLoss?.triggerPrice}`)

  const { data: close } = await rest.POST('/api/v381/trading/positions/{id}/close', { params: { path } })
  const closed = await untilPosition(({ id, status }) => id === held.id && status === 'CLOSED')
  console.log(`${close.orderId} has closed it: ${closed.realizedPnl} USDT before ${closed.feesPaid} of fees`)
} catch (error) {
  if (!(error instanceof PlimsollError)) throw error
  console.log(`${error.message} ${error.remedy}`)
  process.exitCode = 1
} finally {
  stream.close()
}
