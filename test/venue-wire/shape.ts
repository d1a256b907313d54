/**
 * Returns the structural differences between a body and recordings of the real exchange: missing or additional keys,
 * and different JSON types. Lists are compared by their first element, lists of plain values by position, filters by
 * their type.
 */
export const structuralDifferences = (ours: unknown, recorded: readonly unknown[], path = ''): string[] => {
  const known = recorded.filter((value) => value !== null && value !== undefined)
  if (known.length === 0 || ours === null) return []
  const kinds = new Set(known.map(getKind))
  if (!kinds.has(getKind(ours))) return [`${path}: ${getKind(ours)} for ${[...kinds].join(' or ')}`]
  if (Array.isArray(ours)) return listDifferences(ours, known.filter(Array.isArray), path)
  if (typeof ours !== 'object') return []
  return recordDifferences(ours as Json, known as unknown as readonly Json[], path)
}

type Json = Readonly<Record<string, unknown>>

const getKind = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value)

const listDifferences = (ours: readonly unknown[], recorded: readonly unknown[][], path: string): string[] => {
  const [first] = ours
  const samples = recorded.flatMap((list) => list.slice(0, 3))
  if (first === undefined || samples.length === 0) return []
  if (isFilter(first)) return filterDifferences(ours as readonly Json[], recorded.flat() as readonly Json[], path)
  if (typeof first !== 'object' && new Set(recorded.flat().map(getKind)).size > 1) {
    const row = recorded[0] ?? []
    return ours.flatMap((value, index) => structuralDifferences(value, [row[index]], `${path}/${index}`))
  }
  return structuralDifferences(first, samples, `${path}/*`)
}

const isFilter = (value: unknown): boolean => typeof value === 'object' && value !== null && 'filterType' in value

const filterDifferences = (ours: readonly Json[], recorded: readonly Json[], path: string): string[] =>
  ours.flatMap((filter) => {
    const same = recorded.filter(({ filterType }) => filterType === filter.filterType)
    const name = `${path}/${String(filter.filterType)}`
    return same.length === 0 ? [`${name}: more`] : structuralDifferences(filter, same, name)
  })

const recordDifferences = (ours: Json, recorded: readonly Json[], path: string): string[] => {
  const theirs = new Set(recorded.flatMap((value) => Object.keys(value)))
  const missing = [...theirs].filter((key) => !(key in ours)).map((key) => `${path}/${key}: missing`)
  const mine = Object.keys(ours).flatMap((key) =>
    theirs.has(key)
      ? structuralDifferences(
          ours[key],
          recorded.map((value) => value[key]),
          `${path}/${key}`,
        )
      : [`${path}/${key}: more`],
  )
  return [...missing, ...mine].sort()
}
