import { toRfc3339 } from '../../core/instant.ts'
import type { Lack } from './surface.ts'

/**
 * The standard sentence about evidence there is too little of. Of several lacks it speaks of the one foreseen latest, and
 * of the first where nothing is foreseen of any; those of which nothing is foreseen are counted and not spoken of.
 */
export const describeMissing = (title: string, lacks: readonly [Lack, ...Lack[]]): string => {
  const { description, have, need, unit, producedBy, earliestAtMs } = latestMissing(lacks)
  const amount =
    typeof have === 'number'
      ? `have ${have} of ${need}${unit ? ` ${unit}` : ''}`
      : `${description}: have ${have ?? 'none'}, need ${need}`
  const when =
    earliestAtMs === null ? '' : `; at the current rate reached about ${toRfc3339(earliestAtMs).slice(0, 10)}`
  const which = earliestAtMs === null ? 'first' : 'latest foreseen'
  const among = lacks.length === 1 ? '' : `; the ${which} of ${lacks.length} that are missing`
  return `Not enough evidence to judge ${title}: ${amount}; produced by ${producedBy}${when}${among}.`
}

const latestMissing = (lacks: readonly [Lack, ...Lack[]]): Lack =>
  lacks.reduce((latest, lack) => ((lack.earliestAtMs ?? 0) > (latest.earliestAtMs ?? 0) ? lack : latest))
