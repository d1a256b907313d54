import type { RawFill, StreamDialect, StreamMessage } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'
import { isOurs, readLastFill, readPlan, readRegular } from './parse.ts'

/**
 * Adapter for Bitget's account stream: one authenticated socket with a channel for orders and executions and another
 * for conditional orders.
 */
export const bitgetStream: StreamDialect = {
  /** The library knows the address of the socket when it subscribes, and signs in on its own before that. */
  authenticate: async () => undefined,
  watches: [
    (streams) => streams.watchOrders(undefined, undefined, undefined, LINEAR),
    (streams) => streams.watchOrders(undefined, undefined, undefined, { ...LINEAR, trigger: true }),
  ],
  subscriptions: 2,
  isPrivate: (url) => url.includes('/v2/ws/private'),
  parseMessage(message) {
    const fields = toFields(message)
    if (fields.event !== undefined) return parseEvent(fields)
    const { channel, instType } = toFields(fields.arg)
    if (instType !== 'USDT-FUTURES') return {}
    switch (channel) {
      case 'orders': {
        const rows = toRows(fields.data)
        const fills = rows.map(readLastFill).filter((fill): fill is RawFill => fill !== undefined)
        return { orders: rows.map(readRegular).filter(({ clientId }) => isOurs(clientId)), fills }
      }
      case 'orders-algo':
        return {
          orders: toRows(fields.data)
            .map(readPlan)
            .filter(({ clientId }) => isOurs(clientId)),
        }
      default:
        return {}
    }
  },
}

const LINEAR = { productType: 'USDT-FUTURES' }

/** {"event":"subscribe","arg":{"instType":"USDT-FUTURES","channel":"orders","instId":"default"}}; {"event":"error","code":30015,"msg":"Invalid sign"} */
const parseEvent = (fields: Readonly<Record<string, unknown>>): StreamMessage => {
  if (fields.event === 'subscribe') return { acknowledged: String(toFields(fields.arg).channel) }
  if (fields.event === 'login' && Number(fields.code) === 0) return {}
  if (fields.event !== 'error' && fields.event !== 'login') return {}
  const fault = { code: String(fields.code), message: String(fields.msg) }
  return { ended: `the exchange returned ${fault.message}`, fault }
}
