/** Builds the risk view, the input of the gates, for one candidate. */

import { assert } from '../../core/assert.ts'
import { ageMs, type Instant } from '../../core/instant.ts'
import { computeDrawdown } from '../../domain/account/equity-track.ts'
import { type Money, valueAt } from '../../domain/account/money.ts'
import { AUTHORITY } from '../../domain/control/control-state.ts'
import { maintenanceMargin } from '../../domain/margin/brackets.ts'
import { formingCandle } from '../../domain/market/candle-builder.ts'
import { lots, type Ticks } from '../../domain/market/instrument.ts'
import type { InstrumentMarket } from '../../domain/market/instrument-market.ts'
import { getMarkTicks, getTouch } from '../../domain/market/market.ts'
import { readPosture } from '../../domain/microstructure/component.ts'
import type { Candidate, Order, Side, TriggerPrices } from '../../domain/order/order.ts'
import { resolveHolder } from '../../domain/position/position.ts'
import { projectedPosition } from '../../domain/position/position-effect.ts'
import { type RiskView, venuePriceLimits } from '../../domain/risk/risk-view.ts'
import { worstPrice } from '../../domain/risk/worst-exposure.ts'
import { isArmed } from '../../domain/signal/trading-book.ts'
import { strategyHeldIn } from '../autotrading/quarantine.ts'
import { unreadSinceStep } from '../control/clock-step.ts'
import { type Ledger, workingOrders } from '../state/ledger.ts'
import type { EngineState } from '../state/turn.ts'
import { computeAtRisk, liquidationAt } from './at-risk.ts'
import {
  computeEquity,
  computeExposures,
  NO_EXPOSURE,
  notionalAtMark,
  otherMaintenance,
  worstNotional,
} from './exposure.ts'
import { unprotectedBeyond } from './guards.ts'
import { unwatchedHeld } from './unwatched-holdings.ts'

/** Builds the input of the gates from the state at one instant. */
export const buildRiskView = (state: EngineState, candidate: Candidate, atMs: Instant): RiskView => {
  const { ledger, market, session, rules } = state
  const { symbol } = candidate.terms
  const entry = market.instruments.get(symbol)
  assert(entry, `${symbol} must be listed before it is traded`)
  const ageSince = (sinceMs: Instant | null | undefined): number | null =>
    sinceMs == null ? null : ageMs(sinceMs, atMs)
  const { bid, ask } = getTouch(entry)
  const { mark, last, index } = readTriggerPrices(entry)
  const working = workingOrders(ledger)
  const unknown = working.filter(({ status }) => status === 'OUTCOME_UNKNOWN')
  return {
    atMs,
    constitution: rules.constitution,
    latch: { engaged: ledger.latch !== null, reason: ledger.latch?.reason ?? null },
    autotradingEntries: AUTHORITY[ledger.control.state].entries,
    lease: { held: state.lease.held(), epoch: session.epoch, foreignEpoch: session.foreignEpoch },
    store: session.health,
    clock: {
      checked: rules.clockChecked,
      offsetMs: session.clock.offsetMs,
      errorMs: session.clock.errorMs,
      ageMs: session.clock.offsetMs === null ? null : ageSince(session.clock.atMs),
      ...(session.hostClock.step && { unreadSinceStep: unreadSinceStep(state, symbol) }),
    },
    reconciliation: {
      ageMs: ageSince(session.reconciliation.doneAtMs),
      differencesOnSymbol: [...ledger.differences.values()].filter((difference) => difference.symbol === symbol).length,
      unwatched: unwatchedHeld(ledger),
    },
    unknownOutcomes: {
      onSymbol: unknown.filter(({ terms }) => terms.symbol === symbol).length,
      total: unknown.length,
    },
    instrument: entry.instrument,
    filtersAgeMs: ageSince(entry.observedAtMs),
    trading: entry.stream === 'live',
    book: {
      synced: entry.book.state === 'SYNCED',
      ageMs: ageSince(entry.bookObservedAtMs),
      bid: bid?.price ?? null,
      ask: ask?.price ?? null,
    },
    mark,
    last,
    index,
    markAgeMs: ageSince(entry.markPrice ? entry.markObservedAtMs : entry.bookObservedAtMs),
    privateStreamAgeMs: session.stream === 'connected' ? ageSince(session.lastMessageAtMs) : null,
    venuePriceLimits: venuePriceLimits(entry.instrument, mark),
    dayVolume: readDayVolume(entry),
    exposure: readExposure(state, symbol, working),
    atRisk: computeAtRisk(state, symbol, working),
    account: accountAfter(state, candidate, entry),
    recent: ledger.recent,
    day: readDay(state),
    unprotectedBeyondBudget: unprotectedBeyond(ledger, rules.constitution.protection.budgetMs, atMs),
    ownBest: { bid: ownBest(working, symbol, 'BUY'), ask: ownBest(working, symbol, 'SELL') },
    netEdgeLcb: candidate.cause?.netEdgeLcb ?? null,
    manipulationPosture: candidate.origin === 'AUTOTRADING' ? readPosture(entry.micro, market.clockMs) : null,
    liveGrant: grantFor(state, candidate, atMs),
    liveForMs: ageSince(ledger.liveSinceMs),
    bookArmed: isArmed(rules.books, symbol, rules.mode),
    symbolHeldBy: symbolHolder(ledger, working, symbol),
    strategyHeld: candidate.cause ? strategyHeldIn(state, candidate.cause, { symbol, atMs }) : null,
  }
}

