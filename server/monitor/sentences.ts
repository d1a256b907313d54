import { toRfc3339 } from '../core/instant.ts'
import type { Lack } from './surface.ts'

/** The standard sentence about evidence there is too little of. */
export const sentenceOf = (
  title: string,
  { description, have, need, unit, producedBy, earliestAtMs }: Lack,
): string => {
  const amount =
    typeof have === 'number'
      ? `have ${have} of ${need}${unit ? ` ${unit}` : ''}`
      : `${description}: have ${have ?? 'none'}, need ${need}`
  const when =
    earliestAtMs === null ? '' : `; at the current rate reached about ${toRfc3339(earliestAtMs).slice(0, 10)}`
  return `Not enough evidence to judge ${title}: ${amount}; produced by ${producedBy}${when}.`
}
