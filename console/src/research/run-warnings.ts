import { formatUsdt } from '../figures/numbers.ts'
import { plural, t } from '../messages/messages.ts'
import type { ResearchRunDetail } from './types.ts'

/** Returns the reasons to distrust the result of a run, one sentence each. */
export const listWarnings = (run: Pick<ResearchRunDetail, 'result' | 'spec' | 'trades'>): readonly string[] => {
  const { bounds, net, gapMinutes, leftOpen, pauses } = run.result
  const warnings: string[] = []
  if (run.trades < TRADES_MIN)
    warnings.push(
      t('Only {trades} trades: most statistics need at least {min}.', {
        trades: run.trades,
        min: TRADES_MIN,
      }),
    )
  if (Math.abs(Number(bounds.ambiguityCost)) > AMBIGUITY_MAX * Math.abs(Number(net)))
    warnings.push(
      t(
        'The order of prices within {ambiguousMinutes} minutes accounts for {ambiguityCost} USDT, more than a fifth of the net result.',
        {
          ambiguousMinutes: bounds.ambiguousMinutes - bounds.resolvedMinutes,
          ambiguityCost: formatUsdt(bounds.ambiguityCost),
        },
      ),
    )
  if (run.spec.funding === false) warnings.push(t('Funding is not included.'))
  if (gapMinutes > 0) warnings.push(t('{gapMinutes} minutes of candles are missing in the range.', { gapMinutes }))
  if (leftOpen > 0)
    warnings.push(
      plural(leftOpen, '{count} position was still open at the end.', '{count} positions were still open at the end.'),
    )
  for (const { at, code } of pauses.slice(0, PAUSES_MAX))
    warnings.push(t('Trading was paused at {at}: {code}.', { at, code }))
  return warnings
}

/** Minimum number of trades for meaningful figures. */
const TRADES_MIN = 30
/** Ambiguous share of the net result above which a warning is displayed. */
const AMBIGUITY_MAX = 0.2

const PAUSES_MAX = 5
