import { toRfc3339 } from '../../core/instant.ts'
import type { MissingItem } from './surface.ts'

/**
 * The standard sentence about evidence there is too little of. Of several lacks it speaks of the one foreseen latest, and
 * of the first where nothing is foreseen of any; those of which nothing is foreseen are counted and not spoken of.
 */
export const describeMissing = (title: string, missingItems: readonly [MissingItem, ...MissingItem[]]): string => {
  const { description, have, need, unit, producedBy, earliestAtMs } = latestMissing(missingItems)
  const amount =
    typeof have === 'number'
      ? `have ${have} of ${need}${unit ? ` ${unit}` : ''}`
      : `${description}: have ${have ?? 'none'}, need ${need}`
  const when =
    earliestAtMs === null ? '' : `; at the current rate reached about ${toRfc3339(earliestAtMs).slice(0, 10)}`
  const which = earliestAtMs === null ? 'first' : 'latest foreseen'
  const among = missingItems.length === 1 ? '' : `; the ${which} of ${missingItems.length} that are missing`
  return `Not enough evidence to judge ${title}: ${amount}; produced by ${producedBy}${when}${among}.`
}

const latestMissing = (missingItems: readonly [MissingItem, ...MissingItem[]]): MissingItem =>
  missingItems.reduce((latest, missingItem) =>
    (missingItem.earliestAtMs ?? 0) > (latest.earliestAtMs ?? 0) ? missingItem : latest,
  )
