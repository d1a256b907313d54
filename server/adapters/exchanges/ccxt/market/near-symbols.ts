const EXAMPLES_MAX = 5
const MAJORS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT']

/** Returns a few of the known symbols, those most similar to an unknown one first. */
export const nearSymbols = (unknown: readonly string[], known: readonly string[]): string[] => {
  const near = known
    .map((symbol) => ({ symbol, distance: Math.min(...unknown.map((other) => distance(symbol, other.toUpperCase()))) }))
    .filter(({ distance }) => distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance || a.symbol.localeCompare(b.symbol))
    .map(({ symbol }) => symbol)
  const majors = MAJORS.filter((symbol) => known.includes(symbol))
  return [...new Set([...near, ...majors, ...known.toSorted()])].slice(0, EXAMPLES_MAX)
}

/** More than this many letters apart is another word. */
const DISTANCE_MAX = 2

/** Returns the number of insertions, deletions and substitutions between two words (Levenshtein). */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return DISTANCE_MAX + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const [above = 0, diagonal = 0, left = 0] = [row[j], row[j - 1], next[j - 1]]
      next.push(Math.min(above + 1, left + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
