/**
 * Step function of the engine: applies one event to the state and returns facts and effects, without clock, randomness
 * or I/O.
 */

import { assert, assertNever } from '../../core/assert.ts'
import { printDecimal } from '../../core/decimal.ts'
import type { Instrument } from '../../domain/market/instrument.ts'
import { type Observed, observe } from '../../domain/market/market.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import { EPOCH_MAX } from '../../domain/order/venue-client-id.ts'
import { closeEnded } from '../autotrading/exits.ts'
import { onStrategy } from '../autotrading/handle-strategy-events.ts'
import { catchUpSeries, close, processBacklog } from '../autotrading/on-candles-closed.ts'
import { quarantineOnRequest } from '../autotrading/quarantine.ts'
import { prepareCalibration } from '../autotrading/track-records.ts'
import { onClockStep } from '../control/clock-step.ts'
import { foreignIn } from '../control/continuity.ts'
import { emergencyStop } from '../control/engage-stop.ts'
import { handBack } from '../control/hand-back.ts'
import { keepState, settleOwed } from '../control/keep-state.ts'
import { pause } from '../control/pause.ts'
import { clearStop, rearmStrategy, resume, setLiveGrant } from '../control/resume.ts'
import { beginShutdown, endRun, noteStoreCheck, onStore, startControl } from '../control/runs.ts'
import { sweep } from '../control/sweep.ts'
import type { Effect } from '../model/effects.ts'
import type { Command, CommandOutcome, EngineEvent, StoreHealth } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import { DONE } from '../model/outcomes.ts'
import { beginTurn, type EngineState, record, type Turn } from '../state/turn.ts'
import { amendOrder, settleAmendments } from '../trading/amend-order.ts'
import { cancelOrder, retryCancels } from '../trading/cancel-order.ts'
import { changeProtection } from '../trading/change-protection.ts'
import { requestTime } from '../trading/clock.ts'
import { closePosition } from '../trading/close-position.ts'
import { onVenue } from '../trading/on-venue.ts'
import { noteUnresolved, queryOrders } from '../trading/order-watch.ts'
import { placeOrder } from '../trading/place-order.ts'
import { protect } from '../trading/protect.ts'
import { beginRun, requestAccount } from '../trading/reconcile.ts'
import { noteResults, noteUnanswered } from '../trading/reports.ts'
import { sampleEquity } from '../trading/sample-equity.ts'

/** Processes one event and returns the facts and effects. No clock, no randomness, no I/O. */
export const step = (state: EngineState, event: EngineEvent): Step => {
  if (event.kind === 'market') {
    const observed = observe(state.market, event.event, event.atMs)
    if (isQuiet(event.event, observed)) return NOTHING
    return closeTurn(state, event, (turn) => onMarket(turn, event.event, observed))
  }
  return closeTurn(state, event, (turn) => onEvent(turn, event))
}

/**
 * Result of processing one event: facts to commit, and effects to perform afterwards. The state has been changed in
 * place.
 */
export interface Step {
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
  /** Result of a command; `DONE` for other events. */
  readonly outcome: CommandOutcome
}

const NOTHING: Step = { facts: [], effects: [], outcome: DONE }

/** Most ticks end here. */
const isQuiet = ({ kind }: MarketEvent, { closed, bookLost }: Observed): boolean =>
  kind !== 'instrument' && kind !== 'stream' && closed.length === 0 && bookLost === undefined

const closeTurn = (state: EngineState, { atMs }: EngineEvent, work: (turn: Turn) => CommandOutcome): Step => {
  const turn = beginTurn(state, atMs)
  const outcome = work(turn)
  if (turn.sweepDue) sweep(turn)
  settleAmendments(turn)
  for (const symbol of turn.touched) protect(turn, symbol)
  noteResults(turn)
  if (turn.ledger.control.state === 'RECONCILING') turn.session.foreign += foreignIn(turn.facts)
  return { facts: turn.facts, effects: turn.effects, outcome }
}

const onEvent = (turn: Turn, event: Exclude<EngineEvent, { kind: 'market' }>): CommandOutcome => {
  switch (event.kind) {
    case 'command':
      return onCommand(turn, event.command)
    case 'venue':
      onVenue(turn, event.event)
      queryOrders(turn)
      return DONE
    case 'strategy':
      onStrategy(turn, event.event)
      return DONE
    case 'clockStepped':
      onClockStep(turn, event.step)
      return DONE
    case 'timer':
      onTimer(turn, event.health)
      return DONE
    case 'backlog':
      processBacklog(turn)
      return DONE
    case 'store':
      onStore(turn, event.failure)
      return DONE
    default:
      return assertNever(event)
  }
}

