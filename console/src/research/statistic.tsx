import { UNKNOWN } from '../figures/numbers.ts'
import { formatStatistic } from './statistics.ts'
import type { Run } from './types.ts'

/** Formatted statistic of a backtest run, or the reason why it is unavailable. */
export const Statistic = ({ name, figure, isShort = false }: Reading) =>
  figure?.value == null && figure?.lack ? (
    <span className="text-sm font-normal text-muted" title={figure.lack}>
      {isShort ? UNKNOWN : figure.lack}
    </span>
  ) : (
    formatStatistic(name, figure?.value)
  )

interface Reading {
  readonly name: string
  readonly figure: Run['statistics'][string] | undefined
  /** True in a list: the reason is then only in the title. */
  readonly isShort?: boolean
}
