import { type Id, numberedId } from '../../../server/core/id.ts'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import { oppositeSide, sideSign } from '../../../server/domain/order/order.ts'
import { closingSide, directionSign, type Position } from '../../../server/domain/position/position.ts'
import type { Command, Instructed } from '../../../server/engine/model/events.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import type { Draw } from '../world/draw.ts'
import { drawRequest, type Sight, smallRequest } from './order-requests.ts'

/** State that the users of an account check before they act. */
export interface Desk {
  readonly nowMs: number
  readonly ledger: Ledger
  /** Undefined while the market lacks a side. */
  readMarket(symbol: string): Omit<Sight, 'position'> | undefined
}

/** Several users or programs that trade on one account. */
export interface Users {
  /** Returns the next action of a user; undefined when none is possible. */
  next(desk: Desk): Command | undefined
  /** Returns a small market order that passes every limit. */
  small(desk: Desk): Command | undefined
}

const REMEMBERED = 40

export const createUsers = (draw: Draw, symbols: readonly string[]): Users => {
  const given: Command[] = []
  let made = 0
  const mint = <Prefix extends string>(prefix: Prefix, nowMs: number): Id<Prefix> => numberedId(prefix, nowMs, ++made)

  const instructed = (nowMs: number, keyed: boolean): Instructed => ({
    actor: { type: 'USER', sub: `usr_${draw.whole(1, 3)}`, sid: null, ip: null },
    requestId: null,
    reason: null,
    idempotency: keyed ? { scope: `key ${++made}`, fingerprint: 'same' } : null,
    auditId: mint('aud', nowMs),
  })

  const remember = (command: Command): Command => {
    given.push(command)
    if (given.length > REMEMBERED) given.shift()
    return command
  }

  const place = (desk: Desk, sight: Sight): Command => {
    const orderId = mint('ord', desk.nowMs)
    const request = drawRequest(draw, sight)
    const clientOrderId = draw.chance(0.1) ? `mine-${draw.whole(1, 8)}` : null
    const common = { orderId, venueSeed: orderId.slice(4), instructed: instructed(desk.nowMs, draw.chance(0.5)) }
    return remember({ kind: 'placeOrder', request: { ...request, clientOrderId }, ...common })
  }

  const cancel = ({ ledger, nowMs }: Desk): Command | undefined => {
    const order = pickFrom(draw, [...ledger.working])
    return order === undefined
      ? undefined
      : { kind: 'cancelOrder', orderId: order as Id<'ord'>, instructed: instructed(nowMs, false) }
  }

  const amend = ({ ledger, nowMs }: Desk): Command | undefined => {
    const order = ledger.orders.get(pickFrom(draw, [...ledger.working]) ?? '')
    if (!order) return undefined
    const { price, trigger, quantity } = order.terms
    const moved = (at: number | undefined) =>
      at === undefined || draw.chance(0.3) ? null : ticks(Math.max(1, at + draw.whole(-40, 40)))
    const change = {
      price: moved(price ?? undefined),
      triggerPrice: moved(trigger?.price),
      quantity: draw.chance(0.5) ? null : lots(Math.max(1, Math.round(quantity * draw.pick([0.3, 0.9, 1.5])))),
    }
    const orderId = mint('ord', nowMs)
    const common = { orderId, venueSeed: orderId.slice(4), instructed: instructed(nowMs, draw.chance(0.5)) }
    return remember({ kind: 'amendOrder', replaces: order.orderId, change, ...common })
  }

  const close = ({ ledger, nowMs }: Desk): Command | undefined => {
    const position = pickFrom(draw, [...ledger.positions.values()])
    if (!position) return undefined
    const orderId = mint('ord', nowMs)
    const quantity = draw.chance(0.5)
      ? null
      : lots(Math.max(1, Math.round(position.quantity * draw.pick([0.3, 0.8, 1.4]))))
    const common = { orderId, venueSeed: orderId.slice(4), instructed: instructed(nowMs, draw.chance(0.5)) }
    const { positionId } = position
    return remember({ kind: 'closePosition', positionId, quantity, maxSlippageBps: draw.pick([null, 2]), ...common })
  }

  const protect = (desk: Desk): Command | undefined => {
    const position = pickFrom(draw, [...desk.ledger.positions.values()])
    const market = position && desk.readMarket(position.symbol)
    if (!position || !market) return undefined
    const change = drawChange(draw, position, (market.bid + market.ask) / 2)
    const ifVersion = draw.chance(0.3) ? position.version : null
    const { positionId } = position
    return { kind: 'changeProtection', positionId, change, ifVersion, instructed: instructed(desk.nowMs, false) }
  }

  /** Repeats an instruction, like a client without an answer. */
  const repeat = ({ nowMs }: Desk): Command | undefined => {
    const command = pickFrom(draw, given)
    if (!command || !('venueSeed' in command)) return undefined
    return draw.chance(0.5) ? command : { ...command, orderId: mint('ord', nowMs) }
  }

  return {
    small(desk) {
      const symbol = draw.pick(symbols)
      const market = desk.readMarket(symbol)
      if (!market) return undefined
      const orderId = mint('ord', desk.nowMs)
      const request = smallRequest(symbol, lots(draw.whole(1, 9)))
      return {
        kind: 'placeOrder',
        request,
        orderId,
        venueSeed: orderId.slice(4),
        instructed: instructed(desk.nowMs, false),
      }
    },
    next(desk) {
      const symbol = draw.pick(symbols)
      const market = desk.readMarket(symbol)
      if (!market) return undefined
      const position = desk.ledger.positions.get(symbol)
      const sight = { ...market, position: position ? directionSign(position) * position.quantity : 0 }
      const choice = draw.random()
      const actions: readonly (readonly [below: number, act: () => Command | undefined])[] = [
        [0.54, () => place(desk, sight)],
        [0.62, () => amend(desk)],
        [0.74, () => cancel(desk)],
        [0.83, () => close(desk)],
        [0.92, () => protect(desk)],
        [1, () => repeat(desk)],
      ]
      return actions.find(([below]) => choice < below)?.[1]()
    },
  }
}

const pickFrom = <T>(draw: Draw, items: readonly T[]): T | undefined =>
  items.length === 0 ? undefined : draw.pick(items)

const drawChange = (
  draw: Draw,
  position: Position,
  mid: number,
): Extract<Command, { kind: 'changeProtection' }>['change'] => {
  const losing = -sideSign(oppositeSide(closingSide(position)))
  const at = (sign: number) => ({
    price: ticks(Math.round(mid * (1 + (sign * draw.whole(2, 150)) / 10_000))),
    by: 'MARK' as const,
  })
  const stopLoss = draw.pick([undefined, at(losing), at(losing), at(-losing), null])
  const takeProfit = draw.pick([undefined, at(-losing), null])
  return { stopLoss, takeProfit }
}
