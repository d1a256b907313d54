/** Something one can go to by its name. */
export interface Destination {
  readonly name: string
  /** What it is, in a word. */
  readonly kind: 'Screen' | 'Symbol'
  readonly href: string
}

/** Those whose name has every word of the text in it; those it begins with come first. */
export const matching = (destinations: readonly Destination[], text: string): readonly Destination[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const isLater = ({ name }: Destination): number => (name.toLowerCase().startsWith(first) ? 0 : 1)
  return destinations
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => isLater(a) - isLater(b))
}
