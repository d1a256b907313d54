import { type Instant, MINUTE_MS } from '../../server/core/instant.ts'
import type { Money } from '../../server/domain/account/money.ts'
import { unrealizedPnl } from '../../server/domain/margin/liquidation.ts'
import { getMarkTicks } from '../../server/domain/market/market.ts'
import { type Order, sideSign } from '../../server/domain/order/order.ts'
import { type Position, signedQuantity } from '../../server/domain/position/position.ts'
import type { EngineState } from '../../server/engine/state/turn.ts'
import { computeEquity } from '../../server/engine/trading/exposure.ts'
import type { WhatBecame } from './what-became.ts'

/** Returns the orders of autotrading without a stop on the losing side. */
export const stoplessEntries = ({ orders }: WhatBecame): string[] =>
  [...orders.values()].flatMap(({ order }) =>
    order.origin !== 'AUTOTRADING' || order.terms.reduceOnly || hasStop(order) ? [] : [`${order.orderId} has no stop`],
  )

const hasStop = ({ plan, terms: { price, side, quantity } }: Order): boolean =>
  plan !== null &&
  price !== null &&
  (price - plan.stopLoss.price) * sideSign(side) > 0 &&
  Number.isSafeInteger(quantity) &&
  quantity > 0

/** Returns the lifecycles without a verified stop for longer than the budget. */
export const unprotectedTooLong = ({ covers }: WhatBecame, state: EngineState, nowMs: Instant): string[] => {
  const { budgetMs } = state.rules.constitution.protection
  return [...covers].flatMap(([positionId, { openSinceMs, longestMs }]) => {
    const untilMs = state.ledger.ended.get(positionId)?.closedAtMs ?? nowMs
    const forMs = Math.max(longestMs, openSinceMs === null ? 0 : untilMs - openSinceMs)
    return forMs > budgetMs ? [`${positionId} was without a stop for ${forMs} ms`] : []
  })
}

/** Returns the lifecycles of autotrading that exceeded their horizon by more than a minute. */
export const heldTooLong = ({ ledger }: EngineState, nowMs: Instant): string[] =>
  listLifecycles(ledger).flatMap(({ positionId, cause, closedAtMs }) => {
    const lateMs = cause ? (closedAtMs ?? nowMs) - cause.horizonEndMs : 0
    return lateMs > MINUTE_MS ? [`${positionId} was held ${lateMs} ms beyond its horizon`] : []
  })

const listLifecycles = ({ ended, positions }: EngineState['ledger']): Position[] => [
  ...ended.values(),
  ...positions.values(),
]

/** Returns how the equity differs from the initial equity plus the results of all lifecycles, compared exactly. */
export const equityOff = (state: EngineState): string[] => {
  const { ledger, market } = state
  const all = listLifecycles(ledger)
  const made = all.reduce((sum, { realizedPnl, feesPaid, funding }) => sum + realizedPnl - feesPaid + funding, 0n)
  const open = [...ledger.positions.values()].reduce((sum, position) => {
    const entry = market.instruments.get(position.symbol)
    const mark = entry && getMarkTicks(entry)
    if (!entry || mark === undefined) return sum
    return sum + unrealizedPnl(entry.instrument, signedQuantity(position), position.cost, mark)
  }, 0n)
  const expected = ledger.account.opening + made + open
  const equity = computeEquity(state)
  return equity === null || equity === expected
    ? []
    : [`the equity is ${equity}, but the results add up to ${expected}`]
}

/**
 * Returns everything mislabelled: orders, lifecycle and fills of an entry without an edge that lack the exploratory
 * label, and those that carry it although their entry had an edge.
 */
export const mislabelled = (became: WhatBecame, { ledger }: EngineState): string[] => {
  const label = new Map(became.entries.map(({ candidate }) => [candidate.candidateId, candidate.exploratory === true]))
  const lifecycles = new Map(
    listLifecycles(ledger).map((position) => [
      position.positionId,
      (position.cause && label.get(position.cause.candidateId)) ?? false,
    ]),
  )
  const wrong = (what: string, labelled: true | undefined, expected: boolean | undefined): string[] =>
    expected === undefined || (labelled === true) === expected
      ? []
      : [`${what} should be ${expected ? '' : 'not '}exploratory`]
  return [
    ...became.entries.flatMap(({ candidate: { candidateId, exploratory, edge } }) =>
      wrong(candidateId, exploratory, edge.netEdgeLcbBps <= 0),
    ),
    ...[...became.orders.values()].flatMap(({ order: { orderId, exploratory, cause, positionId } }) =>
      wrong(
        orderId,
        exploratory,
        cause ? label.get(cause.candidateId) : positionId === null ? undefined : lifecycles.get(positionId),
      ),
    ),
    ...listLifecycles(ledger).flatMap(({ positionId, exploratory }) =>
      wrong(positionId, exploratory, lifecycles.get(positionId)),
    ),
    ...became.fills.flatMap(({ fillId, exploratory, positionId }) =>
      wrong(fillId, exploratory, lifecycles.get(positionId)),
    ),
  ]
}

type ExitKind = 'STOP' | 'TARGET' | 'HORIZON' | 'STRATEGY_EXIT' | 'OTHER'

/** Ended lifecycle of autotrading, and how it ended. */
export interface ClosedTrade {
  readonly position: Position
  readonly exit: ExitKind
  /** Loss, excluding slippage beyond the stop; negative is a gain. */
  readonly lost: Money
  /** Loss allowed at the time of entry. */
  readonly allowed: Money
}

/** Returns the ended lifecycles of autotrading that the ledger still contains. */
export const closedTrades = (became: WhatBecame, { ledger, rules }: EngineState): ClosedTrade[] => {
  const byPosition = Map.groupBy(became.fills, ({ positionId }) => positionId)
  const entries = new Map(became.entries.map((entry) => [entry.candidate.candidateId, entry]))
  return [...ledger.ended.values()].flatMap((position): ClosedTrade[] => {
    const entry = position.cause && entries.get(position.cause.candidateId)
    if (!entry) return []
    const fills = byPosition.get(position.positionId) ?? []
    const last = became.orders.get(fills.at(-1)?.orderId ?? '')?.order
    const { equity } = entry.evidence.account
    const allowed = ((equity ?? 0n) * BigInt(rules.constitution.autotrading.riskPerTradeBps)) / 10_000n
    const net = position.realizedPnl - position.feesPaid + position.funding
    return [{ position, exit: exitKind(became, last), lost: -net - stopSlippage(became, fills), allowed }]
  })
}

const exitKind = ({ reasons }: WhatBecame, last: Order | undefined): ExitKind => {
  if (last?.purpose === 'STOP_LOSS') return 'STOP'
  if (last?.purpose === 'TAKE_PROFIT') return 'TARGET'
  const reason = reasons.get(last?.orderId ?? '')
  return reason === 'HORIZON' || reason === 'STRATEGY_EXIT' ? reason : 'OTHER'
}

/** Returns the slippage of a stop's fills beyond its price. */
const stopSlippage = ({ orders }: WhatBecame, fills: WhatBecame['fills']): Money =>
  fills.reduce((sum, { orderId, price, value, side }) => {
    const order = orders.get(orderId ?? '')?.order
    if (order?.purpose !== 'STOP_LOSS' || !order.terms.trigger) return sum
    const atStop = (value * BigInt(order.terms.trigger.price)) / BigInt(price)
    return sum + (side === 'SELL' ? atStop - value : value - atStop)
  }, 0n)
