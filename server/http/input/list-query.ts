import type { SymbolFilter } from '../../views/page.ts'

/** The values of a comma-separated list, each once; null when none is given. */
export const parseList = <Value extends string>(text: string | undefined): readonly Value[] | null =>
  text === undefined ? null : ([...new Set(text.split(','))] as Value[])

/** `symbol` and `symbols` together, each once and always in the same order. */
export const readSymbols = ({
  symbol,
  symbols,
}: {
  readonly symbol?: string
  readonly symbols?: string
}): SymbolFilter => {
  const requested = [symbol ?? [], symbols?.split(',') ?? []].flat()
  return requested.length === 0 ? null : [...new Set(requested)].toSorted()
}
