import { getSign } from '../figures/decimal.ts'
import { formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/** Returns the title of the browser tab: first any problem, then the day's result and the number of open positions. */
export const formatTabTitle = ({ state, isStale, dayNet, openPositions }: TabStatus): string =>
  [
    ...(isStale ? ['STALE'] : []),
    ...(state === undefined || state === 'RUNNING' ? [] : [state]),
    dayNet === undefined ? UNKNOWN : `${MARKS[getSign(dayNet)]}${formatUsdt(dayNet)}`,
    t('{openPositions} open', { openPositions: openPositions ?? UNKNOWN }),
    'Plimsoll',
  ].join(' · ')

interface TabStatus {
  readonly state: string | undefined
  readonly isStale: boolean
  readonly dayNet: string | undefined
  readonly openPositions: number | undefined
}

const MARKS = { 1: '▲ +', 0: '', [-1]: '▼ ' } as const
