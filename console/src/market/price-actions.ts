/** Decides which actions the context menu of the chart offers at a price. */

import { getSign, subtractDecimals } from '../figures/decimal.ts'

/** Action at a price, in the order of the menu. */
export type PriceActionKind = 'BUY' | 'SELL' | 'stop' | 'target' | 'alert' | 'horizontal'

interface Priced {
  readonly price: string
  /** Undefined until received. */
  readonly markPrice: string | undefined
  /** Direction of the open position that the user may change. */
  readonly held: 'LONG' | 'SHORT' | undefined
  /** False for users without a ticket. */
  readonly canTrade: boolean
}

/**
 * Returns the actions at a price: a limit buy below or a limit sell above the mark price, a stop on the losing or a
 * target on the winning side of a position, an alert, and a horizontal line.
 */
export const priceActionKinds = ({ price, markPrice, held, canTrade }: Priced): readonly PriceActionKind[] => {
  const side = markPrice === undefined ? 0 : getSign(subtractDecimals(price, markPrice))
  if (side === 0) return ['horizontal']
  const isAbove = side > 0
  return [
    ...(canTrade ? [isAbove ? ('SELL' as const) : ('BUY' as const)] : []),
    ...(held ? [isAbove === (held === 'SHORT') ? ('stop' as const) : ('target' as const)] : []),
    'alert',
    'horizontal',
  ]
}
