import { formatUsdt } from '../figures/numbers.ts'
import type { ResearchRunDetail } from './types.ts'

/** Returns the reasons to distrust the result of a run, one sentence each. */
export const listWarnings = (run: Pick<ResearchRunDetail, 'result' | 'spec' | 'trades'>): readonly string[] => {
  const { bounds, net, gapMinutes, leftOpen, pauses } = run.result
  const warnings: string[] = []
  if (run.trades < TRADES_MIN) warnings.push(`Only ${run.trades} trades: most statistics need at least ${TRADES_MIN}.`)
  if (Math.abs(Number(bounds.ambiguityCost)) > AMBIGUITY_MAX * Math.abs(Number(net)))
    warnings.push(
      `The order of prices within ${bounds.ambiguousMinutes} minutes accounts for ${formatUsdt(bounds.ambiguityCost)} USDT, more than a fifth of the net result.`,
    )
  if (run.spec.funding === false) warnings.push('Funding is not included.')
  if (gapMinutes > 0) warnings.push(`${gapMinutes} minutes of candles are missing in the range.`)
  if (leftOpen > 0) warnings.push(`${leftOpen} positions were still open at the end.`)
  for (const { at, code } of pauses.slice(0, PAUSES_MAX)) warnings.push(`Trading was paused at ${at}: ${code}.`)
  return warnings
}

/** Minimum number of trades for meaningful figures. */
const TRADES_MIN = 30
/** Ambiguous share of the net result above which a warning is displayed. */
const AMBIGUITY_MAX = 0.2

const PAUSES_MAX = 5
