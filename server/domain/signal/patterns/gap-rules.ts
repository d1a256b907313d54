/** Rules for gaps and covering bodies in candlestick patterns: strict as in TA-Lib, or for markets that never close. */

import type { Shape } from './shape.ts'

/** Rules for a gap and for one body covering another. Tolerance is measured at the earlier of the two bars. */
export interface GapRules {
  readonly mode: GapMode
  /** The body lies above the body before. */
  gapsUp(bar: Shape, before: Shape): boolean
  gapsDown(bar: Shape, before: Shape): boolean
  /** Returns whether the bar opens above the bar before, wherever it closes. */
  opensAbove(bar: Shape, before: Shape): boolean
  opensBelow(bar: Shape, before: Shape): boolean
  /** The body covers the body before. */
  engulfs(bar: Shape, before: Shape): boolean
  /** The body is covered by the body before. */
  isWithin(bar: Shape, before: Shape): boolean
}

export type GapMode = 'STRICT' | 'CONTINUOUS'

/** Gap rules of TA-Lib: past the other's end, by any amount. */
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
 * Gap rules for markets that never close, where a bar opens at the close before: a gap begins near the body's end, and
 * a body covers another no longer than itself when neither end protrudes by more than the tolerance of equality.
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
