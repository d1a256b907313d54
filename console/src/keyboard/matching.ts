/** Search of the command palette: finds screens and symbols by words of their names. */

/** Screen or symbol that the command palette opens. */
export interface Destination {
  readonly name: string
  /** Kind of destination. */
  readonly kind: 'Screen' | 'Symbol'
  readonly href: string
}

/** Returns the destinations whose name contains every word of the text; names that begin with it come first. */
export const matching = (destinations: readonly Destination[], text: string): readonly Destination[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const isLater = ({ name }: Destination): number => (name.toLowerCase().startsWith(first) ? 0 : 1)
  return destinations
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => isLater(a) - isLater(b))
}
