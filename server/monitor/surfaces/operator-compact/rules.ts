/** Rules of the surface `operator-compact-truth`: the most urgent concern and the next action of the operator. */

import { operatorCompactTruth as contract } from '../../../../contract/monitor/operator-compact-truth.ts'
import { INSUFFICIENT, type Report, SEVERITIES } from '../../../../contract/monitor/surface.ts'
import { LOST_CODES } from '../../frame/exchange-lost.ts'
import { counted } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import {
  type ActionCode,
  type Concern,
  describeOpen,
  findConcerns,
  getNextAction,
  type OperatorInputs,
  WATCHED,
} from './concerns.ts'

/**
 * Summary for the operator: the reports of the other surfaces, and the single next action. It performs no measurements
 * of its own.
 */
export const operatorCompactTruth = defineSurface({
  contract,
  needs: ['engine', 'latch', 'account', 'positions', 'orders'],
  dependsOn: Object.keys(WATCHED),
  fault(inputs, frame) {
    const concerns = findConcerns(inputs, frame)
    if (!concerns.some(({ level }) => level === 'ACT_NOW')) return null
    return { verdict: 'ACT_NOW', summary: summarise(concerns), reasons: concerns.map(toCause) }
  },
  judge(inputs, frame) {
    const concerns = findConcerns(inputs, frame)
    const [first, ...more] = insufficientReports(frame)
    if (first) {
      const reasons = [...concerns.map(toCause), ...staleFeedIn(frame)]
      return {
        missing: [toMissing(first), ...more.map(toMissing)],
        reasons,
        summary: describeInsufficient(first, concerns, inputs.positions.length),
      }
    }
    if (concerns.length > 0) {
      const stale = staleFeedIn(frame)
      const isUnwatched = stale.length > 0 && inputs.positions.length > 0
      const isRaised = isUnwatched || concerns.some(({ level }) => level === 'ATTENTION')
      return {
        verdict: isRaised ? 'ATTENTION' : 'STOPPED_BY_CHOICE',
        summary: [summarise(concerns), ...stale.map(({ message }) => message)].join(' '),
        reasons: [...concerns.map(toCause), ...stale],
      }
    }
    const summary = `The engine is ${inputs.engine.state} with ${counted(inputs.positions.length, 'open position')}; no action needed.`
    return { verdict: 'ALL_CLEAR', summary, reasons: [] }
  },
  data(inputs, frame) {
    const others = [...frame.reports.values()]
    const status = frame.reports.get('public-status-truth')
    return {
      ...figureBodies(inputs),
      data: status ? { freshness: status.freshness.status, oldestAgeMs: status.freshness.oldestAgeMs } : null,
      topBlockers: (inputs.engine?.topBlockers ?? []).slice(0, 3).map(({ gateId, code, share, kind }) => ({
        gateId,
        label: code,
        shapleyShare: share,
        kind,
      })),
      surfaces: others.map(({ surface, verdict, severity, generatedAt, snapshotId }) => ({
        surface,
        verdict,
        severity,
        generatedAt,
        etag: `"${snapshotId}"`,
      })),
      worst: worstSurfaces(others),
      nextAction: getNextAction(worstCode(inputs, frame)),
    }
  },
})

const worstCode = (inputs: OperatorInputs, frame: Frame): ActionCode => {
  const [worst] = findConcerns(inputs, frame)
  if (worst?.level === 'ACT_NOW' || worst?.isStop) return worst.code
  const { engine, latch, account, positions, orders } = inputs
  const isObserved = engine && latch && account && positions && orders && insufficientReports(frame).length === 0
  if (isObserved) return worst?.code ?? 'NOTHING'
  if (isExchangeLost(frame)) return 'EXCHANGE_UNREACHABLE'
  return staleFeedIn(frame).length > 0 ? 'FEED_STALE' : 'NOT_SEEN'
}

const summarise = ([first, ...more]: readonly Concern[]): string => {
  const others = more.length === 1 ? 'is 1 more reason' : `are ${more.length} more reasons`
  return `${first?.message ?? ''}${more.length > 0 ? ` There ${others}.` : ''}`
}

