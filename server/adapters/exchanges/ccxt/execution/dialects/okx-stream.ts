import { fieldsOf } from '../../fields-of.ts'
import { rowsOf } from '../fields.ts'
import type { Heard, StreamDialect, ToldFill } from '../order-dialect.ts'
import { readAlgo, readLastFill, readRegular } from './okx-words.ts'

const SWAPS = { type: 'SWAP' }

/** One socket for orders and their executions, another for conditional orders; each is signed in to. */
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
  hear(message) {
    const told = fieldsOf(message)
    if (told.event !== undefined) return hearEvent(told)
    switch (fieldsOf(told.arg).channel) {
      case 'orders': {
        const rows = rowsOf(told.data)
        const fills = rows.map(readLastFill).filter((fill): fill is ToldFill => fill !== undefined)
        return { orders: rows.map(readRegular), fills }
      }
      case 'orders-algo':
        return { orders: rowsOf(told.data).map(readAlgo) }
      default:
        return {}
    }
  },
}

/** {"event":"subscribe","arg":{"channel":"orders","instType":"SWAP"},"connId":"a4d3ae55"}; {"event":"error","code":"60009","msg":"Login failed."} */
const hearEvent = (told: Readonly<Record<string, unknown>>): Heard => {
  if (told.event === 'subscribe') return { acknowledged: String(fieldsOf(told.arg).channel) }
  if (told.event === 'login' && told.code === '0') return {}
  const fault = { code: String(told.code), message: String(told.msg) }
  if (told.event === 'login' || told.event === 'error') return { ended: `the exchange says ${fault.message}`, fault }
  if (told.event === 'notice') return { ended: `the exchange is about to close it: ${fault.message}` }
  return {}
}
