/**
 * Returns the gain from one price to another as a fraction of the absolute first price, so that negated prices give the
 * negated return. NaN from zero: there is no such fraction.
 */
export const simpleReturn = (from: number, to: number): number =>
  from === 0 ? Number.NaN : (to - from) / Math.abs(from)
