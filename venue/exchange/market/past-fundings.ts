import type { Decimal } from '../../../server/core/decimal.ts'
import type { Instant } from '../../../server/core/instant.ts'
import type { InstrumentMarket } from '../../../server/domain/market/instrument-market.ts'
import type { FundingTermsAt } from '../ports.ts'

/** A settlement that is past. */
export interface PastFunding {
  readonly settledAtMs: Instant
  readonly rate: Decimal
}

interface FundingSpan {
  readonly fromMs: Instant
  readonly toMs: Instant
  readonly limit: number
}

/** Newest settlements of a span, newest first, computed back from the next one; none where the past is unavailable. */
export const pastFundings = (
  { instrument, markPrice }: InstrumentMarket,
  fundingAt: FundingTermsAt | undefined,
  { fromMs, toMs, limit }: FundingSpan,
): PastFunding[] => {
  const { nextFundingAtMs, fundingIntervalMs } = markPrice ?? {}
  const fundings: PastFunding[] = []
  if (!fundingAt || !nextFundingAtMs || !fundingIntervalMs) return fundings
  const skipped = Math.max(1, Math.ceil((nextFundingAtMs - toMs) / fundingIntervalMs))
  const newest = nextFundingAtMs - skipped * fundingIntervalMs
  for (let at = newest; at >= fromMs && fundings.length < limit; at -= fundingIntervalMs) {
    const terms = fundingAt(instrument.symbol, at)
    if (!terms) break
    fundings.push({ settledAtMs: at, rate: terms.rate })
  }
  return fundings
}
