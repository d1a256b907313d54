/** Types of the event marks and price lines on a chart, and the placement of marks on candles. */

import { type Candle, candleAt } from './candles.ts'

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
  /** Execution price; null if the event has none. */
  readonly price: string | null
}

export type MarkKind = 'signal' | 'fill' | 'blocked'

/** A price drawn as a line across the chart. */
export interface Line {
  readonly id: string
  readonly kind: 'entry' | 'stop' | 'target' | 'order' | 'alert'
  readonly price: string
  readonly word: string
}

/** A line being moved, at its proposed price. */
export interface LineDraft {
  readonly id: string
  readonly price: string
}

/** Lines that the user may move, and the move in progress. */
export interface LineMoves {
  readonly lines: readonly MovableLine[]
  /** Lines whose label is among the handles, but which cannot be moved. */
  readonly fixed: readonly FixedLine[]
  readonly draft: LineDraft | undefined
  readonly onDraft: (draft: LineDraft | undefined) => void
  /** Called when the user has chosen a price: opens the confirmation, before anything changes. */
  readonly onChoose: (draft: LineDraft) => void
}

export interface MovableLine extends Line {
  /** Name for screen readers. */
  readonly name: string
  /** Returns the consequences of moving the line to a price. */
  readonly describe: (price: string) => PriceOutlook
}

/** The entry of the position. */
export interface FixedLine extends Line {
  /** PnL of the position, with its unit. */
  readonly amount: string
}

interface PriceOutlook {
  /** Distance from the mark price. */
  readonly distance: string
  /** Amount at this price, with its unit: the PnL of a position, or the notional of an order. */
  readonly amount: string
  readonly amountOf: 'PnL' | 'notional'
  /** Warning that the price would be rejected. */
  readonly wrong: string | undefined
}

export interface PlacedMark extends Mark {
  readonly openTimeMs: number
}

/** Returns the marks that are on one of the candles, in order of time. */
export const placedMarks = (marks: readonly Mark[], candles: readonly Candle[]): readonly PlacedMark[] =>
  marks
    .flatMap((mark) => {
      const candle = candleAt(candles, mark.atMs)
      return candle ? [{ ...mark, openTimeMs: candle.openTimeMs }] : []
    })
    .toSorted((a, b) => a.atMs - b.atMs)
