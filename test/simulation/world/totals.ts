/** Counts of events, by name. */
export type Totals = Map<string, number>

export const add = (totals: Totals, name: string, count = 1): void => {
  totals.set(name, (totals.get(name) ?? 0) + count)
}

export const merge = (into: Totals, from: Totals): void => {
  for (const [name, count] of from) add(into, name, count)
}
