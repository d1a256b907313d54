import type { Bar } from '../bar.ts'

export const typicalPrice = ({ high, low, close }: Bar): number => (high + low + close) / 3
