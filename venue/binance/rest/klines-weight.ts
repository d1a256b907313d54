import { type Params, readLimit } from './params.ts'

const KLINES_MAX = 1_500
const KLINES_USUAL = 500

/** Requested number of candles. */
export const klinesLimit = (params: Params): number => readLimit(params, KLINES_USUAL, KLINES_MAX)

/** Weight of a candle query, by its length. */
export const klinesWeight = (params: Params): number => {
  const limit = klinesLimit(params)
  if (limit < 100) return 1
  if (limit < 500) return 2
  return limit <= 1_000 ? 5 : 10
}
