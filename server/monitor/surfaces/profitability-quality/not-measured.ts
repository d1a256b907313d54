import type { EquityRecord } from '../../../domain/performance/equity-record.ts'
import type { TrialRecord } from '../../../domain/performance/trial-record.ts'
import type { Available, Frame, MissingItem } from '../../frame/surface.ts'
import type { TradesTruth } from '../../inputs/trades.ts'
import { computeDsr } from './assess.ts'

const NEVER = { have: null, earliestAtMs: null } as const

const PBO: MissingItem = {
  ...NEVER,
  code: 'OVERFIT_PROBABILITY',
  description: 'The probability of backtest overfitting is not worked out in this build',
  need: 'returns of every configuration over 160 common periods',
  producedBy: 'backtests',
}

const shortfallItem = ({ record }: TradesTruth): MissingItem => ({
  code: 'IMPLEMENTATION_SHORTFALL',
  description:
    'Cost of entries and exits against the order book at their decision; not stored for exits and manual orders',
  have: record.entryShortfall.trades,
  need: record.trades,
  unit: 'trades, entry alone',
  producedBy: 'decisions',
  earliestAtMs: null,
})

const missingRegime = ({ record }: TradesTruth): MissingItem => ({
  code: 'REGIME_AT_ENTRY',
  description: 'The regime at the entry of trades that no signal led to, or whose signal is not kept any more',
  have: record.trades - record.withoutRegime,
  need: record.trades,
  unit: 'trades',
  producedBy: 'signals',
  earliestAtMs: null,
})

const missingSharpe = (equity: EquityRecord): MissingItem => ({
  ...NEVER,
  code: 'SHARPE_RATIO',
  description: 'A Sharpe ratio: the returns of the days do not vary',
  have: equity.days,
  need: 'two days that differ',
  producedBy: 'equity samples',
})

const missingDsr = ({ registered, measured }: TrialRecord, { constitution }: Frame): MissingItem => ({
  ...NEVER,
  code: 'TRIAL_SHARPES',
  description: `Trials with ${constitution.monitor.minDays} days of outcomes, needed to estimate how much luck would select`,
  have: measured,
  need: registered === 0 ? 1 : 2,
  unit: 'trials',
  producedBy: 'signal outcomes',
})

/** Lists the fields that the scorecard shows as null, with the reasons. */
export const notMeasured = (
  { trades, equityDays, trials }: Available<'trades' | 'equityDays' | 'trials'>,
  frame: Frame,
): MissingItem[] => [
  PBO,
  ...(trades && trades.record.trades > 0 ? [shortfallItem(trades)] : []),
  ...(trades && trades.record.withoutRegime > 0 ? [missingRegime(trades)] : []),
  ...(equityDays && equityDays.days > 1 && !equityDays.sharpe ? [missingSharpe(equityDays)] : []),
  ...(equityDays?.sharpe && trials && computeDsr(equityDays, trials) === null ? [missingDsr(trials, frame)] : []),
]
