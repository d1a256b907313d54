/**
 * Rules for gaps and covering bodies in candlestick patterns: strict as in TA-Lib, or adapted to markets that never
 * close.
 */

import type { Shape } from './shape.ts'

/** Rules for a gap and for one body covering another. The tolerance is that of the earlier bar. */
export interface GapRules {
  readonly mode: GapMode
  /** Returns whether the body is above the previous body. */
  gapsUp(bar: Shape, before: Shape): boolean
  gapsDown(bar: Shape, before: Shape): boolean
  /** Returns whether the bar opens above the previous bar, wherever it closes. */
  opensAbove(bar: Shape, before: Shape): boolean
  opensBelow(bar: Shape, before: Shape): boolean
  /** Returns whether the body covers the previous body. */
  engulfs(bar: Shape, before: Shape): boolean
  /** Returns whether the body is covered by the previous body. */
  isWithin(bar: Shape, before: Shape): boolean
}

export type GapMode = 'STRICT' | 'CONTINUOUS'

/** Gap rules of TA-Lib: beyond the other body's end, by any amount. */
export const STRICT_GAPS: GapRules = {
  mode: 'STRICT',
  gapsUp: (bar, before) => bar.bottom > before.top,
  gapsDown: (bar, before) => bar.top < before.bottom,
  opensAbove: (bar, before) => bar.open > before.high,
  opensBelow: (bar, before) => bar.open < before.low,
  engulfs: (bar, before) => bar.top > before.top && bar.bottom < before.bottom,
  isWithin: (bar, before) => bar.top < before.top && bar.bottom > before.bottom,
}

/**
 * Gap rules for markets that never close, where a bar opens at the previous close: a gap starts near the end of the
 * body, and a body covers another one of at most its own length when neither end protrudes by more than the equality
 * tolerance.
 */
export const CONTINUOUS_GAPS: GapRules = {
  mode: 'CONTINUOUS',
  gapsUp: (bar, before) => bar.bottom >= before.top - before.near,
  gapsDown: (bar, before) => bar.top <= before.bottom + before.near,
  opensAbove: (bar, before) => bar.open >= before.top - before.near,
  opensBelow: (bar, before) => bar.open <= before.bottom + before.near,
  engulfs: (bar, before) => covers(bar, before, before.equal),
  isWithin: (bar, before) => covers(before, bar, before.equal),
}

const covers = (outer: Shape, inner: Shape, tolerance: number): boolean =>
  outer.body >= inner.body && outer.top >= inner.top - tolerance && outer.bottom <= inner.bottom + tolerance
