/** Wire types of the effect of an order on the position of its symbol. */

import { Type } from 'typebox'
import { DecimalText, Nullable } from './common.ts'

export const Holder = Type.Object({
  kind: Type.Enum(['PERSON', 'AUTOTRADING']),
  strategyId: Nullable(Type.String(), 'Strategy whose signal led to it; null for a user'),
})

export const PositionOutline = Type.Object({
  holder: Nullable(Holder, 'Who closes the position; null when flat'),
  quantity: Type.Unsafe<string>({ ...DecimalText, description: 'Positive is long, negative short' }),
  entryPrice: Nullable(DecimalText, 'Average entry price; null when flat'),
  stopLoss: Nullable(DecimalText, 'Trigger price of the stop; null when flat'),
  lossAtStop: Nullable(
    DecimalText,
    'Worst-case loss of the position at its stop, in USDT: includes fees, slippage and working orders that could still increase it. ' +
      'Negative when the stop secures a profit',
  ),
  totalLossAtStop: Nullable(DecimalText, 'Loss of all positions at their stops, in USDT'),
})

/** Effect of an order on the position of its symbol if it fills completely at its worst price. */
export const EffectOnPosition = Type.Object({
  kind: Type.Enum(['OPENS', 'INCREASES', 'REDUCES', 'CLOSES', 'REVERSES', 'NONE'], {
    description: 'NONE: a reduce-only order with nothing to reduce',
  }),
  positionId: Nullable(Type.String(), 'Lifecycle it affects; null when it opens one'),
  before: PositionOutline,
  after: PositionOutline,
  limits: Type.Object({
    lossAtStop: Nullable(DecimalText, 'USDT at the current equity; gate G31'),
    totalLossAtStop: Nullable(DecimalText, 'USDT at the current equity; gate G32'),
  }),
  takesOver: Type.Boolean({
    description:
      'A position of autotrading comes under manual control: autotrading no longer executes its planned exit',
  }),
  summary: Type.String(),
})
