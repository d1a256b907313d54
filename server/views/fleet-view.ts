/**
 * Overview of all accounts of a shared store as the API body, and the summary that the engine of each account reports.
 */

import type { Fleet, FleetAccount } from '../../contract/fleet.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../core/instant.ts'
import type { AccountSummary, FleetEntry } from '../engine/model/fleet.ts'
import type { EngineState } from '../engine/state/turn.ts'
import type { TradingViews } from './trading-views.ts'

/** Returns the overview of all accounts. */
export const fleetBody = (entries: readonly FleetEntry[], atMs: Instant): Fleet => ({
  accounts: entries.map(accountBody),
  asOf: toRfc3339(atMs),
})

/** Age above which a report no longer reflects the current state of the account. */
const REPORTED_WITHIN_MS = 10 * SECOND_MS

const accountBody = ({ account, market, epoch, host, report, stop, standbys }: FleetEntry): FleetAccount => {
  const summary = report && report.ageMs < REPORTED_WITHIN_MS && host !== null ? report.summary : UNKNOWN
  return {
    account,
    market,
    ...summary,
    stop: stop && { stopId: stop.stopId, code: stop.code, reason: stop.reason, at: toRfc3339(stop.atMs) },
    engine: { epoch, host, reportedMs: report?.ageMs ?? null },
    standbys: standbys.map(({ host: other, batchesBehind }) => ({ host: other, batchesBehind })),
  }
}

const UNKNOWN = {
  state: null,
  executionMode: null,
  verdict: null,
  equity: null,
  openPositions: null,
  positionsWithoutStop: null,
}

/** Returns the summary that an engine reports about its account. */
export const summarizeAccount = ({ state, trading, reports }: SummaryParts): AccountSummary => {
  const positions = [...state.ledger.positions.values()]
  const { executionMode, equity } = trading.balance()
  return {
    state: state.ledger.control.state,
    executionMode,
    verdict: reports.find('public-status-truth')?.verdict ?? null,
    equity,
    openPositions: positions.length,
    positionsWithoutStop: positions.filter(({ protection }) => protection.unprotectedSinceMs !== null).length,
  }
}

export interface SummaryParts {
  readonly state: Pick<EngineState, 'ledger'>
  readonly trading: Pick<TradingViews, 'balance'>
  /** The reports of the monitor. */
  readonly reports: { find(surface: string): { readonly verdict: string } | undefined }
}
