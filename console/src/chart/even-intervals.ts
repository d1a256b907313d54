/** Times at equal intervals for a chart that spaces its data evenly. */

/**
 * Divides the time of a curve into about this many intervals of a round length. Each has the last point in it, or only
 * its time, so that the chart shows times to scale.
 */
export const divideEvenly = <Point extends Timed>(
  points: readonly Point[],
  most: number,
): readonly (Point | Timed)[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const length = LENGTHS.find((each) => (last.time - first.time) / each <= most) ?? DAY
  const toIndex = ({ time }: Timed): number => Math.floor(time / length)
  const inIntervals = new Map(points.map((point) => [toIndex(point), point]))
  const begin = toIndex(first)
  return Array.from({ length: toIndex(last) - begin + 1 }, (_, nth) => ({
    ...inIntervals.get(begin + nth),
    time: (begin + nth) * length,
  }))
}

interface Timed {
  /** Seconds since 1970. */
  readonly time: number
}

const DAY = 86_400
const LENGTHS = [1, 5, 15, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 43_200] as const
