/** Order of the watchlist's symbols, and the path of their sparklines. */

/** Returns the symbols that contain the search, starred ones first, then by name. */
export const orderSymbols = (
  symbols: readonly string[],
  starred: readonly string[],
  search: string,
): readonly string[] => {
  const wanted = search.trim().toUpperCase()
  const rank = (symbol: string): number => (starred.includes(symbol) ? 0 : 1)
  return symbols
    .filter((symbol) => symbol.includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, ROWS_MAX)
}

/** Maximum number of rows, each with a live price. */
const ROWS_MAX = 30

/**
 * Returns the path of a sparkline through these points in a box of this size; empty for fewer than two points. The box
 * is at least `leastRange` high in units of the values, so that small changes stay small.
 */
export const sparklinePath = (points: readonly Point[], width: number, height: number, leastRange = 0): string => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return ''
  const values = points.map(([, value]) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const range = Math.max(highest - lowest, leastRange)
  const low = (lowest + highest - range) / 2
  const places = points.map(([at, value]) => {
    const x = ((at - first[0]) / (last[0] - first[0])) * width
    const y = range === 0 ? height / 2 : height - ((value - low) / range) * height
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${places.join('L')}`
}

/** Place along the line, ascending, and value there. */
type Point = readonly [at: number, value: number]
