/** Data of the signal chart: results of signals as bars, and their summary in words. */

import type { components } from '@plimsoll/client'
import { plural, t } from '../messages/messages.ts'

/** Signal as a bar: up or down by its result, from 0 to 1 of the largest; null for an open or lost outcome. */
export interface SignalBar {
  readonly signalId: string
  readonly netR: number | null
  readonly share: number
  readonly isLost: boolean
}

type Signal = components['schemas']['Signal']
type Charted = Pick<Signal, 'signalId' | 'outcome'>

/** Returns signals as bars, oldest first. */
export const buildSignalBars = (newestFirst: readonly Charted[]): readonly SignalBar[] => {
  const results = newestFirst.map(readResult)
  const largest = Math.max(0, ...results.map((netR) => Math.abs(netR ?? 0)))
  return newestFirst
    .map(({ signalId, outcome }, index) => ({
      signalId,
      netR: results[index] ?? null,
      share: largest > 0 ? Math.abs(results[index] ?? 0) / largest : 0,
      isLost: outcome?.status === 'LOST',
    }))
    .toReversed()
}

const readResult = ({ outcome }: Charted): number | null => (outcome?.status === 'RESOLVED' ? outcome.netR : null)

/** Describes the bars in words: `Last 40 signals: 12 gained, 20 lost, 8 open.` */
export const describeBars = (bars: readonly SignalBar[]): string => {
  const count = (matches: (bar: SignalBar) => boolean): number => bars.filter(matches).length
  const parts = [
    t('{count} gained', { count: count(({ netR }) => netR !== null && netR > 0) }),
    t('{count} lost', { count: count(({ netR }) => netR !== null && netR <= 0) }),
    t('{count} open', { count: count(({ netR, isLost }) => netR === null && !isLost) }),
  ]
  const unscored = count(({ isLost }) => isLost)
  if (unscored > 0) parts.push(t('{unscored} not scored', { unscored }))
  return plural(bars.length, 'Last {count} signal: {parts}.', 'Last {count} signals: {parts}.', {
    parts: parts.join(', '),
  })
}
