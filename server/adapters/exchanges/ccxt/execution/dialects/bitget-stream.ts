import { fieldsOf } from '../../fields-of.ts'
import { rowsOf } from '../fields.ts'
import type { Heard, StreamDialect, ToldFill } from '../order-dialect.ts'
import { isOurs, readLastFill, readPlan, readRegular } from './bitget-words.ts'

const LINEAR = { productType: 'USDT-FUTURES' }

/** One socket that is signed in to, and a channel each for orders with their executions and for conditional orders. */
export const bitgetStream: StreamDialect = {
  /** The library knows the address of the socket when it subscribes, and signs in by itself before it does. */
  authenticate: async () => undefined,
  watches: [
    (streams) => streams.watchOrders(undefined, undefined, undefined, LINEAR),
    (streams) => streams.watchOrders(undefined, undefined, undefined, { ...LINEAR, trigger: true }),
  ],
  subscriptions: 2,
  isPrivate: (url) => url.includes('/v2/ws/private'),
  hear(message) {
    const told = fieldsOf(message)
    if (told.event !== undefined) return hearEvent(told)
    const { channel, instType } = fieldsOf(told.arg)
    if (instType !== 'USDT-FUTURES') return {}
    switch (channel) {
      case 'orders': {
        const rows = rowsOf(told.data)
        const fills = rows.map(readLastFill).filter((fill): fill is ToldFill => fill !== undefined)
        return { orders: rows.map(readRegular).filter(({ clientId }) => isOurs(clientId)), fills }
      }
      case 'orders-algo':
        return {
          orders: rowsOf(told.data)
            .map(readPlan)
            .filter(({ clientId }) => isOurs(clientId)),
        }
      default:
        return {}
    }
  },
}

/** {"event":"subscribe","arg":{"instType":"USDT-FUTURES","channel":"orders","instId":"default"}}; {"event":"error","code":30015,"msg":"Invalid sign"} */
const hearEvent = (told: Readonly<Record<string, unknown>>): Heard => {
  if (told.event === 'subscribe') return { acknowledged: String(fieldsOf(told.arg).channel) }
  if (told.event === 'login' && Number(told.code) === 0) return {}
  if (told.event !== 'error' && told.event !== 'login') return {}
  const fault = { code: String(told.code), message: String(told.msg) }
  return { ended: `the exchange says ${fault.message}`, fault }
}
