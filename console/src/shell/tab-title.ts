import { getSign } from '../figures/decimal.ts'
import { formatToStep, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'

/**
 * Returns the title of the browser tab: first any problem, then the price on the market screen, the day's result and the
 * number of open positions.
 */
export const formatTabTitle = ({ state, isStale, ticker, dayNet, openPositions }: TabStatus): string =>
  [
    ...(isStale ? ['STALE'] : []),
    ...(state === undefined || state === 'RUNNING' ? [] : [state]),
    ...(ticker ? [`${formatToStep(ticker.lastPrice, ticker.tickSize)} ${ticker.symbol}`] : []),
    dayNet === undefined ? UNKNOWN : `${MARKS[getSign(dayNet)]}${formatUsdt(dayNet)}`,
    t('{openPositions} open', { openPositions: openPositions ?? UNKNOWN }),
    'Plimsoll',
  ].join(' · ')

interface TabStatus {
  readonly state: string | undefined
  readonly isStale: boolean
  /** Market on the screen, if any. */
  readonly ticker?:
    | { readonly symbol: string; readonly lastPrice: string | null; readonly tickSize: string }
    | undefined
  readonly dayNet: string | undefined
  readonly openPositions: number | undefined
}

const MARKS = { 1: '▲ +', 0: '', [-1]: '▼ ' } as const
