import { type Candle, candleAt } from './candles.ts'

export type MarkKind = 'signal' | 'fill' | 'blocked'

/** An event in the displayed market, drawn on its candle. */
export interface Mark {
  readonly id: string
  readonly kind: MarkKind
  readonly atMs: number
  readonly side: 'BUY' | 'SELL'
  /** Short label next to its shape. */
  readonly word: string
  /** Full description. */
  readonly text: string
  /** Execution price; null for events without a price of their own. */
  readonly price: string | null
}

/** A price to be seen across the chart. */
export interface Line {
  readonly id: string
  readonly kind: 'entry' | 'stop' | 'target' | 'order'
  readonly price: string
  readonly word: string
}

export interface PlacedMark extends Mark {
  readonly openTimeMs: number
}

/** Returns the marks that lie on the candles, in order of time. */
export const placedMarks = (marks: readonly Mark[], candles: readonly Candle[]): readonly PlacedMark[] =>
  marks
    .flatMap((mark) => {
      const candle = candleAt(candles, mark.atMs)
      return candle ? [{ ...mark, openTimeMs: candle.openTimeMs }] : []
    })
    .toSorted((a, b) => a.atMs - b.atMs)
