import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { EquityRecord } from '../../../domain/performance/equity-record.ts'
import type { Frame, MissingItem } from '../../frame/surface.ts'
import type { TradesTruth } from '../../inputs/trades.ts'

/** Further off than a person plans. */
const FORESEEN_MS = 36_500 * DAY_MS

/** Lists the evidence that is too small for a verdict, in order of need. */
export const tooLittle = (trades: TradesTruth, equityDays: EquityRecord, frame: Frame): MissingItem[] => {
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
      description: 'Whole days with a return',
      have: equityDays.days,
      need: minDays,
      unit: 'days',
      producedBy: 'equity samples',
      earliestAtMs: afterDays(minDays - equityDays.days - (equityDays.hasBase ? 1 : 0), frame.nowMs),
    },
    {
      code: 'TRADES_WITH_RISK',
      description: 'Closed trades whose first stop is kept',
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

/** The end of today, and so many days after it. */
const afterDays = (days: number, nowMs: Instant): Instant => (Math.floor(nowMs / DAY_MS) + 1 + days) * DAY_MS
