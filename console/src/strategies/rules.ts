/** Built-in strategies: their families, and rules in words. */

import type { components } from '@plimsoll/client'
import { t } from '../messages/messages.ts'

/** Rule of a strategy in words, for longs; shorts mirror it. */
export interface StrategyRule {
  readonly family: Family
  readonly entry: string
  readonly exit: string
}

export type Family = components['schemas']['Signal']['family']

/** Returns the rule of a built-in strategy; undefined for a strategy from a file of the host. */
export const describeRule = (strategyId: string): StrategyRule | undefined => RULES[strategyId]

/** Returns the IDs of the built-in strategies. */
export const listBuiltIn = (): readonly string[] => Object.keys(RULES)

export const FAMILIES: Readonly<Record<Family, string>> = {
  TREND: t('Trend'),
  MOMENTUM: t('Momentum'),
  MEAN_REVERSION: t('Mean reversion'),
  VOLATILITY: t('Volatility'),
  CARRY: t('Carry'),
  PATTERN: t('Pattern'),
}

const RULES: Readonly<Record<string, StrategyRule>> = {
  S01: {
    family: 'TREND',
    entry: t('Buys a close above the 20-bar high when ADX confirms a trend, except in the most volatile periods.'),
    exit: t('Stop 2 ATR below the entry, target 4 ATR above it.'),
  },
  S02: {
    family: 'TREND',
    entry: t(
      'Buys when the price dips to the 20-bar EMA and RSI turns up through 50, while the 50 and 200-bar EMAs rise.',
    ),
    exit: t('Stop 1.5 ATR below the entry, target 3 ATR above it.'),
  },
  S03: {
    family: 'TREND',
    entry: t('Buys when Supertrend flips up while the 200-bar EMA is rising.'),
    exit: t('Stop at the Supertrend line, target 3 ATR above the entry.'),
  },
  S04: {
    family: 'MOMENTUM',
    entry: t('Buys when the weekly return is positive and the daily return exceeds its standard deviation.'),
    exit: t('Stop 3 ATR below the entry, target 4.5 ATR above it.'),
  },
  S05: {
    family: 'MOMENTUM',
    entry: t('Buys when MACD crosses above its signal line, above zero and with a rising histogram.'),
    exit: t('Stop 2 ATR below the entry, target 3 ATR above it.'),
  },
  S06: {
    family: 'MEAN_REVERSION',
    entry: t('Buys a close back above the lower Bollinger band when ADX indicates no trend.'),
    exit: t('Stop 1.5 ATR below the entry, target at the middle band.'),
  },
  S07: {
    family: 'MEAN_REVERSION',
    entry: t('Buys two standard deviations below the 48-bar mean when the variance ratio indicates mean reversion.'),
    exit: t('Stop 2 ATR below the entry, target at the mean.'),
  },
  S08: {
    family: 'MEAN_REVERSION',
    entry: t('Buys a sharp dip (2-bar RSI below 5) above the 200-bar average.'),
    exit: t('Stop 2 ATR below the entry, target at the 5-bar average; a close above that average also exits.'),
  },
  S09: {
    family: 'VOLATILITY',
    entry: t('Buys when the Bollinger bands break above the Keltner channel after at least six bars inside it.'),
    exit: t('Stop 1.5 ATR below the entry, target 3 ATR above it.'),
  },
  S10: {
    family: 'VOLATILITY',
    entry: t(
      'Buys a close above the previous bar’s high when that bar had the narrowest range of the last seven (NR7).',
    ),
    exit: t('Stop at the low of the narrow bar, target at twice the risk.'),
  },
  S11: {
    family: 'CARRY',
    entry: t('Buys when funding is at its 30-day low and open interest grows, but the price makes no new low.'),
    exit: t('Stop 2 ATR below the entry, target 3 ATR above it.'),
  },
  S12: {
    family: 'CARRY',
    entry: t('Buys when the perpetual is unusually cheap against its index and its discount has stopped growing.'),
    exit: t('Stop 1.5 ATR below the entry, target where the basis is at its mean.'),
  },
}
