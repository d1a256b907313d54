import { createHmac } from 'node:crypto'
import { toUnits } from '../../support/exact-text.ts'
import type { Json } from '../../support/order-stream.ts'
import { type Place, venueUrl } from './place.ts'
import { requestFromOtherAddress } from './request-from-other-address.ts'
import type { BookedFill, BookedOrder, Standing, VenueBooks, VenueReader } from './venue-books.ts'

type RequestFunction = (method: string, path: string, params?: Readonly<Record<string, string>>) => Promise<Json>

/** Reads the account over the wire of Binance, with its own signature and its own arithmetic. */
export const createBinanceReader = (place: Place): VenueReader => {
  const request = createRequest(place)
  const { symbols } = place
  return {
    standing: () => readStanding(request, symbols),
    books: () => readBooks(request, symbols),
    cutStream: () => request('DELETE', '/fapi/v1/listenKey'),
  }
}

const ANSWER_WITHIN_MS = 3_000
const TRIES = 3

const createRequest = (place: Place): RequestFunction => {
  const requestOnce: RequestFunction = async (method, path, params = {}) => {
    const { apiKey, apiSecret } = place.secrets
    const query = new URLSearchParams({ ...params, timestamp: String(Date.now()), recvWindow: '5000' }).toString()
    const signature = createHmac('sha256', apiSecret).update(query).digest('hex')
    const { status, text } = await requestFromOtherAddress({
      method,
      url: `${venueUrl(place)}${path}?${query}&signature=${signature}`,
      headers: { 'X-MBX-APIKEY': apiKey },
      withinMs: ANSWER_WITHIN_MS,
    })
    if (status !== 200 || text === '') throw new Error(`${path} is answered with ${status} ${text}`)
    return parseWire(text)
  }
  return async (method, path, params) => {
    for (let tried = 1; ; tried++) {
      try {
        return await requestOnce(method, path, params)
      } catch (error) {
        if (tried === TRIES || isShutOut(error)) throw error
      }
    }
  }
}

/** Returns whether the exchange has rate-limited the reader, which must then pause. */
const isShutOut = (error: unknown): boolean => error instanceof Error && / with 4(18|29) /.test(error.message)

/** Parses JSON and preserves IDs of nineteen digits as strings. */
const parseWire = (text: string): Json => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1"'))

const readStanding = async (request: RequestFunction, symbols: readonly string[]): Promise<Standing> => {
  const lists = await Promise.all(
    symbols.flatMap((symbol) => [
      request('GET', '/fapi/v1/openOrders', { symbol }).then((rows) => rows.map(parseRegularOrder)),
      request('GET', '/fapi/v1/openAlgoOrders', { symbol }).then((rows) => rows.map(parseConditionalOrder)),
    ]),
  )
  const held: Json[] = await request('GET', '/fapi/v3/positionRisk')
  const positions = held.map(({ symbol, positionAmt }) => [symbol, toUnits(positionAmt)] as const)
  return { positions: new Map(positions.filter(([, amount]) => amount !== 0n)), open: lists.flat() }
}

const readBooks = async (request: RequestFunction, symbols: readonly string[]): Promise<VenueBooks> => {
  const standing = await readStanding(request, symbols)
  const [{ balance }] = await request('GET', '/fapi/v3/balance')
  const rows = await Promise.all(
    symbols.map(async (symbol) => ({
      regular: await readPages(request, { path: '/fapi/v1/allOrders', symbol, from: 'orderId', id: 'orderId' }),
      conditional: await readPages(request, { path: '/fapi/v1/allAlgoOrders', symbol, from: 'algoId', id: 'algoId' }),
      fills: await readPages(request, { path: '/fapi/v1/userTrades', symbol, from: 'fromId', id: 'id' }),
    })),
  )
  const conditional = rows.flatMap((of) => of.conditional.map(parseConditionalOrder))
  const became = new Set(conditional.map(({ becameId }) => becameId))
  const regular = rows.flatMap((of) => of.regular.map(parseRegularOrder))
  const inMarket = new Map(regular.map((order) => [order.id, order]))
  return {
    ...standing,
    wallet: toUnits(balance),
    orders: [
      ...regular.filter(({ id }) => !became.has(id)),
      ...conditional.map((order) => withFate(order, inMarket.get(order.becameId ?? ''))),
    ],
    fills: rows.flatMap((of) => of.fills.map(parseFill)),
  }
}

interface Paged {
  readonly path: string
  readonly symbol: string
  /** Parameter for the start of a page, and the field it refers to. */
  readonly from: string
  readonly id: string
}

const PAGE = 1_000

const readPages = async (request: RequestFunction, { path, symbol, from, id }: Paged): Promise<Json[]> => {
  const rows: Json[] = []
  for (let next = 1n; ; ) {
    const page: Json[] = await request('GET', path, { symbol, [from]: String(next), limit: String(PAGE) })
    rows.push(...page)
    if (page.length < PAGE) return rows
    next = page.reduce((most, row) => (BigInt(row[id]) > most ? BigInt(row[id]) : most), 0n) + 1n
  }
}

const OPEN: readonly string[] = ['NEW', 'PARTIALLY_FILLED']

const parseRegularOrder = (row: Json): BookedOrder => ({
  list: 'regular',
  clientId: row.clientOrderId,
  id: String(row.orderId),
  becameId: null,
  symbol: row.symbol,
  side: row.side,
  type: row.type,
  status: row.status,
  isOpen: OPEN.includes(row.status),
  isFilled: row.status === 'FILLED',
  reduceOnly: row.reduceOnly,
  quantity: toUnits(row.origQty),
  filled: toUnits(row.executedQty),
  atMs: row.time,
})

const parseConditionalOrder = (row: Json): BookedOrder => ({
  list: 'conditional',
  clientId: row.clientAlgoId,
  id: String(row.algoId),
  becameId: row.actualOrderId ? String(row.actualOrderId) : null,
  symbol: row.symbol,
  side: row.side,
  type: row.orderType,
  status: row.algoStatus,
  isOpen: row.algoStatus === 'NEW' || row.algoStatus === 'TRIGGERED',
  isFilled: false,
  reduceOnly: row.reduceOnly,
  quantity: toUnits(row.quantity),
  filled: 0n,
  atMs: row.createTime,
})

/** Returns a conditional order with the outcome of the order it triggered. */
const withFate = (order: BookedOrder, became: BookedOrder | undefined): BookedOrder => {
  if (!became) return order
  const { status, isOpen, isFilled, filled } = became
  return { ...order, status, isOpen, isFilled, filled }
}

const parseFill = (row: Json): BookedFill => ({
  id: String(row.id),
  orderId: String(row.orderId),
  symbol: row.symbol,
  side: row.side,
  price: toUnits(row.price),
  quantity: toUnits(row.qty),
  fee: toUnits(row.commission),
  atMs: row.time,
})
