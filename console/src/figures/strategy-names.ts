/** Names of strategies as displayed. */

import { t } from '../messages/messages.ts'

/** Returns the name of a strategy: that of a built-in one, otherwise the one from its file, or its ID. */
export const nameStrategy = (strategyId: string, name?: string | null): string =>
  BUILT_IN[strategyId] ?? name?.replaceAll('_', ' ') ?? strategyId

const BUILT_IN: Readonly<Record<string, string>> = {
  S01: t('Donchian breakout'),
  S02: t('EMA pullback'),
  S03: t('Supertrend flip'),
  S04: t('Time-series momentum'),
  S05: t('MACD zero line'),
  S06: t('Bollinger reversion'),
  S07: t('Z-score reversion'),
  S08: t('RSI-2 dip'),
  S09: t('Squeeze release'),
  S10: t('NR7 expansion'),
  S11: t('Funding fade'),
  S12: t('Basis reversion'),
}
