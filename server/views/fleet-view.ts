/**
 * Overview of all accounts of a shared store as the API body, and the summary that the engine of each account reports.
 */

import type { Fleet, FleetAccount } from '../../contract/fleet.ts'
import { type Role, rolesWith } from '../../contract/roles.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import { sumLosses } from '../domain/risk/present-risk.ts'
import type { AccountSummary, BusStanding, FleetEntry } from '../engine/model/fleet.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { readPresentRisk } from '../engine/trading/present-risk.ts'
import type { TradingViews } from './trading-views.ts'

/** Returns the overview of the accounts that the caller may read. */
export const fleetBody = (
  entries: readonly FleetEntry[],
  { rolesOn, names, first }: FleetReader,
  atMs: Instant,
): Fleet => {
  const accounts = entries.map((entry) => ({ entry, roles: rolesOn(entry.account) }))
  return {
    accounts: accounts
      .filter(({ roles }) => roles.length > 0)
      .map(({ entry, roles }) => accountBody(entry, { roles: [...roles], served: names.includes(entry.account) })),
    defaultAccount: first,
    mayStopAll: accounts.every(({ roles }) => roles.some((role) => STOPPERS.includes(role))),
    asOf: toRfc3339(atMs),
  }
}

export interface FleetReader {
  /** Returns the roles of the caller on an account. */
  readonly rolesOn: (account: string) => readonly Role[]
  /** Names of the accounts that this server serves, and the first of them. */
  readonly names: readonly string[]
  readonly first: string
}

const STOPPERS = rolesWith('control:stop')

/** Age above which a report no longer reflects the current state of the account. */
const REPORTED_WITHIN_MS = 10 * SECOND_MS

const accountBody = (
  { account, market, epoch, host, report, stop, standbys, gateways }: FleetEntry,
  access: Pick<FleetAccount, 'roles' | 'served'>,
): FleetAccount => {
  const isCurrent = report !== null && report.ageMs < REPORTED_WITHIN_MS && host !== null
  const { bus = null, ...summary } = isCurrent ? report.summary : UNREPORTED
  return {
    account,
    ...access,
    market,
    ...UNKNOWN,
    ...summary,
    stop: stop && { stopId: stop.stopId, code: stop.code, reason: stop.reason, at: toRfc3339(stop.atMs) },
    engine: { epoch, host, reportedMs: report?.ageMs ?? null, bus: bus && busBody(bus) },
    standbys: standbys.map(({ host: other, batchesBehind }) => ({ host: other, batchesBehind })),
    gateways: gateways.map((gateway) => ({ host: gateway.host, bus: gateway.bus && busBody(gateway.bus) })),
  }
}

/** Without the fault, which may contain addresses of the operator's network. */
const busBody = ({ kind, state, sinceMs }: BusStanding) => ({ kind, state, since: toRfc3339(sinceMs) })

const UNREPORTED: Partial<AccountSummary> = {}

const UNKNOWN = {
  state: null,
  executionMode: null,
  verdict: null,
  equity: null,
  dayNet: null,
  openRisk: null,
  openPositions: null,
  positionsWithoutStop: null,
}

/** Returns what an engine reports about its account. */
export const summariseAccount = ({ state, trading, reports, nowMs, bus }: SummaryParts): AccountSummary => {
  const positions = [...state.ledger.positions.values()]
  const { executionMode, equity, dayPnl } = trading.portfolio(null)
  const openRisk = sumLosses(readPresentRisk(state, nowMs))
  return {
    state: state.ledger.control.state,
    executionMode,
    verdict: reports.find('public-status-truth')?.verdict ?? null,
    equity,
    dayNet: dayPnl.net,
    openRisk: openRisk === null ? null : printMoney(openRisk),
    openPositions: positions.length,
    positionsWithoutStop: positions.filter(({ protection }) => protection.unprotectedSinceMs !== null).length,
    bus,
  }
}

export interface SummaryParts {
  readonly state: EngineState
  readonly trading: Pick<TradingViews, 'portfolio'>
  readonly nowMs: Instant
  readonly bus: BusStanding | null
  /** The reports of the monitor. */
  readonly reports: { find(surface: string): { readonly verdict: string } | undefined }
}
