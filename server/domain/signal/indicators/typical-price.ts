import type { Bar } from '../bar.ts'

/** Returns the mean of high, low and close of a bar. */
export const typicalPrice = ({ high, low, close }: Bar): number => (high + low + close) / 3
