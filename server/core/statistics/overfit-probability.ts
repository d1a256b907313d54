import { assert } from '../assert.ts'

/**
 * Returns the probability of overfitting by combinatorially symmetric cross-validation (Bailey, Borwein, López de Prado
 * and Zhu, The Probability of Backtest Overfitting, 2015), with the Sharpe ratio as the measure. `trials` contains the
 * returns of the same periods, oldest first; the oldest ones that do not fill a block are omitted. Null for fewer than
 * two trials or too few periods.
 */
export const overfitProbability = (trials: readonly (readonly number[])[]): OverfitProbability | null => {
  const periods = trials[0]?.length ?? 0
  assert(
    trials.every(({ length }) => length === periods),
    'all trials must have the same periods',
  )
  if (trials.length < 2 || periods < OVERFIT_PERIODS_MIN) return null
  const sums = trials.map((returns) => sumBlocks(returns))
  let overfit = 0
  let splits = 0
  for (let chosen = 0; chosen < 1 << BLOCKS; chosen++) {
    if (countBits(chosen) !== BLOCKS / 2) continue
    splits++
    if (isOverfit(sums, chosen)) overfit++
  }
  return { value: overfit / splits, splits }
}

/** Result of comparing the best trial in one half of the periods with all trials in the other half. */
export interface OverfitProbability {
  /** Share of splits in which the best trial of one half was not above the median in the other. */
  readonly value: number
  readonly splits: number
}

/** Number of blocks of consecutive periods; every half is compared with its complement: 252 splits. */
const BLOCKS = 10
/** Minimum number of periods per block for a meaningful Sharpe ratio. */
const BLOCK_PERIODS_MIN = 10

/** Periods below which there is no result. */
const OVERFIT_PERIODS_MIN = BLOCKS * BLOCK_PERIODS_MIN

/** Sums of one block. */
interface BlockSum {
  readonly n: number
  readonly sum: number
  readonly squares: number
}

const sumBlocks = (returns: readonly number[]): readonly BlockSum[] => {
  const length = Math.floor(returns.length / BLOCKS)
  const first = returns.length - length * BLOCKS
  return Array.from({ length: BLOCKS }, (_, index) => {
    const block = returns.slice(first + index * length, first + (index + 1) * length)
    const sum = block.reduce((total, value) => total + value, 0)
    return { n: length, sum, squares: block.reduce((total, value) => total + value * value, 0) }
  })
}

/** Returns whether the trial that is best in the chosen blocks is not above the median in the others. */
const isOverfit = (trials: readonly (readonly BlockSum[])[], chosen: number): boolean => {
  const inside = trials.map((blocks) => ratioIn(blocks, chosen))
  const best = inside.indexOf(Math.max(...inside))
  const outside = trials.map((blocks) => ratioIn(blocks, ~chosen))
  const own = outside[best] ?? 0
  const below = outside.filter((ratio) => ratio < own).length
  const equal = outside.filter((ratio) => ratio === own).length
  const rank = below + (equal + 1) / 2
  return rank / (trials.length + 1) <= 0.5
}

/** Returns the Sharpe ratio of the blocks in `mask`; 0 if the returns never vary. */
const ratioIn = (blocks: readonly BlockSum[], mask: number): number => {
  let [n, sum, squares] = [0, 0, 0]
  for (const [index, block] of blocks.entries()) {
    if (((mask >> index) & 1) === 0) continue
    n += block.n
    sum += block.sum
    squares += block.squares
  }
  const variance = (squares - (sum * sum) / n) / (n - 1)
  return variance > VARIANCE_MIN ? sum / n / Math.sqrt(variance) : 0
}

/** Variance below which a difference is rounding error. */
const VARIANCE_MIN = 1e-18

const countBits = (mask: number): number => {
  let count = 0
  for (let rest = mask; rest > 0; rest &= rest - 1) count++
  return count
}
