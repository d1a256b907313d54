/**
 * Groups the risk limits into account, order and system limits, and formats their values, usage and defaults as
 * strings.
 */

import type { components } from '@plimsoll/client'
import { formatReading, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../figures/time-units.ts'
import { t } from '../messages/messages.ts'
import { sortByName } from './names.ts'

/** Limits grouped by the values that they restrict. */
export interface LimitGroups {
  /** Limits on the current state of the account. */
  readonly account: readonly RiskLimit[]
  /** Limits on a single order. */
  readonly orders: readonly RiskLimit[]
  /** Limits on market data, exchange and host. */
  readonly systems: readonly RiskLimit[]
}

export type RiskLimit = components['schemas']['RiskLimit']
type Reading = RiskLimit['limit']

/** Groups the limits, in display order. */
export const groupLimits = (limits: readonly RiskLimit[]): LimitGroups => {
  const sorted = sortByName(limits)
  const trading = sorted.filter(({ path }) => path.startsWith('limits.'))
  return {
    account: trading.filter(({ perOrder }) => !perOrder),
    orders: trading.filter(({ perOrder }) => perOrder),
    systems: sorted.filter(({ path }) => !path.startsWith('limits.')),
  }
}

/** Usage of a limit. `NEAR` begins at 70%, the share at which the monitor reports a budget. */
export type Usage = 'WITHIN' | 'NEAR' | 'REACHED' | 'UNKNOWN'

/** Classifies the usage of a limit. */
export const classifyUsage = ({ usedShare, operator }: Pick<RiskLimit, 'usedShare' | 'operator'>): Usage => {
  if (usedShare === null) return 'UNKNOWN'
  if (usedShare > 1 || (usedShare === 1 && operator === '<')) return 'REACHED'
  return usedShare >= NEAR ? 'NEAR' : 'WITHIN'
}

const NEAR = 0.7

/** Formats the value of a limit, or of its usage, with its unit. */
export const formatAmount = (value: Reading, { path, unit }: Pick<RiskLimit, 'path' | 'unit'>): string => {
  if (value === null) return UNKNOWN
  if (unit === 'USDT') return `${formatUsdt(String(value))} USDT`
  const number = Number(value)
  switch (RATIOS[path] ?? unit) {
    case 'share':
      return withPercent(formatDigits(100 * number))
    case 'multiple':
      return `${formatDigits(number)}×`
    case 'percent':
      return withPercent(formatDigits(number))
    case 'ms':
      return formatMs(number)
    case 'bytes':
      return `${formatDigits(number / GIBIBYTE)} GiB`
    case 'bps':
    case 'lots':
      return `${formatReading(number)} ${unit}`
    default:
      return formatDigits(number)
  }
}

/** Formats of the limits that are ratios. */
const RATIOS: Readonly<Record<string, 'share' | 'multiple'>> = {
  'limits.maxMarginRatio': 'share',
  'limits.maxOrderShareOfDayVolume': 'share',
  'limits.maxLeverage': 'multiple',
  'limits.minLiquidationBuffer': 'multiple',
  'limits.maxStopAtr': 'multiple',
}

const GIBIBYTE = 2 ** 30

const formatDigits = (value: number): string => formatReading(Math.round(value * 100) / 100)

const formatMs = (ms: number): string => {
  const [unit, length] = SPANS.find(([, span]) => Math.abs(ms) >= span) ?? (['ms', 1] as const)
  return `${formatReading(Math.round((ms / length) * 10) / 10)} ${unit}`
}

const SPANS = [
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
] as const

/** Describes the usage of a limit: `0.42% of 2%`. */
export const describeUse = (of: RiskLimit): string => {
  const { used, limit, operator } = of
  if (limit === null) return t('not configured')
  const [reading, bound] = [used === null ? UNKNOWN : formatAmount(used, of), formatAmount(limit, of)]
  return operator === '≥'
    ? t('{reading}, at least {bound}', { reading, bound })
    : t('{reading} of {bound}', { reading, bound })
}

/** Describes the headroom of a limit: `1.58% left`, or `0.2% over`. */
export const describeHeadroom = (of: RiskLimit): string => {
  const { headroom, limit } = of
  if (limit === null) return t('not configured: orders are refused')
  if (headroom === null) return t('headroom unknown')
  const text = String(headroom)
  return text.startsWith('-')
    ? t('{amount} over', { amount: formatAmount(typeof headroom === 'number' ? -headroom : text.slice(1), of) })
    : t('{headroom} left', { headroom: formatAmount(headroom, of) })
}

/** Describes the default of a limit and whether it was changed. */
export const describeDefault = (of: RiskLimit): string => {
  const { default: byDefault, comparison } = of
  if (comparison === 'EQUAL') return t('default')
  return t('{comparison} than the default of {byDefault}', {
    comparison: comparison === 'LOOSER' ? t('looser') : t('tighter'),
    byDefault: formatAmount(byDefault, of),
  })
}

/** Returns the JSON of the constitution file that sets a limit to its present value. */
export const printSetting = ({ path, limit }: Pick<RiskLimit, 'path' | 'limit'>): string => {
  const [section = '', name = ''] = path.split('.')
  return `{ "${section}": { "${name}": ${JSON.stringify(limit)} } }`
}