const toCause = ({ level, isStop: _isStop, ...cause }: Concern): Cause => ({
  ...cause,
  remedy: getNextAction(cause.code).text,
  severity: contract.verdicts[level],
})

const describeInsufficient = (
  { surface, summary, reasons }: Report,
  [first]: readonly Concern[],
  positions: number,
): string => {
  const stop = first?.isStop ? `${first.message} ` : ''
  const lost = reasons.find(({ code }) => LOST_CODES.includes(code))
  if (!lost) return `${stop}Not enough evidence to judge ${contract.question}: ${surface}: ${summary}`
  return `${stop}${lost.message}${first?.isStop ? '' : describeOpen(positions)} Not enough evidence to judge ${contract.question} while this lasts.`
}

const isExchangeLost = ({ reports }: Frame): boolean =>
  reports.get('public-status-truth')?.reasons.some(({ code }) => code === 'EXCHANGE_UNREACHABLE') ?? false

/** Reports a silent market that should be checked; no verdict depends on it here. */
const staleFeedIn = ({ reports }: Frame): Cause[] => {
  const report = reports.get('exchange-market-intelligence-truth')
  if (report?.verdict !== 'FEED_STALE') return []
  const { surface, summary, severity } = report
  return [
    {
      code: 'FEED_STALE',
      message: `${surface}: ${summary}`,
      severity,
      remedy: getNextAction('FEED_STALE').text,
      of: ['feeds'],
    },
  ]
}

/** Lists the alerting surfaces without evidence, which cannot be reported as good. */
const insufficientReports = ({ reports }: Frame): Report[] =>
  Object.keys(WATCHED).flatMap((surface) => {
    const report = reports.get(surface)
    return report?.verdict === INSUFFICIENT ? [report] : []
  })

const toMissing = ({ surface, missingEvidence }: Report): MissingItem => {
  const [first] = missingEvidence
  return {
    code: 'SURFACE_INSUFFICIENT',
    description: `${surface}: ${missingEvidence.map(({ description }) => description).join('; ')}`,
    have: first?.have ?? null,
    need: first?.need ?? 'enough evidence',
    ...(first?.unit !== undefined && { unit: first.unit }),
    producedBy: first?.producedBy ?? surface,
    ...(first?.remedy !== undefined && { remedy: first.remedy }),
    earliestAtMs: null,
  }
}

const figureBodies = ({ engine, latch, account, positions, orders }: OperatorInputs) => ({
  engine: engine
    ? {
        state: engine.state,
        since: engine.stateSince,
        executionMode: engine.executionMode,
        latchEngaged: latch?.engaged ?? true,
        stopId: latch?.stopId ?? null,
      }
    : null,
  money: account
    ? {
        equity: account.portfolio.equity,
        dayNet: account.portfolio.dayPnl.net,
        dayNetPct: sharePercent(account.portfolio.dayPnl.net, account.portfolio.dayPnl.dayStartEquity),
        drawdownPct: account.portfolio.drawdown.currentPct,
      }
    : null,
  exposure:
    positions && orders
      ? {
          openPositions: positions.length,
          gross: account?.portfolio.grossExposure ?? null,
          effectiveLeverage: account?.portfolio.effectiveLeverage ?? null,
          unprotectedPositions: positions.filter(({ protection }) => protection.unprotectedSince !== null).length,
          outcomeUnknownOrders: orders.filter(({ status }) => status === 'OUTCOME_UNKNOWN').length,
          externalOrders: orders.filter(({ origin }) => origin === 'EXTERNAL').length,
        }
      : null,
})

const sharePercent = (part: string, whole: string | null): number | null =>
  whole === null || Number(whole) <= 0 ? null : Math.round((Number(part) / Number(whole)) * 1_000_000) / 10_000

const WORST_MAX = 5

const worstSurfaces = (reports: readonly Report[]) =>
  reports
    .filter(({ severity }) => severity === 'WARN' || severity === 'BLOCK' || severity === 'CRITICAL')
    .toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))
    .slice(0, WORST_MAX)
    .map(({ surface, verdict }) => ({ surface, verdict }))