const readTriggerPrices = (entry: InstrumentMarket): TriggerPrices => ({
  mark: getMarkTicks(entry) ?? null,
  last: entry.lastTrade?.price ?? null,
  index: entry.markPrice?.index ?? null,
})

/** Returns the grant for the order; a grant for manual trading does not cover autotrading. */
const grantFor = (
  { ledger: { liveGrant }, session }: EngineState,
  { origin }: Candidate,
  atMs: Instant,
): RiskView['liveGrant'] =>
  liveGrant && {
    valid: atMs < liveGrant.expiresAtMs && (origin !== 'AUTOTRADING' || liveGrant.scope === 'AUTOTRADING'),
    matchesConstitution: liveGrant.constitutionHash === session.constitutionHash,
  }

const readDayVolume = (entry: InstrumentMarket): RiskView['dayVolume'] => {
  const forming = formingCandle(entry.candles, '1m')
  return entry.day.summary(forming)?.volume ?? null
}

const readExposure = (
  { ledger, market }: EngineState,
  symbol: string,
  working: readonly Order[],
): RiskView['exposure'] => {
  const exposures = computeExposures(ledger, working)
  let otherSymbolsWorst = 0n
  for (const [other, exposure] of exposures) {
    if (other !== symbol) otherSymbolsWorst += worstNotional(market, other, exposure)
  }
  return { ...(exposures.get(symbol) ?? NO_EXPOSURE), otherSymbolsWorst }
}

const accountAfter = (state: EngineState, candidate: Candidate, entry: InstrumentMarket): RiskView['account'] => {
  const { ledger, market, rules } = state
  const { terms } = candidate
  const { instrument } = entry
  const brackets = rules.brackets(terms.symbol)
  const others = otherMaintenance(state, rules.brackets, terms.symbol)
  const price = worstPrice(terms, { mark: getMarkTicks(entry) ?? null })
  const position = ledger.positions.get(terms.symbol)
  const now = position ? maintenanceMargin(brackets, notionalAtMark(market, position)) : 0n
  const base = { equity: computeEquity(state), maintenanceMargin: others.maintenance + now }
  if (price === null || ledger.openedAtMs === null) {
    return { ...base, maintenanceMarginAfter: null, liquidationPriceAfter: null }
  }
  const after = projectedPosition(position, terms, { instrument, price })
  const notional: Money = valueAt(instrument, price, lots(Math.abs(after.quantity)))
  return {
    ...base,
    maintenanceMarginAfter: others.maintenance + (after.quantity === 0 ? 0n : maintenanceMargin(brackets, notional)),
    liquidationPriceAfter: after.quantity === 0 ? null : liquidationAt(state, instrument, after),
  }
}

const percent = (part: Money, whole: Money): number => (whole === 0n ? 0 : (Number(part) / Number(whole)) * 100)

/** Returns day, peak and losing streak for gates and breakers, at the current equity unless another is given. */
export const readDay = (state: EngineState, equity = computeEquity(state)): RiskView['day'] => {
  const { equity: track } = state.ledger
  if (equity === null) return { netPct: null, drawdownPct: null, lossStreak: track.lossStreak }
  const start = track.last === null ? state.ledger.account.opening : track.dayStart
  return {
    netPct: percent(equity - start, start),
    drawdownPct: computeDrawdown({ peak: track.riskPeak }, equity) * 100,
    lossStreak: track.lossStreak,
  }
}

/** Returns the holder of the position, or of an order that may open or add to one. */
const symbolHolder = (ledger: Ledger, working: readonly Order[], symbol: string): RiskView['symbolHeldBy'] => {
  const position = ledger.positions.get(symbol)
  const entry = working.find(({ terms }) => terms.symbol === symbol && !terms.reduceOnly)
  const held = position ?? entry
  if (held === undefined) return null
  return resolveHolder(held).kind === 'AUTOTRADING' ? 'ENGINE' : 'OTHER'
}

/** Returns the best price of our own orders of one side that are resting or may come to rest. */
const ownBest = (working: readonly Order[], symbol: string, side: Side): Ticks | null => {
  let best: Ticks | null = null
  for (const { terms } of working) {
    if (terms.symbol !== symbol || terms.side !== side || terms.price === null || !mayRest(terms)) continue
    if (best === null || (side === 'BUY' ? terms.price > best : terms.price < best)) best = terms.price
  }
  return best
}

const mayRest = ({ timeInForce }: Order['terms']): boolean => timeInForce === 'GTC' || timeInForce === 'POST_ONLY'
