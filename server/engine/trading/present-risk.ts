/** Computes the account's current use of its limits. */

import type { Instant } from '../../core/instant.ts'
import type { Order } from '../../domain/order/order.ts'
import type { PresentRisk, SymbolRisk } from '../../domain/risk/present-risk.ts'
import { buildBreakerView } from '../control/standing.ts'
import { workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { findLosses, sumWorstLosses } from './at-risk.ts'
import { computeEquity, computeExposures, findUnrealized, otherMaintenance, worstNotional } from './exposure.ts'

/** Returns the account's current use of its limits, computed by the functions that build the input of the gates. */
export const readPresentRisk = (state: EngineState, atMs: Instant): PresentRisk => {
  const { ledger, market, session, rules } = state
  const working = workingOrders(ledger)
  const breakers = buildBreakerView({ ...state, atMs })
  return {
    atMs,
    equity: computeEquity(state),
    maintenanceMargin: otherMaintenance(state, rules.brackets, null).maintenance,
    symbols: [...computeExposures(ledger, working)].map(([symbol, exposure]) => ({
      symbol,
      exposure: worstNotional(market, symbol, exposure),
      ...readLosses(state, symbol, working),
    })),
    worstLoss: sumWorstLosses(state, working, null),
    unknownOutcomes: working.filter(({ status }) => status === 'OUTCOME_UNKNOWN').length,
    recent: ledger.recent,
    store: session.health,
    day: breakers.day,
    breakers,
  }
}

const readLosses = (
  state: EngineState,
  symbol: string,
  working: readonly Order[],
): Pick<SymbolRisk, 'worstLoss' | 'position'> => {
  const worstLoss = findLosses(state, symbol, working)?.position ?? null
  const position = state.ledger.positions.get(symbol)
  if (!position) return { worstLoss, position: null }
  const lossAtStop = findLosses(state, symbol, [])?.position ?? null
  const unrealized = findUnrealized(state.market, position)
  const lossFromMark = lossAtStop === null || unrealized === null ? null : lossAtStop + unrealized
  return { worstLoss, position: { lossAtStop, lossFromMark } }
}
