/** Rules of the surface `profitability-quality-scorecard`: whether the trades have an edge rather than luck. */

import { profitabilityQualityScorecard as contract } from '../../../../contract/monitor/profitability-quality-scorecard.ts'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { EquityRecord } from '../../../domain/performance/equity-curve.ts'
import type { TrialRecord } from '../../../domain/performance/trial-record.ts'
import { counted } from '../../frame/missing-evidence.ts'
import {
  type Available,
  type Cause,
  type Complete,
  defineSurface,
  type Finding,
  type Frame,
  type Insufficient,
  type MissingItem,
} from '../../frame/surface.ts'
import type { TradesTruth } from '../../inputs/performance.ts'
import {
  type Assessment,
  assess,
  checkIdentity,
  computeDsr,
  type IdentityCheck,
  scorecardBody,
} from './scorecard-data.ts'
import { short, verdictCauses } from './verdict-causes.ts'

/** Evidence that the trades of this mode have an edge rather than luck. */
export const profitabilityQualityScorecard = defineSurface<Verdict, typeof contract.data, Needed>({
  contract,
  needs: ['trades', 'equityDays', 'trials'],
  fault(inputs, frame) {
    const { trades, equityDays } = inputs
    if (!trades || !equityDays) return null
    const loss = judgeLoss(trades, equityDays, frame)
    return loss && { ...loss, missing: notMeasured(inputs, frame) }
  },
  judge(whole, frame) {
    const { trades, equityDays } = whole
    const missing = notMeasured(whole, frame)
    const identity = checkIdentity(trades.identity, frame.constitution)
    const [first, ...others] = tooLittle(trades, equityDays, frame)
    const reasons = brokenCauses(identity)
    if (first)
      return { missing: [first, ...others, ...(identity.ok ? [] : [brokenItem(identity)])], beside: missing, reasons }
    return identity.ok ? judgeGain(whole, frame, missing) : broken(identity, missing)
  },
  remarks: ({ trades }) => (trades ? exploratoryCause(trades) : []),
  data: scorecardBody,
})

type Verdict = keyof typeof contract.verdicts
type Needed = 'trades' | 'equityDays' | 'trials'

/** Returns an observed loss; null while there is insufficient evidence. */
const judgeLoss = (trades: TradesTruth, equityDays: EquityRecord, frame: Frame): Finding<Verdict> | null => {
  if (tooLittle(trades, equityDays, frame).length > 0) return null
  const assessed = assess(trades, equityDays)
  const { meanR, ciR, psr0 } = assessed
  const { likelySharpeProbability } = frame.constitution.monitor
  const isProven = ciR !== null && ciR[1] < 0
  const isLikely = meanR !== null && meanR < 0 && psr0 !== null && psr0 <= 1 - likelySharpeProbability
  if (!isProven && !isLikely) return null
  const { interval, likelyLoss } = verdictCauses(assessed, frame)
  const reasons = [
    isProven ? interval : likelyLoss,
    ...brokenCauses(checkIdentity(trades.identity, frame.constitution)),
  ]
  return isProven
    ? { verdict: 'PROVEN_NEGATIVE', summary: `Trading is unprofitable: ${describeFigures(assessed)}.`, reasons }
    : {
        verdict: 'LIKELY_NEGATIVE',
        summary: `Trading is probably unprofitable: ${describeFigures(assessed)}.`,
        reasons,
      }
}

const judgeGain = (
  { trades, equityDays, trials }: Complete<Needed>,
  frame: Frame,
  missing: readonly MissingItem[],
): Finding<Verdict> => {
  const assessed = assess(trades, equityDays)
  const dsr = computeDsr(equityDays, trials)
  const causes = verdictCauses(assessed, frame)
  const unproven = causes.unproven({ dsr, registered: trials.registered, overfit: trials.overfit?.value ?? null })
  const figures = describeFigures(assessed)
  if (!causes.isLikely) {
    const summary = `Neither a profit nor a loss is evident: ${figures}.`
    return { verdict: 'UNPROVEN', summary, reasons: causes.unlikely, missing }
  }
  if (unproven.length > 0) {
    const summary = `Trading is probably profitable: ${figures}; ${unproven.length} of the conditions of proof are not met.`
    return { verdict: 'LIKELY_POSITIVE', summary, reasons: unproven, missing }
  }
  const summary = `Trading is profitable: ${figures}, deflated ${short(dsr)} for one trial.`
  return { verdict: 'PROVEN_POSITIVE', summary, reasons: [causes.interval], missing }
}

const describeFigures = ({ meanR, ciR, psr0, trades, days }: Assessment): string =>
  `mean R ${short(meanR)} (95% from ${short(ciR?.[0])} to ${short(ciR?.[1])}) over ${trades} closed trades, ` +
  `Sharpe ratio above zero with probability ${short(psr0)} over ${days} days`

/** Returns a cause for trades without an expected edge, which are no evidence of regular trading by the strategies. */
const exploratoryCause = ({ record: { exploratory, trades } }: TradesTruth): Cause[] =>
  exploratory.trades === 0
    ? []
    : [
        {
          code: 'EXPLORATORY_TRADES',
          message: `${exploratory.trades} of ${counted(trades, 'closed trade')} had no expected edge at entry (--explore) and earned ${exploratory.net} USDT net; all figures include them.`,
          value: exploratory.trades,
          threshold: 0,
          unit: 'trades',
          severity: 'INFO',
          of: ['trades'],
        },
      ]

