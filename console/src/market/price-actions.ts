import { getSign, subtractDecimals } from '../figures/decimal.ts'

/** What can be done at a price, in the order of the menu. */
export type PriceActionKind = 'BUY' | 'SELL' | 'stop' | 'target' | 'alert' | 'horizontal'

interface Priced {
  readonly price: string
  /** Undefined until it is known. */
  readonly markPrice: string | undefined
  /** Direction of the open position that the user may change. */
  readonly held: 'LONG' | 'SHORT' | undefined
  /** False for users without a ticket. */
  readonly canTrade: boolean
}

/**
 * Returns what can be done at a price: below the mark price rests a buy, above it a sell; a stop lies on the losing side
 * of a position, a target on the other.
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
