/** Chart marks of signals, fills and blocked candidates. */

import type { components } from '@plimsoll/client'
import type { Mark } from '../chart/mark.ts'
import { formatExact } from '../figures/numbers.ts'
import { nameStrategy } from '../figures/strategy-names.ts'
import { t } from '../messages/messages.ts'

/** Returns the chart mark of a signal, on the bar that raised it. */
export const signalMark = (signal: Signal): Mark => {
  const { signalId, barOpenAt, direction, strategyId, strategyName, state, reference } = signal
  return {
    id: signalId,
    kind: 'signal',
    atMs: Date.parse(barOpenAt),
    side: toSide(direction),
    word: strategyId,
    text: t('{direction} by {strategyId}{strategyName}, {state}, at {price}', {
      direction,
      strategyId,
      strategyName: strategyName === null ? '' : ` ${nameStrategy(strategyId, strategyName)}`,
      state,
      price: formatExact(reference.price),
    }),
    price: null,
  }
}

type Schemas = components['schemas']
type Signal = Pick<
  Schemas['Signal'],
  'signalId' | 'barOpenAt' | 'direction' | 'strategyId' | 'strategyName' | 'state' | 'reference'
>
type Fill = Pick<Schemas['AccountTrade'], 'fillId' | 'executedAt' | 'side' | 'price' | 'qty' | 'kind'>
type Decision = Pick<
  Schemas['EntryDecision'],
  'candidateId' | 'at' | 'direction' | 'timeframe' | 'strategyId' | 'verdict' | 'gates'
>

const toSide = (direction: 'LONG' | 'SHORT'): Mark['side'] => (direction === 'LONG' ? 'BUY' : 'SELL')

/** Returns the chart mark of an execution; none for payments. */
export const fillMarks = ({ fillId, executedAt, side, price, qty, kind }: Fill): readonly Mark[] => {
  if (side === null || price === null || qty === null) return []
  const what = kind === 'TRADE' ? '' : ` (${kind})`
  return [
    {
      id: fillId,
      kind: 'fill',
      atMs: Date.parse(executedAt),
      side,
      word: side,
      text: t('{side} {qty} at {price}{what}', { side, qty: formatExact(qty), price: formatExact(price), what }),
      price,
    },
  ]
}

/** Returns the chart mark of a blocked entry, with the reasons; none for an ordered one. */
export const blockedMarks = (decision: Decision): readonly Mark[] => {
  const { candidateId, at, direction, timeframe, strategyId, verdict, gates } = decision
  if (verdict !== 'REFUSED') return []
  const reasons = gates.filter(({ pass, enforced }) => enforced && !pass).map(({ detail }) => detail)
  return [
    {
      id: candidateId,
      kind: 'blocked',
      atMs: Date.parse(at),
      side: toSide(direction),
      word: strategyId,
      text: t('{direction} by {strategyId} on {timeframe} was blocked: {reasons}', {
        direction,
        strategyId,
        timeframe,
        reasons: reasons.join(' '),
      }),
      price: null,
    },
  ]
}
