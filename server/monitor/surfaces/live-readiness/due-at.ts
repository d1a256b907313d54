import type { MissingEvidence, Report } from '../../../../contract/monitor/surface.ts'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import { followPointer } from '../../../core/json.ts'
import { numberIn } from './readiness-evidence.ts'

/** Returns when the awaited surface could have all missing evidence; null when that is unknown for any of it. */
export const evidenceDueAt = (report: Report | undefined): Instant | null => {
  const instants = (report?.missingEvidence ?? []).map(dueAtMs)
  return instants.length === 0 || instants.includes(null) ? null : latestInstant(instants)
}

/** Evidence the scorecard needs before any verdict; other missing evidence is not awaited. */
const AWAITED = ['CLOSED_TRADES', 'TRACK_RECORD_DAYS', 'TRADES_WITH_RISK']

/** Returns when the scorecard is expected to have a verdict; null when its account has an unexplained difference. */
export const verdictDueAt = ({ missingEvidence }: Report): Instant | null =>
  missingEvidence.some(({ code }) => code === 'EQUITY_IDENTITY')
    ? null
    : latestInstant(missingEvidence.filter(({ code }) => AWAITED.includes(code)).map(dueAtMs))

/** So much of a track record. */
interface TrackRecord {
  readonly days: number
  readonly trades: number
}

/** Returns when the scorecard is expected to have so long a track record. */
export const trackRecordDueAt = (report: Report, need: TrackRecord, nowMs: Instant): Instant | null =>
  latestInstant([daysDueMs(report, need.days, nowMs), tradesDueMs(report, need.trades, nowMs)])

/** The day the scorecard foresees, and so many days after it; once it waits for none, every day that ends is one more. */
const daysDueMs = (report: Report, need: number, nowMs: Instant): Instant | null => {
  const have = numberIn(report, '/counts/days')
  if (have === null || have >= need) return null
  const missingItem = report.missingEvidence.find(({ code }) => code === 'TRACK_RECORD_DAYS')
  const foreseenMs = missingItem && dueAtMs(missingItem)
  if (missingItem && foreseenMs) return foreseenMs + (need - Number(missingItem.need)) * DAY_MS
  return (Math.floor(nowMs / DAY_MS) + need - have) * DAY_MS
}

/** Estimates by the trade rate of the scorecard; when that waits for none, by the rate since the first trade. */
const tradesDueMs = (report: Report, need: number, nowMs: Instant): Instant | null => {
  const have = numberIn(report, '/counts/closedTrades')
  if (have === null || have >= need) return null
  const missingItem = report.missingEvidence.find(({ code }) => code === 'CLOSED_TRADES')
  const foreseenMs = missingItem && dueAtMs(missingItem)
  if (missingItem)
    return foreseenMs
      ? nowMs + Math.round(((foreseenMs - nowMs) * (need - have)) / (Number(missingItem.need) - have))
      : null
  const from = followPointer(report.data, '/scope/from')
  const sinceMs = from.ok ? Date.parse(String(from.value)) : Number.NaN
  return Number.isNaN(sinceMs) ? null : nowMs + Math.round(((nowMs - sinceMs) * (need - have)) / have)
}

const dueAtMs = ({ earliestAt }: MissingEvidence): Instant | null =>
  earliestAt === null ? null : Date.parse(earliestAt)

const latestInstant = (instants: readonly (Instant | null)[]): Instant | null => {
  const known = instants.filter((atMs) => atMs !== null)
  return known.length === 0 ? null : Math.max(...known)
}
