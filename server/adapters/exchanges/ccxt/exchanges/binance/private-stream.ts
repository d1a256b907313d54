import type { RawFill, RawOrder, StreamDialect, StreamMessage } from '../../execution/order-dialect.ts'
import { exactText, toFields, translateWord } from '../../fields.ts'
import { algoOrder, readOwnKind, regularOrder, SIDES } from './parse.ts'

/**
 * Adapter for Binance's account stream of orders and executions: one socket, addressed by a listen key that expires and
 * grants access to anyone who holds it.
 */
export const binanceStream: StreamDialect = {
  authenticate: (streams) => streams.authenticate({ type: 'future' }),
  watches: [(streams) => streams.watchOrders(), (streams) => streams.watchMyTrades()],
  subscriptions: 0,
  isPrivate: (url) => url.includes('listenKey='),
  parseMessage(message) {
    const outer = toFields(message)
    const fields = 'data' in outer ? toFields(outer.data) : outer
    switch (fields.e) {
      case 'ORDER_TRADE_UPDATE':
        return parseOrder(toFields(fields.o))
      case 'ALGO_UPDATE':
        return parseAlgo(toFields(fields.o), fields.T)
      case 'listenKeyExpired':
        return { ended: 'the listen key has expired' }
      default:
        return {}
    }
  },
}

type Fields = Readonly<Record<string, unknown>>

/** {"s":"BTCUSDT","c":"TEST","S":"SELL","o":"MARKET","f":"GTC","q":"0.001","p":"0","x":"TRADE","X":"FILLED","i":8886774,"l":"0.001","z":"0.001","L":"7100.5",…} */
const parseOrder = (o: Fields): StreamMessage => {
  const executed = o.x === 'TRADE' || o.x === 'CALCULATED'
  const order = updatedOrder(o)
  return { orders: order ? [order] : [], fills: executed && Number(exactText(o.l)) !== 0 ? [executionIn(o)] : [] }
}

/**
 * Returns the order of an update; undefined for a liquidation, whose statuses differ and whose execution has all
 * details.
 */
const updatedOrder = (o: Fields): RawOrder | undefined => {
  if (o.x === 'CALCULATED') return undefined
  return regularOrder({
    id: o.i,
    clientId: o.c,
    native: o.s,
    side: o.S,
    type: o.o,
    quantity: o.q,
    filled: o.z,
    price: o.p,
    timeInForce: o.f,
    reduceOnly: o.R,
    status: o.X,
    atMs: o.T,
  })
}

const executionIn = (o: Fields): RawFill => ({
  id: o.t,
  orderId: o.i,
  clientId: readOwnKind(o.c) ? null : o.c,
  native: o.s,
  side: translateWord(SIDES, o.S),
  price: o.L,
  quantity: o.l,
  // Fee and asset are omitted when there was no commission.
  fee: o.n === undefined && o.N === undefined ? '0' : o.n,
  feeAsset: o.N,
  liquidity: typeof o.m === 'boolean' ? (o.m ? 'MAKER' : 'TAKER') : undefined,
  kind: readOwnKind(o.c) ?? 'TRADE',
  atMs: o.T,
})

/** {"caid":"…","aid":1000000033225453,"o":"STOP_MARKET","s":"DOGEUSDT","S":"BUY","q":"38","X":"TRIGGERED","ai":"88937381063","aq":"0",…} */
const parseAlgo = (o: Fields, atMs: unknown): StreamMessage => {
  const isFinished = o.X === 'FINISHED'
  if (isFinished && Number(o.aq) < Number(o.q)) return {}
  const order = algoOrder({
    id: o.aid,
    clientId: o.caid,
    native: o.s,
    side: o.S,
    type: o.o,
    quantity: o.q,
    filled: o.aq,
    timeInForce: o.f,
    reduceOnly: o.cp === true || o.R,
    status: o.X,
    atMs,
    price: o.p,
    becameId: o.ai,
    trigger: o.tp,
    triggerBy: o.wt,
    reason: o.rm,
  })
  return { orders: [isFinished ? { ...order, status: 'FILLED' } : order] }
}
