import { createHmac } from 'node:crypto'
import { toUnits } from '../../support/exact-text.ts'
import type { Json } from '../../support/order-stream.ts'
import { type Place, venueUrl } from './place.ts'
import { requestFromOtherAddress } from './request-from-other-address.ts'
import type { BookedFill, BookedOrder, Standing, VenueBooks, VenueReader } from './venue-books.ts'

type RequestFunction = (path: string, params: Readonly<Record<string, string>>) => Promise<Json>

/** Reads the account over the wire of Bybit v5, with its own signature and its own arithmetic. */
export const createBybitReader = (place: Place): VenueReader => {
  const request = createRequest(place)
  return {
    standing: () => readStanding(request),
    books: () => readBooks(request),
    cutStream: null,
  }
}

const ANSWER_WITHIN_MS = 3_000
const RECV_WINDOW_MS = '5000'
const TRIES = 3

const createRequest = (place: Place): RequestFunction => {
  const requestOnce: RequestFunction = async (path, params) => {
    const { apiKey, apiSecret } = place.secrets
    const query = new URLSearchParams(params).toString()
    const timestamp = String(Date.now())
    const signed = `${timestamp}${apiKey}${RECV_WINDOW_MS}${query}`
    const { status, text } = await requestFromOtherAddress({
      method: 'GET',
      url: `${venueUrl(place)}/v5/${path}?${query}`,
      headers: {
        'X-BAPI-API-KEY': apiKey,
        'X-BAPI-TIMESTAMP': timestamp,
        'X-BAPI-RECV-WINDOW': RECV_WINDOW_MS,
        'X-BAPI-SIGN': createHmac('sha256', apiSecret).update(signed).digest('hex'),
      },
      withinMs: ANSWER_WITHIN_MS,
    })
    const answer = status === 200 && text !== '' ? JSON.parse(text) : undefined
    if (answer?.retCode !== 0) throw new Error(`${path} is answered with ${status} ${text.slice(0, 200)}`)
    return answer.result
  }
  return async (path, params) => {
    for (let tried = 1; ; tried++) {
      try {
        return await requestOnce(path, params)
      } catch (error) {
        if (tried === TRIES) throw error
      }
    }
  }
}

const USDT = { category: 'linear', settleCoin: 'USDT' }

const readPages = async (
  request: RequestFunction,
  path: string,
  params: Readonly<Record<string, string>>,
): Promise<Json[]> => {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const { list, nextPageCursor } = await request(path, { ...params, ...(cursor && { cursor }) })
    rows.push(...list)
    if (list.length === 0 || !nextPageCursor) return rows
    cursor = decodeURIComponent(nextPageCursor)
  }
}

const readStanding = async (request: RequestFunction): Promise<Standing> => {
  const [open, held] = await Promise.all([
    readPages(request, 'order/realtime', { ...USDT, openOnly: '0', limit: '50' }),
    readPages(request, 'position/list', { ...USDT, limit: '200' }),
  ])
  const positions = held.map(
    ({ symbol, side, size }) => [symbol, (side === 'Sell' ? -1n : 1n) * toUnits(size)] as const,
  )
  return { positions: new Map(positions.filter(([, amount]) => amount !== 0n)), open: open.map(parseOrder) }
}

const readBooks = async (request: RequestFunction): Promise<VenueBooks> => {
  const standing = await readStanding(request)
  const { list } = await request('account/wallet-balance', { accountType: 'UNIFIED', coin: 'USDT' })
  const over = await readPages(request, 'order/history', { ...USDT, limit: '50' })
  const executed = await readPages(request, 'execution/list', { category: 'linear', limit: '100' })
  const fills = executed.filter(({ execType }) => execType !== 'Funding').map(parseFill)
  return {
    ...standing,
    wallet: toUnits(list[0].coin[0].walletBalance),
    orders: [...over.map(parseOrder), ...standing.open],
    fills: fills.reverse(),
  }
}

const OPEN: readonly string[] = ['New', 'PartiallyFilled', 'Untriggered', 'Triggered']

const parseOrder = (row: Json): BookedOrder => {
  const side = row.side === 'Buy' ? 'BUY' : 'SELL'
  return {
    list: row.stopOrderType === '' ? 'regular' : 'conditional',
    clientId: row.orderLinkId || `x${row.orderId.replaceAll('-', '')}`,
    id: row.orderId,
    becameId: null,
    symbol: row.symbol,
    side,
    type: parseType(row),
    status: row.orderStatus,
    isOpen: OPEN.includes(row.orderStatus),
    isFilled: row.orderStatus === 'Filled',
    reduceOnly: row.reduceOnly,
    quantity: toUnits(row.qty),
    filled: toUnits(row.cumExecQty),
    atMs: Number(row.createdTime),
  }
}

/** Returns the order type. A stop is triggered against the position: a sell by a fall, a buy by a rise. */
const parseType = ({ stopOrderType, triggerDirection, side, orderType }: Json): string => {
  if (stopOrderType === '') return orderType
  if (stopOrderType === 'StopLoss' || stopOrderType === 'TakeProfit') return OWN[stopOrderType] ?? stopOrderType
  return (triggerDirection === 2) === (side === 'Sell') ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET'
}

const OWN: Readonly<Record<string, string>> = { StopLoss: 'STOP_MARKET', TakeProfit: 'TAKE_PROFIT_MARKET' }

const parseFill = (row: Json): BookedFill => ({
  id: row.execId,
  orderId: row.orderId,
  symbol: row.symbol,
  side: row.side === 'Buy' ? 'BUY' : 'SELL',
  price: toUnits(row.execPrice),
  quantity: toUnits(row.execQty),
  fee: toUnits(row.execFee),
  atMs: Number(row.execTime),
})
