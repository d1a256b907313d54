import type { Holder } from './holder.ts'

/** Effect of an order on its symbol's position; NONE when it only reduces and there is nothing to reduce. */
export type EffectKind = 'OPENS' | 'INCREASES' | 'REDUCES' | 'CLOSES' | 'REVERSES' | 'NONE'

/** The position of a symbol at one side of an order. Prices, quantities and USDT are decimal text. */
export interface PositionOutline {
  readonly holder: Holder | null
  /** Signed: positive is long. */
  readonly quantity: string
  readonly entryPrice: string | null
  readonly stopLoss: string | null
  /** Loss of the position at its stop at worst, costs and working orders included; null while it is not known. */
  readonly lossAtStop: string | null
  /** The same for all positions together. */
  readonly totalLossAtStop: string | null
}

/** An order's effect on the position of its symbol if all of it is filled at its worst price. */
export interface PositionEffect {
  readonly kind: EffectKind
  /** The lifecycle it acts on; null when it opens one. */
  readonly positionId: string | null
  readonly before: PositionOutline
  readonly after: PositionOutline
  /** In USDT at the present equity; null when not configured or not known. */
  readonly limits: { readonly lossAtStop: string | null; readonly totalLossAtStop: string | null }
  /** True when a position of autotrading becomes the person's. */
  readonly takesOver: boolean
  /** For people, in one or two sentences. */
  readonly summary: string
}