const onCommand = (turn: Turn, command: Command): CommandOutcome => {
  switch (command.kind) {
    case 'startRun': {
      const { runId, market, mode, lastEpoch, hashes, previousRuns = null } = command
      const epoch = nextEpoch(turn, lastEpoch)
      turn.session.epoch = epoch
      turn.session.start = { atMs: turn.atMs, hashes: hashes ?? null, previousRuns }
      turn.session.foreign = 0
      turn.session.constitutionHash = hashes?.constitution ?? null
      record(turn, { kind: 'runStarted', runId, market, mode, epoch, ...(hashes && { hashes }), atMs: turn.atMs })
      startControl(turn)
      beginRun(turn)
      return DONE
    }
    case 'noteStoreCheck':
      noteStoreCheck(turn, command.damage)
      return DONE
    case 'beginShutdown':
      beginShutdown(turn, command.instructed)
      return DONE
    case 'endRun':
      endRun(turn, command)
      return DONE
    case 'pause':
      return pause(turn, command)
    case 'emergencyStop':
      return emergencyStop(turn, command)
    case 'resume':
      return resume(turn, command)
    case 'clearStop':
      return clearStop(turn, command)
    case 'quarantineStrategy':
      return quarantineOnRequest(turn, command)
    case 'rearmStrategy':
      return rearmStrategy(turn, command)
    case 'handBack':
      return handBack(turn, command)
    case 'setLiveGrant':
      return setLiveGrant(turn, command)
    case 'placeOrder':
      return placeOrder(turn, command)
    case 'amendOrder':
      return amendOrder(turn, command)
    case 'cancelOrder':
      return cancelOrder(turn, command)
    case 'closePosition':
      return closePosition(turn, command)
    case 'changeProtection':
      return changeProtection(turn, command)
    case 'recordAnswer': {
      const { idempotency, status, body } = command
      turn.facts.push({ kind: 'answerRecorded', idempotency, status, body, atMs: turn.atMs })
      return DONE
    }
    default:
      return assertNever(command)
  }
}

/** Returns the epoch of a run that starts: the epoch of the lease if there is one, otherwise the next. */
const nextEpoch = ({ ledger, lease }: Turn, lastEpoch = 0): number => {
  const last = Math.max(ledger.run?.epoch ?? 0, lastEpoch)
  const epoch = lease.epoch ?? last + 1
  assert(epoch > last && epoch <= EPOCH_MAX, `epoch ${epoch} must be above ${last} and fit an ID`)
  return epoch
}

const onMarket = (turn: Turn, event: MarketEvent, observed: Observed): CommandOutcome => {
  if (event.kind === 'instrument') noteListing(turn, event.instrument)
  if (event.kind === 'stream') record(turn, { kind: 'streamChanged', change: event.change, atMs: turn.atMs })
  const liveSymbol = event.kind === 'stream' && event.change.state === 'live' ? event.change.symbol : null
  if (observed.closed.length > 0 || liveSymbol !== null) {
    const origin = event.kind === 'history' ? 'HISTORY' : 'LIVE'
    close(turn, { kind: 'closed', candles: observed.closed, origin, liveSymbol, atMs: turn.atMs })
  }
  if (observed.bookLost !== undefined) turn.effects.push({ kind: 'requestBook', symbol: observed.bookLost })
  return DONE
}

/** Records an instrument that is new or whose filters changed. */
const noteListing = (turn: Turn, instrument: Instrument): void => {
  const fact = {
    kind: 'instrumentListed',
    symbol: instrument.symbol,
    tickSize: printDecimal(instrument.price.step),
    lotSize: printDecimal(instrument.quantity.step),
    minNotional: instrument.minNotional && printDecimal(instrument.minNotional),
    maxLeverage: instrument.maxLeverage,
    atMs: turn.atMs,
  } as const
  const known = turn.ledger.listed.get(fact.symbol)
  const same =
    known?.tickSize === fact.tickSize &&
    known.lotSize === fact.lotSize &&
    known.minNotional === fact.minNotional &&
    known.maxLeverage === fact.maxLeverage
  if (!same) record(turn, fact)
}

/** Runs time-based tasks. */
const onTimer = (turn: Turn, health: StoreHealth): void => {
  turn.session.health = health
  noteUnanswered(turn)
  noteUnresolved(turn)
  sweep(turn)
  retryCancels(turn)
  queryOrders(turn)
  requestTime(turn)
  requestAccount(turn)
  sampleEquity(turn)
  closeEnded(turn)
  keepState(turn)
  settleOwed(turn)
  catchUpSeries(turn)
  prepareCalibration(turn.signals, turn.market.clockMs)
  for (const symbol of turn.ledger.positions.keys()) turn.touched.add(symbol)
}
