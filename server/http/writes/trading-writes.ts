import type { FastifyInstance, FastifyReply } from 'fastify'
import { assert } from '../../core/assert.ts'
import type { MakeId } from '../../core/id.ts'
import { err, ok } from '../../core/result.ts'
import type { Instruction, OrderDesk } from '../../engine/desks/order-desk.ts'
import type { CommandOutcome } from '../../engine/model/events.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import { notTaken, orderAnswer, refusalAnswer } from '../answers/command-answers.ts'
import { type Prepared, sendPrepared } from '../answers/prepared.ts'
import type { AnswerOnce, Work } from './idempotency.ts'

/** Dependencies of the routes that instruct the engine. */
export interface WriteParts {
  readonly server: FastifyInstance
  readonly trading: TradingViews
  readonly desk: OrderDesk
  readonly ids: MakeId
  readonly answerOnce: AnswerOnce
}

/**
 * Access of routes that instruct: orders and positions of the one account, whichever user placed them, never the
 * engine's state.
 */
export const WRITE_ACCESS = { effect: 'ORDER_INSTRUCTION', access: ['TRADER', 'ADMIN'], audited: true } as const

/** Gives an instruction and makes the answer of what came of it. */
export const instruct = async (
  { server, desk }: WriteParts,
  instruction: Instruction,
  toAnswer: (outcome: CommandOutcome) => Prepared,
): Promise<Prepared> => {
  const taken = await desk.instruct(instruction).then(ok, (error: unknown) => {
    server.log.warn({ err: error }, 'an instruction was not taken')
    return err(error)
  })
  return taken.ok ? toAnswer(taken.value) : notTaken(server, taken.error)
}

type Placing = Extract<Instruction, { kind: 'placeOrder' | 'closePosition' }>

/** Places an order, and returns its outcome. */
export const place = (parts: WriteParts, placing: Placing): Promise<Prepared> =>
  instruct(parts, placing, (outcome) => {
    if (outcome.kind === 'refused') return refusalAnswer(parts.server, outcome.refusal)
    const order = parts.trading.placedOrder(placing)
    assert(order, `order ${placing.orderId} is in the ledger once it is placed`)
    return orderAnswer(parts.server, order)
  })

/** The answer for an order that was placed under a key, when the first answer was lost. */
export const recalledOrder =
  ({ server, trading }: WriteParts): Work['recoverAnswer'] =>
  (orderId) => {
    const order = trading.decidedOrder(orderId)
    return order && orderAnswer(server, order)
  }

/** Carries the work out once for its key, and answers. */
export const answerWith = async ({ answerOnce }: WriteParts, reply: FastifyReply, work: Work): Promise<void> =>
  sendPrepared(reply, await answerOnce(work))
