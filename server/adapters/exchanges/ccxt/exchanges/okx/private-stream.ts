import type { RawFill, StreamDialect, StreamMessage } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'
import { readAlgo, readLastFill, readRegular } from './parse.ts'

/**
 * Adapter for OKX's account stream: one authenticated socket for orders and executions, another for conditional orders.
 */
export const okxStream: StreamDialect = {
  authenticate: async (streams) => {
    await streams.authenticate({ access: 'private' })
    await streams.authenticate({ access: 'business' })
  },
  watches: [
    (streams) => streams.watchOrders(undefined, undefined, undefined, SWAPS),
    (streams) => streams.watchOrders(undefined, undefined, undefined, { ...SWAPS, trigger: true }),
  ],
  subscriptions: 2,
  isPrivate: (url) => /\/ws\/v5\/(private|business)/.test(url),
  parseMessage(message) {
    const fields = toFields(message)
    if (fields.event !== undefined) return parseEvent(fields)
    switch (toFields(fields.arg).channel) {
      case 'orders': {
        const rows = toRows(fields.data)
        const fills = rows.map(readLastFill).filter((fill): fill is RawFill => fill !== undefined)
        return { orders: rows.map(readRegular), fills }
      }
      case 'orders-algo':
        return { orders: toRows(fields.data).map(readAlgo) }
      default:
        return {}
    }
  },
}

const SWAPS = { type: 'SWAP' }

/** {"event":"subscribe","arg":{"channel":"orders","instType":"SWAP"},"connId":"a4d3ae55"}; {"event":"error","code":"60009","msg":"Login failed."} */
const parseEvent = (fields: Readonly<Record<string, unknown>>): StreamMessage => {
  if (fields.event === 'subscribe') return { acknowledged: String(toFields(fields.arg).channel) }
  if (fields.event === 'login' && fields.code === '0') return {}
  const fault = { code: String(fields.code), message: String(fields.msg) }
  if (fields.event === 'login' || fields.event === 'error')
    return { ended: `the exchange returned ${fault.message}`, fault }
  if (fields.event === 'notice') return { ended: `the exchange is about to close it: ${fault.message}` }
  return {}
}
