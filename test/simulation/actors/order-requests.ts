import { type Lots, lots, type Ticks, ticks } from '../../../server/domain/market/instrument.ts'
import {
  oppositeSide,
  type Side,
  sideSign,
  type TimeInForce,
  type Trigger,
} from '../../../server/domain/order/order.ts'
import type { OrderRequest } from '../../../server/engine/model/events.ts'
import type { Draw } from '../world/draw.ts'

/** Market data available to a user when creating an order. */
export interface Sight {
  readonly symbol: string
  readonly bid: Ticks
  readonly ask: Ticks
  /** Signed lots. */
  readonly position: number
  /** Lots of an ordinary order. */
  readonly ordinary: number
}

const BPS = 10_000

/** Draws an order as a user might create it: mostly sound, at times rash, rarely absurd. */
export const drawRequest = (draw: Draw, sight: Sight): OrderRequest => {
  const side: Side = draw.chance(0.5) ? 'BUY' : 'SELL'
  const kind = draw.pick(KINDS)
  const request = kind(draw, sight, side)
  if (draw.chance(0.04)) return { ...request, size: { quantity: lots(draw.pick([1, 50_000, 10_000_000])) } }
  if (draw.chance(0.03) && request.price !== null)
    return { ...request, price: ticks(Math.ceil(request.price * draw.pick([0.4, 1.7]))) }
  return request
}

type Kind = (draw: Draw, sight: Sight, side: Side) => OrderRequest

export const smallRequest = (symbol: string, quantity: Lots): OrderRequest => plain({ symbol }, 'BUY', quantity)

const plain = ({ symbol }: Pick<Sight, 'symbol'>, side: Side, quantity: Lots): OrderRequest => ({
  symbol,
  side,
  type: 'MARKET',
  size: { quantity },
  price: null,
  trigger: null,
  timeInForce: 'IOC',
  reduceOnly: false,
  stopLoss: null,
  takeProfit: null,
  maxSlippageBps: null,
  clientOrderId: null,
})

const drawSize = (draw: Draw, { ordinary }: Sight): Lots =>
  lots(Math.max(1, Math.round(ordinary * draw.pick([0.05, 0.3, 1, 1, 2]))))

/** Returns a price moved by so many basis points, downwards if negative. */
const away = (price: number, bps: number): Ticks => ticks(Math.max(1, Math.round(price * (1 + bps / BPS))))

const touch = ({ bid, ask }: Sight, side: Side): number => (side === 'BUY' ? ask : bid)

/** Adds a custom stop in two of three cases, a target in one of three. */
const withPlan = (draw: Draw, request: OrderRequest, from: number): OrderRequest => {
  const losing = -sideSign(request.side)
  const trigger = (bps: number): Trigger => ({ price: away(from, bps), by: draw.chance(0.8) ? 'MARK' : 'LAST' })
  return {
    ...request,
    stopLoss: draw.chance(0.66) ? trigger(losing * (draw.chance(0.2) ? draw.whole(1, 4) : draw.whole(4, 120))) : null,
    takeProfit: draw.chance(0.33) ? trigger(-losing * draw.whole(4, 120)) : null,
  }
}

const market: Kind = (draw, sight, side) =>
  withPlan(
    draw,
    { ...plain(sight, side, drawSize(draw, sight)), maxSlippageBps: draw.pick([null, null, 1, 20]) },
    touch(sight, side),
  )

const worth: Kind = (draw, sight, side) => ({
  ...market(draw, sight, side),
  size: { notional: BigInt(draw.whole(1, 30_000)) * 10n ** 8n },
})

const limit =
  (timeInForce: TimeInForce, aggressiveness: readonly number[]): Kind =>
  (draw, sight, side) => {
    const price = ticks(Math.max(1, touch(sight, oppositeSide(side)) + sideSign(side) * draw.pick(aggressiveness)))
    return withPlan(draw, { ...plain(sight, side, drawSize(draw, sight)), type: 'LIMIT', price, timeInForce }, price)
  }

const conditional: Kind = (draw, sight, side) => {
  const type = draw.pick(['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const)
  const up = (type === 'STOP_MARKET') === (side === 'BUY')
  const price = away(touch(sight, side), (up ? 1 : -1) * draw.whole(-3, 60))
  const terms = { type, trigger: { price, by: draw.pick(['MARK', 'LAST'] as const) }, timeInForce: 'GTC' as const }
  return withPlan(draw, { ...plain(sight, side, drawSize(draw, sight)), ...terms }, price)
}

/** Reducing order, mostly with the correct side and size. */
const reducing: Kind = (draw, sight) => {
  const side: Side = sight.position > 0 === draw.chance(0.9) ? 'SELL' : 'BUY'
  const quantity = lots(
    Math.max(1, Math.round(Math.abs(sight.position || sight.ordinary) * draw.pick([0.3, 0.7, 1, 3]))),
  )
  const request = { ...plain(sight, side, quantity), reduceOnly: true }
  const form = draw.whole(1, 4)
  if (form === 1) return request
  const price = ticks(Math.max(1, touch(sight, oppositeSide(side)) - sideSign(side) * draw.pick([-8, 0, 4, 60])))
  if (form === 2)
    return { ...request, type: 'LIMIT', price, timeInForce: draw.pick(['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const) }
  const trigger: Trigger = { price: away(touch(sight, side), sideSign(side) * draw.whole(2, 60)), by: 'MARK' }
  return { ...request, type: 'STOP_MARKET', trigger, timeInForce: 'GTC' }
}

const KINDS: readonly Kind[] = [
  market,
  market,
  market,
  market,
  worth,
  limit('GTC', [-400, -60, -12, -3, 0, 2, 10]),
  limit('GTC', [-12, -3, 0]),
  limit('IOC', [0, 2, 10, 60]),
  limit('FOK', [0, 2, 10, 60]),
  limit('POST_ONLY', [-12, -3, 0, 1, 5]),
  conditional,
  reducing,
  reducing,
]
