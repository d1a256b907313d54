import { lots } from '../../../server/domain/market/instrument.ts'
import type { Trade } from '../../../server/domain/market/trade.ts'

/** Trades of one taker order at one price, aggregated into one. Its id is that of its first trade. */
export interface AggTrade extends Omit<Trade, 'tradeId' | 'sequence'> {
  readonly firstId: number
  readonly lastId: number
}

/** The newest aggregates of an instrument, oldest first, and the one that may still grow. */
export interface AggTape {
  readonly closed: AggTrade[]
  growing: AggTrade | undefined
}

const RETAINED_MAX = 1_000
const SLACK = 200

export const createAggTape = (): AggTape => ({ closed: [], growing: undefined })

/** Counts a trade in; answers the aggregate it has ended. */
export const aggregate = (tape: AggTape, trade: Trade): AggTrade | undefined => {
  const { growing } = tape
  const id = Number(trade.tradeId)
  if (growing && belongsTo(growing, trade)) {
    tape.growing = { ...growing, quantity: lots(growing.quantity + trade.quantity), lastId: id }
    return undefined
  }
  const ended = endAggregate(tape)
  const { symbol, price, quantity, takerSide, tradedAtMs } = trade
  tape.growing = { symbol, price, quantity, takerSide, tradedAtMs, firstId: id, lastId: id }
  return ended
}

const belongsTo = (growing: AggTrade, { price, takerSide, tradedAtMs }: Trade): boolean =>
  growing.price === price && growing.takerSide === takerSide && growing.tradedAtMs === tradedAtMs

/** Something else has happened: what was growing is whole. */
export const endAggregate = (tape: AggTape): AggTrade | undefined => {
  const { growing, closed } = tape
  if (!growing) return undefined
  tape.growing = undefined
  closed.push(growing)
  if (closed.length > RETAINED_MAX + SLACK) closed.splice(0, SLACK)
  return growing
}
