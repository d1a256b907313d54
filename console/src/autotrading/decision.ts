/** Decisions about candidates: their filters, their current orders, and their results as strings. */

import type { components } from '@plimsoll/client'
import { getSign } from '../figures/decimal.ts'
import { formatExact, formatReading } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Filter of the decisions; an empty string matches all. */
export interface DecisionFilter {
  readonly symbol: string
  readonly strategyId: string
  readonly verdict: Decision['verdict'] | ''
  readonly gateId: string
}

export type Decision = components['schemas']['EntryDecision']
type Order = components['schemas']['Order']

/** Returns the filter that a link names, such as `?gate=G20` or `?strategy=S01`. */
export const readDecisionFilter = (params: URLSearchParams): DecisionFilter => ({
  symbol: '',
  strategyId: params.get('strategy') ?? '',
  verdict: '',
  gateId: params.get('gate') ?? '',
})

/** Returns the part of the filter that the API supports. */
export const toQuery = ({ symbol, strategyId, verdict, gateId }: DecisionFilter) => ({
  ...(symbol !== '' && { symbol }),
  ...(strategyId !== '' && { strategyId }),
  ...(verdict !== '' && { verdict }),
  ...(gateId !== '' && { gateId }),
})

/** Returns whether a streamed decision matches the filter. */
export const matchesFilter = ({ gateId, ...filter }: DecisionFilter, decision: Decision): boolean =>
  (gateId === '' || decision.refusedBy.includes(gateId)) &&
  (['symbol', 'strategyId', 'verdict'] as const).every((name) => filter[name] === '' || filter[name] === decision[name])

/** Returns the decision with its current order, when the stream has a newer one. */
export const withOrder = (decision: Decision, orders: readonly Order[] | undefined): Decision => {
  const order = orders?.find(({ orderId }) => orderId === decision.orderId)
  return order ? { ...decision, order } : decision
}

export const isFilled = ({ order }: Decision): boolean => order !== null && getSign(order.filledQty) > 0

/** Returns the result of a decision as a string. */
export const formatHeadline = (decision: Decision): string => {
  const { verdict, gates, order } = decision
  if (verdict === 'REFUSED') return describeRefusal(gates)
  if (order === null) return t('Ordered.')
  const { status, qty, filledQty, avgFillPrice } = order
  if (!isFilled(decision)) return t('Ordered, not filled: {status}.', { status })
  return t('Filled: {filledQty} of {qty} at {avgFillPrice}.', {
    filledQty: formatExact(filledQty),
    qty: formatExact(qty),
    avgFillPrice: formatReading(avgFillPrice),
  })
}

const describeRefusal = (gates: Decision['gates']): string => {
  const [first, ...others] = gates.filter(({ enforced, pass }) => enforced && !pass)
  if (!first) return t('Not traded.')
  const more =
    others.length === 0
      ? ''
      : t(' Also blocked by {others}.', { others: others.map(({ gateId }) => gateId).join(', ') })
  return t('Not traded: {detail}.{more}', { detail: first.detail, more })
}
