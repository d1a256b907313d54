import { compareDecimals, type components, type KeyedStore, PlimsollError } from '@plimsoll/client'
import { openClient } from './open-client.ts'

/**
 * Buys a little of an instrument that is not held, waits until the exchange has confirmed the stop of the position, moves it, and
 * closes the position. It touches no position but its own.
 */
const { rest, stream } = openClient()
const [symbol = 'BTCUSDT', notional = '300'] = process.argv.slice(2)

type Order = components['schemas']['Order']
type Position = components['schemas']['Position']

const [orders, positions] = [stream.orders(), stream.positions()]
const PATIENCE_MS = 60_000

/** Resolves with an item of a store as soon as it exists. */
const until = <T, Result>(store: KeyedStore<T>, find: () => Result | undefined): Promise<Result> =>
  new Promise((resolve, reject) => {
    const check = (): void => {
      const result = find()
      if (result === undefined) return
      stopWaiting()
      resolve(result)
    }
    const late = setTimeout(() => {
      stopWaiting()
      reject(new Error(`no update within ${PATIENCE_MS / 1_000} seconds: check the orders and positions of ${symbol}`))
    }, PATIENCE_MS)
    const unsubscribe = store.onChange(check)
    const stopWaiting = (): void => {
      clearTimeout(late)
      unsubscribe()
    }
    check()
  })

/** The newest positions of the instrument. */
const readPositions = async (query: { readonly status?: string } = {}): Promise<readonly Position[]> =>
  (await rest.GET('/api/v381/trading/positions', { params: { query: { symbol, ...query } } })).data.items

/** A price of the instrument at this share of another, rounded down to its tick. */
const priceAt = (share: number, price: string, tickSize: string): string => {
  const digits = tickSize.split('.')[1]?.length ?? 0
  return (Math.floor((Number(price) * share) / Number(tickSize)) * Number(tickSize)).toFixed(digits)
}

const isWorking = ({ status }: Order): boolean =>
  ['PENDING_NEW', 'OUTCOME_UNKNOWN', 'NEW', 'PARTIALLY_FILLED'].includes(status)

const trade = async (): Promise<void> => {
  const { data: tickers } = await rest.GET('/api/v381/market/tickers', { params: { query: { symbol } } })
  const [ticker] = tickers.items
  const mark = ticker?.markPrice
  if (!ticker || !mark) throw new Error(`no price of ${symbol} has been observed yet`)
  const stopAt = (share: number) => ({ triggerPrice: priceAt(share, mark, ticker.tickSize) })

  const { data: placed } = await rest.POST('/api/v381/trading/order', {
    body: { symbol, side: 'BUY', type: 'MARKET', notional, stopLoss: stopAt(0.98), takeProfit: stopAt(1.04) },
  })
  orders.put(placed)
  const order = await until(orders, () =>
    orders.values().find((one) => one.orderId === placed.orderId && !isWorking(one)),
  )
  console.log(`${order.orderId} ${order.status}: ${order.filledQty} at ${order.avgFillPrice}`)
  const { positionId: id } = order
  if (id === null) return

  const held = await until(positions, () => {
    const position = positions.get(id)
    return position?.protection.state === 'VERIFIED' || position?.status === 'CLOSED' ? position : undefined
  })
  const isOwn = held.status === 'OPEN' && compareDecimals(held.enteredQty, order.filledQty) === 0
  if (!isOwn)
    return console.log(`${id} is ${held.status}, and others have traded in it or closed it: it is left unchanged`)
  console.log(`${id} is protected at ${held.protection.stopLoss?.standingTriggerPrice}`)

  const { data: moved } = await rest.PATCH('/api/v381/trading/positions/{id}/sl-tp', {
    params: { path: { id }, header: { 'if-match': `"${held.version}"` } },
    body: { stopLoss: stopAt(0.985) },
  })
  console.log(`moving the stop to ${moved.protection.stopLoss?.triggerPrice}`)

  const { data: close } = await rest.POST('/api/v381/trading/positions/{id}/close', { params: { path: { id } } })
  // After a reconnect the store has open positions alone: one that is not there any more is closed.
  await until(positions, () =>
    positions.isCurrent && (positions.get(id)?.status ?? 'CLOSED') === 'CLOSED' ? true : undefined,
  )
  const closed = (await readPositions({ status: 'CLOSED' })).find((position) => position.id === id)
  console.log(`${close.orderId} has closed it: ${closed?.realizedPnl} USDT before ${closed?.feesPaid} of fees`)
}

try {
  const [held] = await readPositions({ status: 'OPEN,CLOSING' })
  if (held) console.log(`${symbol} already has a position, ${held.id} of ${held.origin}: nothing was done`)
  else await trade()
} catch (error) {
  if (!(error instanceof PlimsollError)) throw error
  console.log(`${error.message} ${error.remedy}`)
  process.exitCode = 1
} finally {
  stream.close()
}
