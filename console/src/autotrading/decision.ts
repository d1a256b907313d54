import type { components } from '@plimsoll/client'
import { getSign } from '../figures/decimal.ts'
import { formatExact, formatReading } from '../figures/numbers.ts'

export type Decision = components['schemas']['EntryDecision']
type Order = components['schemas']['Order']

/** What is asked for; an empty text asks for all. */
export interface DecisionFilter {
  readonly symbol: string
  readonly strategyId: string
  readonly verdict: Decision['verdict'] | ''
  readonly gateId: string
}

export const ALL_DECISIONS: DecisionFilter = { symbol: '', strategyId: '', verdict: '', gateId: '' }

/** What of it the API is to be asked. */
export const toQuery = ({ symbol, strategyId, verdict, gateId }: DecisionFilter) => ({
  ...(symbol !== '' && { symbol }),
  ...(strategyId !== '' && { strategyId }),
  ...(verdict !== '' && { verdict }),
  ...(gateId !== '' && { gateId }),
})

/** Whether a decision that was told is one that is asked for. */
export const matchesFilter = ({ gateId, ...filter }: DecisionFilter, decision: Decision): boolean =>
  (gateId === '' || decision.refusedBy.includes(gateId)) &&
  (['symbol', 'strategyId', 'verdict'] as const).every((name) => filter[name] === '' || filter[name] === decision[name])

/** The decision with its order as it is now, where the stream has told more of the order than the decision knew. */
export const withOrder = (decision: Decision, orders: readonly Order[] | undefined): Decision => {
  const order = orders?.find(({ orderId }) => orderId === decision.orderId)
  return order ? { ...decision, order } : decision
}

export const isFilled = ({ order }: Decision): boolean => order !== null && getSign(order.filledQty) > 0

/** What became of it, in words. */
export const formatHeadline = (decision: Decision): string => {
  const { verdict, gates, order } = decision
  if (verdict === 'REFUSED') return describeRefusal(gates)
  if (order === null) return 'Ordered.'
  const { status, qty, filledQty, avgFillPrice } = order
  if (!isFilled(decision)) return `Ordered, nothing filled: ${status}.`
  return `Traded: ${formatExact(filledQty)} of ${formatExact(qty)} at ${formatReading(avgFillPrice)}.`
}

const describeRefusal = (gates: Decision['gates']): string => {
  const [first, ...others] = gates.filter(({ enforced, pass }) => enforced && !pass)
  if (!first) return 'Not traded.'
  const more = others.length === 0 ? '' : ` And by ${others.map(({ gateId }) => gateId).join(', ')}.`
  return `Not traded: ${first.detail}.${more}`
}
