import { effectiveCount } from './sample.ts'

/** Weighted, and ordered by `value`. */
export interface Massed {
  readonly value: number
  readonly weight: number
}

/**
 * The items in order of their value, in at most `count` groups of about equal weight. Equal values are never parted, so
 * that there may be fewer groups.
 */
export const equalMassBins = <T extends Massed>(items: readonly T[], count: number): T[][] => {
  const total = effectiveCount(items)
  const bins: T[][] = []
  let before = 0
  let filling = -1
  for (const group of groupsOfEqual(items)) {
    const weight = effectiveCount(group)
    const index = Math.min(count - 1, Math.floor((count * (before + weight / 2)) / total))
    if (index === filling) bins.at(-1)?.push(...group)
    else bins.push([...group])
    filling = index
    before += weight
  }
  return bins
}

/** In order of value, those of equal value together. */
export const groupsOfEqual = <T extends Massed>(items: readonly T[]): T[][] => {
  const groups: T[][] = []
  for (const item of items.toSorted((a, b) => a.value - b.value)) {
    const last = groups.at(-1)
    if (last?.[0]?.value === item.value) last.push(item)
    else groups.push([item])
  }
  return groups
}
