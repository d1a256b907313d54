import { decimal } from '../../../server/core/decimal.ts'
import { toMoney } from '../../../server/domain/account/money.ts'
import type { Order } from '../../../server/domain/order/order.ts'
import { sideSign } from '../../../server/domain/order/order.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I2: no risk-increasing order is sent beyond a limit, computed from the journal at the most favourable mark. */
export const withinLimits = (evidence: Evidence): Invariant => {
  const { limits } = evidence.constitution
  const check = (name: string, value: bigint, limit: string | null, order: Order): void => {
    if (limit !== null && value <= toMoney(decimal(limit))) return
    evidence.violate('I2', `${order.venueClientId} was sent with ${name} ${value} beyond ${limit} USDT`)
  }
  return {
    onFact(fact) {
      const order = decidedToIncrease(evidence, fact)
      const marks = order && evidence.markRange(order.terms.symbol)
      if (!order || !marks) return
      const { symbol, quantity, price, trigger } = order.terms
      const worth = evidence.notional(symbol, price ?? trigger?.price ?? marks.lowest, quantity)
      check('a worth of', worth, limits.maxOrderNotional, order)
      const exposed = evidence.notional(symbol, marks.lowest, worstWith(evidence, order))
      check('an exposure of the symbol of', exposed, limits.maxSymbolExposure, order)
      const gross = exposed + otherExposure(evidence, symbol)
      check('an exposure of', gross, limits.maxGrossExposure, order)
      const equity = mostEquity(evidence)
      if (limits.maxLeverage === null || Number(gross) > limits.maxLeverage * Number(equity) * ROUNDING) {
        evidence.violate('I2', `${order.venueClientId} was sent with an exposure of ${gross} on an equity of ${equity}`)
      }
      if (quantity > Number(limits.maxOrderQuantity)) {
        evidence.violate('I2', `${order.venueClientId} was sent for ${quantity} lots`)
      }
    },
  }
}

const ROUNDING = 1.000_001

/** Returns the lots on the candidate's side if all orders on that side were filled. */
const worstWith = (evidence: Evidence, { terms }: Order): number =>
  Math.abs(sideSign(terms.side) * terms.quantity + worstPosition(evidence, terms.symbol, terms.side))

const worstPosition = ({ books }: Evidence, symbol: string, side: 'BUY' | 'SELL'): number => {
  let lots = books.positions.get(symbol) ?? 0
  for (const { terms, filled } of books.open) {
    if (terms.symbol === symbol && terms.side === side && !terms.reduceOnly)
      lots += sideSign(side) * (terms.quantity - filled)
  }
  return lots
}

const otherExposure = (evidence: Evidence, except: string): bigint => {
  let sum = 0n
  const symbols = new Set([
    ...evidence.books.positions.keys(),
    ...[...evidence.books.open].map(({ terms }) => terms.symbol),
  ])
  for (const symbol of symbols) {
    const marks = evidence.markRange(symbol)
    if (symbol === except || !marks) continue
    const lots = Math.max(
      Math.abs(worstPosition(evidence, symbol, 'BUY')),
      Math.abs(worstPosition(evidence, symbol, 'SELL')),
    )
    sum += evidence.notional(symbol, marks.lowest, lots)
  }
  return sum
}

/** Returns wallet plus open profit, each position valued at its most favourable mark. */
const mostEquity = (evidence: Evidence): bigint => {
  let equity = evidence.books.wallet
  for (const [symbol, lots] of evidence.books.positions) {
    const marks = evidence.markRange(symbol)
    if (lots === 0 || !marks) continue
    const worth = evidence.notional(symbol, lots > 0 ? marks.highest : marks.lowest, Math.abs(lots))
    equity += (lots > 0 ? worth : -worth) - (evidence.books.signedCosts.get(symbol) ?? 0n)
  }
  return equity
}
