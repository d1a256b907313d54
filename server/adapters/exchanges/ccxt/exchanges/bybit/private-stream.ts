import type { StreamDialect, StreamMessage } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'
import { readExecution, readOrder } from './parse.ts'

/** Adapter for Bybit's account stream: one authenticated socket with a topic for orders and another for executions. */
export const bybitStream: StreamDialect = {
  authenticate: async (streams) =>
    streams.authenticate(await streams.getUrlByMarketType(undefined, true, 'watchOrders')),
  watches: [(streams) => streams.watchOrders(), (streams) => streams.watchMyTrades()],
  subscriptions: 2,
  isPrivate: (url) => url.includes('/v5/private'),
  parseMessage(message) {
    const fields = toFields(message)
    if (fields.op === 'auth' || fields.op === 'subscribe') return parseReply(fields)
    if (fields.topic === 'order') return { orders: linear(fields.data).map(readOrder) }
    if (fields.topic === 'execution') {
      return {
        fills: linear(fields.data)
          .filter((row) => toFields(row).execType !== 'Funding')
          .map(readExecution),
      }
    }
    return {}
  },
}

const linear = (data: unknown): readonly unknown[] => toRows(data).filter((row) => toFields(row).category === 'linear')

/** {"success":true,"ret_msg":"","conn_id":"7188110e-…","req_id":"3","op":"subscribe"} */
const parseReply = (fields: Readonly<Record<string, unknown>>): StreamMessage => {
  const went = fields.success === true || fields.retCode === 0
  if (went) return fields.op === 'subscribe' ? { acknowledged: String(fields.req_id) } : {}
  const message = String(fields.ret_msg ?? fields.retMsg ?? '')
  if (fields.op === 'subscribe') return { ended: `a subscription was refused: ${message}` }
  return { ended: 'the exchange rejects the login', fault: { code: String(fields.retCode ?? AUTH_REFUSED), message } }
}

/** Request error code for a wrong signature or key, which the stream reports only as a string. */
const AUTH_REFUSED = 10004
