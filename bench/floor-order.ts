/** Order instructions for benchmarks: a limit or market buy with defaults, and the actor that places it. */

import type { Id } from '../server/core/id.ts'
import { lots, type Ticks } from '../server/domain/market/instrument.ts'
import type { Instruction } from '../server/engine/desks/order-desk.ts'
import type { OrderRequest } from '../server/engine/model/events.ts'

export const BENCH_ACTOR = { type: 'USER', sub: 'usr_bench', sid: null, ip: null } as const

/** Returns a buy order; by default a limit order that does not rest. */
export const buying = (
  orderId: Id<'ord'>,
  request: Partial<OrderRequest> & { readonly price: Ticks | null },
): Instruction & { kind: 'placeOrder' } => ({
  kind: 'placeOrder',
  orderId,
  venueSeed: orderId.slice(4),
  request: {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    size: { quantity: lots(1) },
    trigger: null,
    timeInForce: 'IOC',
    reduceOnly: false,
    stopLoss: null,
    takeProfit: null,
    maxSlippageBps: null,
    clientOrderId: null,
    ...request,
  },
  instructed: {
    actor: BENCH_ACTOR,
    requestId: null,
    idempotency: null,
    reason: null,
    auditId: `aud_${orderId.slice(4)}`,
  },
})
