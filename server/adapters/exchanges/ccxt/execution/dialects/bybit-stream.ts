import { fieldsOf } from '../../fields-of.ts'
import { rowsOf } from '../fields.ts'
import type { Heard, StreamDialect } from '../order-dialect.ts'
import { readExecution, readOrder } from './bybit-words.ts'

/** One socket that is signed in to, and a topic each for orders and executions. */
export const bybitStream: StreamDialect = {
  authenticate: async (streams) =>
    streams.authenticate(await streams.getUrlByMarketType(undefined, true, 'watchOrders')),
  watches: [(streams) => streams.watchOrders(), (streams) => streams.watchMyTrades()],
  subscriptions: 2,
  isPrivate: (url) => url.includes('/v5/private'),
  hear(message) {
    const told = fieldsOf(message)
    if (told.op === 'auth' || told.op === 'subscribe') return hearAnswer(told)
    if (told.topic === 'order') return { orders: linear(told.data).map(readOrder) }
    if (told.topic === 'execution') {
      return {
        fills: linear(told.data)
          .filter((row) => fieldsOf(row).execType !== 'Funding')
          .map(readExecution),
      }
    }
    return {}
  },
}

const linear = (data: unknown): readonly unknown[] => rowsOf(data).filter((row) => fieldsOf(row).category === 'linear')

/** {"success":true,"ret_msg":"","conn_id":"7188110e-…","req_id":"3","op":"subscribe"} */
const hearAnswer = (told: Readonly<Record<string, unknown>>): Heard => {
  const went = told.success === true || told.retCode === 0
  if (went) return told.op === 'subscribe' ? { acknowledged: String(told.req_id) } : {}
  const message = String(told.ret_msg ?? told.retMsg ?? '')
  if (told.op === 'subscribe') return { ended: `a subscription was refused: ${message}` }
  return { ended: 'the exchange does not let us in', fault: { code: String(told.retCode ?? AUTH_REFUSED), message } }
}

/** The code of the requests for what the stream says in words alone: error sign or key. */
const AUTH_REFUSED = 10004
