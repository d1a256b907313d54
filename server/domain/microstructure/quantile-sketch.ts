import type { Instant } from '../../core/instant.ts'

/**
 * Sketch that estimates quantiles of positive numbers from counts in sixteen classes per octave, to within a sixteenth.
 * Values older than `slices · sliceMs` are dropped one slice at a time. Changed only by the functions in this file.
 */
export interface QuantileSketch {
  readonly sliceMs: number
  /** Class of the smallest number that can be distinguished. */
  readonly floor: number
  readonly slices: readonly Uint32Array[]
  /** Period of each slice. */
  readonly stamps: Float64Array
  stamp: number
  current: Uint32Array
}

export interface SketchSize {
  readonly from: number
  readonly octaves: number
  readonly slices: number
  readonly sliceMs: number
}

const CLASSES = 16
const EXPONENT_OF_TWO_31 = (1_023 + 31) * CLASSES
const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)

/**
 * Returns the exponent and the first four binary digits of a double; little-endian, as on every platform Node supports.
 * Small whole numbers avoid the byte access, which is twice as fast.
 */
const sizeClass = (value: number): number => {
  if ((value | 0) === value && value > 0) {
    const zeros = Math.clz32(value)
    return EXPONENT_OF_TWO_31 - zeros * CLASSES + (((value << zeros) >>> 27) & (CLASSES - 1))
  }
  double[0] = value
  return (words[1] as number) >>> 16
}

const classMinimum = (index: number): number => {
  words[0] = 0
  words[1] = index << 16
  return double[0] as number
}

export const createQuantileSketch = ({ from, octaves, slices, sliceMs }: SketchSize): QuantileSketch => {
  const counts = Array.from({ length: slices }, () => new Uint32Array(octaves * CLASSES))
  return {
    sliceMs,
    floor: sizeClass(from),
    slices: counts,
    stamps: new Float64Array(slices).fill(-1),
    stamp: -1,
    current: counts[0] ?? new Uint32Array(octaves * CLASSES),
  }
}

/** Advances exchange time to the next slice. Time never runs backwards. */
export const advanceSketch = (sketch: QuantileSketch, at: Instant): void => {
  const stamp = Math.floor(at / sketch.sliceMs)
  if (stamp <= sketch.stamp) return
  const slot = stamp % sketch.slices.length
  sketch.stamp = stamp
  sketch.current = sketch.slices[slot] as Uint32Array
  sketch.current.fill(0)
  sketch.stamps[slot] = stamp
}

export const tally = ({ current, floor }: QuantileSketch, value: number): void => {
  const index = sizeClass(value) - floor
  const slot = index < 0 ? 0 : index < current.length ? index : current.length - 1
  current[slot] = (current[slot] as number) + 1
}

/** Returns the sum of the valid slices, and their number. */
export const sumSlices = (sketch: QuantileSketch): { counts: Float64Array; n: number; slices: number } => {
  const counts = new Float64Array(sketch.current.length)
  let n = 0
  let slices = 0
  for (const [slot, slice] of sketch.slices.entries()) {
    if ((sketch.stamps[slot] as number) <= sketch.stamp - sketch.slices.length || sketch.stamps[slot] === -1) continue
    slices++
    for (let index = 0; index < slice.length; index++) {
      counts[index] = (counts[index] as number) + (slice[index] as number)
      n += slice[index] as number
    }
  }
  return { counts, n, slices }
}

/** Returns the quantile for `share` of the counted values; undefined while there are none. */
export const estimateQuantile = (sketch: QuantileSketch, share: number): { value: number; n: number } | undefined => {
  const { counts, n } = sumSlices(sketch)
  if (n === 0) return undefined
  let left = share * n
  let index = 0
  const isPast = (count: number): boolean => count === 0 || left > count
  while (index < counts.length - 1 && isPast(counts[index] as number)) left -= counts[index++] as number
  const low = classMinimum(sketch.floor + index)
  const high = classMinimum(sketch.floor + index + 1)
  const count = counts[index] as number
  return { value: low + (high - low) * (count === 0 ? 0 : Math.min(1, left / count)), n }
}
