/** Results of closed positions in the overview: sums over the last days, and the strategies at both ends. */

import type { components } from '@plimsoll/client'
import { addDecimals } from '../figures/decimal.ts'
import { DAY_MS } from '../figures/time-units.ts'

type Performance = components['schemas']['Performance']
type Group = Performance['byStrategy'][number]

/** Sums the net results of the last UTC days, today included. */
export const sumLastDays = ({ days, to }: Pick<Performance, 'days' | 'to'>, count: number): string => {
  const firstDay = new Date(Date.parse(to) - (count - 1) * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
  return days.filter(({ day }) => day >= firstDay).reduce((sum, { net }) => addDecimals(sum, net), '0')
}

/** Returns the strategies with the highest and the lowest net result; the lowest only if there are two. */
export const rankStrategies = ({ byStrategy }: Pick<Performance, 'byStrategy'>): RankedStrategies => {
  const strategies = byStrategy.filter(({ key }) => key !== null).toSorted((a, b) => Number(b.net) - Number(a.net))
  return { best: strategies[0], worst: strategies.length > 1 ? strategies.at(-1) : undefined }
}

interface RankedStrategies {
  readonly best: Group | undefined
  readonly worst: Group | undefined
}