const brokenCauses = ({ ok, difference, tolerance }: IdentityCheck): Cause[] =>
  ok
    ? []
    : [
        {
          code: 'EQUITY_IDENTITY_BROKEN',
          message: 'Equity does not reconcile with position lifecycles and cash flows',
          value: difference,
          threshold: tolerance,
          unit: 'USDT',
          of: ['trades'],
        },
      ]

const brokenItem = ({ difference, tolerance }: IdentityCheck): MissingItem => ({
  code: 'EQUITY_IDENTITY',
  description: 'Equity reconciled with position lifecycles and cash flows',
  have: `${difference} USDT unexplained`,
  need: `at most ${tolerance} USDT`,
  producedBy: 'engine',
  earliestAtMs: null,
})

const broken = (identity: IdentityCheck, missing: readonly MissingItem[]): Insufficient => ({
  missing: [brokenItem(identity)],
  beside: missing,
  reasons: brokenCauses(identity),
  summary: `Profitability cannot be judged: ${identity.difference} USDT of equity is not explained by any lifecycle or cash flow (tolerance ${identity.tolerance} USDT).`,
})

/** Maximum forecast: later dates are omitted. */
const FORESEEN_MS = 36_500 * DAY_MS

/** Lists the evidence that is too small for a verdict, in order of need. */
const tooLittle = (trades: TradesTruth, equityDays: EquityRecord, frame: Frame): MissingItem[] => {
  const { minTrades, minDays } = frame.constitution.monitor
  const { record, openedAtMs } = trades
  const producedBy = 'closed positions'
  const missingItems: MissingItem[] = [
    {
      code: 'CLOSED_TRADES',
      description: 'Closed trades',
      have: record.trades,
      need: minTrades,
      unit: 'closed trades',
      producedBy,
      earliestAtMs: atThisRate(record.trades, minTrades, { sinceMs: openedAtMs, nowMs: frame.nowMs }),
    },
    {
      code: 'TRACK_RECORD_DAYS',
      description: 'Complete days with a return',
      have: equityDays.days,
      need: minDays,
      unit: 'days',
      producedBy: 'equity samples',
      earliestAtMs: afterDays(minDays - equityDays.days - (equityDays.hasBase ? 1 : 0), frame.nowMs),
    },
    {
      code: 'TRADES_WITH_RISK',
      description: 'Closed trades with a recorded first stop',
      have: record.r.n,
      need: minTrades,
      unit: 'closed trades with a first stop',
      producedBy,
      earliestAtMs: atThisRate(record.r.n, minTrades, { sinceMs: openedAtMs, nowMs: frame.nowMs }),
    },
  ]
  return missingItems.filter(({ have, need }) => Number(have) < Number(need))
}

const atThisRate = (
  have: number,
  need: number,
  { sinceMs, nowMs }: { readonly sinceMs: Instant; readonly nowMs: Instant },
): Instant | null => {
  const left = have > 0 ? ((need - have) * Math.max(0, nowMs - sinceMs)) / have : Number.POSITIVE_INFINITY
  return left < FORESEEN_MS ? Math.round(nowMs + left) : null
}

/** Returns the end of today plus a number of days. */
const afterDays = (days: number, nowMs: Instant): Instant => (Math.floor(nowMs / DAY_MS) + 1 + days) * DAY_MS

const NEVER = { have: null, earliestAtMs: null } as const

const PBO: MissingItem = {
  ...NEVER,
  code: 'OVERFIT_PROBABILITY',
  description: 'The probability of overfitting across trials',
  need: 'at least two trials with 100 days in common',
  producedBy: 'signal outcomes',
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
  description: 'Entry regime of trades without a signal, or whose signal is no longer stored',
  have: record.trades - record.withoutRegime,
  need: record.trades,
  unit: 'trades',
  producedBy: 'signals',
  earliestAtMs: null,
})

const missingSharpe = (equity: EquityRecord): MissingItem => ({
  ...NEVER,
  code: 'SHARPE_RATIO',
  description: 'A Sharpe ratio; daily returns do not vary',
  have: equity.days,
  need: 'two days with different returns',
  producedBy: 'equity samples',
})

const missingDsr = ({ registered, measured }: TrialRecord, { constitution }: Frame): MissingItem => ({
  ...NEVER,
  code: 'TRIAL_SHARPES',
  description: `Trials with ${constitution.monitor.minDays} days of outcomes, required to estimate selection bias`,
  have: measured,
  need: registered === 0 ? 1 : 2,
  unit: 'trials',
  producedBy: 'signal outcomes',
})

/** Lists the scorecard fields that are null, with the reasons. */
const notMeasured = (
  { trades, equityDays, trials }: Available<'trades' | 'equityDays' | 'trials'>,
  frame: Frame,
): MissingItem[] => [
  ...(trials && trials.registered !== 1 && !trials.overfit ? [PBO] : []),
  ...(trades && trades.record.trades > 0 ? [shortfallItem(trades)] : []),
  ...(trades && trades.record.withoutRegime > 0 ? [missingRegime(trades)] : []),
  ...(equityDays && equityDays.days > 1 && !equityDays.sharpe ? [missingSharpe(equityDays)] : []),
  ...(equityDays?.sharpe && trials && computeDsr(equityDays, trials) === null ? [missingDsr(trials, frame)] : []),
]
