/**
 * Returns the change from one price to another as a fraction of the absolute first price, so that negated prices give
 * the negated return. NaN when the first price is zero.
 */
export const simpleReturn = (from: number, to: number): number =>
  from === 0 ? Number.NaN : (to - from) / Math.abs(from)
