/**
 * Returns the delay before another attempt, the first being number 0: random up to a bound that doubles (full
 * jitter).
 */
export const backOffMs = ({ firstMs, capMs }: BackOff, attempt: number, random: () => number): number =>
  random() * Math.min(capMs, firstMs * 2 ** attempt)

/** Limits of an exponential back-off. */
export interface BackOff {
  /** Upper bound of the first delay; the bound doubles with each attempt. */
  readonly firstMs: number
  readonly capMs: number
}
