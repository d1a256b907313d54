import type { SymbolsAsked } from '../views/page.ts'

/** The values of a comma-separated list, each once; null when none is given. */
export const listOf = <Value extends string>(text: string | undefined): readonly Value[] | null =>
  text === undefined ? null : ([...new Set(text.split(','))] as Value[])

/** `symbol` and `symbols` together, each once and always in the same order. */
export const symbolsOf = ({
  symbol,
  symbols,
}: {
  readonly symbol?: string
  readonly symbols?: string
}): SymbolsAsked => {
  const asked = [symbol ?? [], symbols?.split(',') ?? []].flat()
  return asked.length === 0 ? null : [...new Set(asked)].toSorted()
}
