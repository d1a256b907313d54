/**
 * Common functions of the routes that instruct the engine: submit an instruction, place an order, and recover a lost
 * response.
 */

import type { FastifyInstance } from 'fastify'
import { rolesWith } from '../../../contract/roles.ts'
import { assert } from '../../core/assert.ts'
import type { MakeId } from '../../core/id.ts'
import { err, ok } from '../../core/result.ts'
import type { Instruction, OrderDesk } from '../../engine/desks/order-desk.ts'
import type { CommandOutcome } from '../../engine/model/events.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import { notTaken, orderAnswer, refusalAnswer } from '../answers/command-answers.ts'
import type { Prepared } from '../answers/problems.ts'

/** Places an order, and returns its outcome. */
export const place = (parts: WriteParts, placing: Placing): Promise<Prepared> =>
  instruct(parts, placing, (outcome) => {
    if (outcome.kind === 'refused') return refusalAnswer(parts.server, outcome.refusal)
    const order = parts.trading.placedOrder(placing)
    assert(order, `order ${placing.orderId} must be in the ledger once it is placed`)
    return orderAnswer(parts.server, order)
  })

/** Dependencies of the routes that instruct the engine. */
export interface WriteParts {
  readonly server: FastifyInstance
  readonly trading: TradingViews
  readonly desk: OrderDesk
  readonly ids: MakeId
}

/**
 * Access of trading routes: all orders and positions of the account, whoever placed them, but never the engine's state.
 */
export const WRITE_ACCESS = { effect: 'ORDER_INSTRUCTION', access: rolesWith('trade'), audited: true } as const

/** Submits an instruction and builds the response from its outcome. */
export const instruct = async (
  { server, desk }: WriteParts,
  instruction: Instruction,
  toAnswer: (outcome: CommandOutcome) => Prepared,
): Promise<Prepared> => {
  const taken = await desk.instruct(instruction).then(ok, (error: unknown) => {
    server.log.warn({ err: error }, 'an instruction was not accepted')
    return err(error)
  })
  return taken.ok ? toAnswer(taken.value) : notTaken(server, taken.error)
}

type Placing = Extract<Instruction, { kind: 'placeOrder' | 'closePosition' }>

/** Returns the response for an order that was placed under a key, when the first response was lost. */
export const recoverAnswer =
  ({ server, trading }: Pick<WriteParts, 'server' | 'trading'>) =>
  (orderId: string): Prepared | undefined => {
    const order = trading.decidedOrder(orderId)
    return order && orderAnswer(server, order)
  }
