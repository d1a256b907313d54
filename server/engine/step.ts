import { assert, assertNever } from '../core/assert.ts'
import { printDecimal } from '../core/decimal.ts'
import type { Instant } from '../core/instant.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { type Market, type Observed, observe } from '../domain/market/market.ts'
import type { MarketEvent } from '../domain/market/market-event.ts'
import type { Effect } from './effects.ts'
import type { Command, EngineEvent } from './events.ts'
import type { Fact, LedgerFact } from './facts.ts'
import { applyFact, type Ledger } from './ledger.ts'

export interface EngineState {
  /** Owned and changed in place; it can be rebuilt from its source and the stored candles. */
  readonly market: Market
  readonly ledger: Ledger
}

export interface Step {
  readonly state: EngineState
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
}

interface Decision {
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
}

const NOTHING: Decision = { facts: [], effects: [] }

/** One event in, what became true and what is to be done out. No clock, no randomness, no I/O. */
export const step = (state: EngineState, event: EngineEvent): Step => {
  const decision = decide(state, event)
  if (decision === NOTHING) return { state, ...NOTHING }
  const ledger = decision.facts.filter(isLedgerFact).reduce(applyFact, state.ledger)
  return { state: ledger === state.ledger ? state : { ...state, ledger }, ...decision }
}

const isLedgerFact = (fact: Fact): fact is LedgerFact => fact.kind !== 'candleClosed'

const decide = (state: EngineState, event: EngineEvent): Decision => {
  switch (event.kind) {
    case 'command':
      return { facts: [onCommand(state.ledger, event.command, event.atMs)], effects: [] }
    case 'market':
      return onMarket(state, event.event, event.atMs)
    default:
      return assertNever(event)
  }
}

const onCommand = (ledger: Ledger, command: Command, atMs: Instant): Fact => {
  switch (command.kind) {
    case 'startRun': {
      const { runId, market, mode } = command
      return { kind: 'runStarted', runId, market, mode, epoch: (ledger.run?.epoch ?? 0) + 1, atMs }
    }
    case 'endRun':
      return { kind: 'runEnded', runId: command.runId, atMs }
    default:
      return assertNever(command)
  }
}

const onMarket = ({ market, ledger }: EngineState, event: MarketEvent, atMs: Instant): Decision => {
  const observed = observe(market, event, atMs)
  if (event.kind === 'instrument') return listing(ledger, event.instrument, atMs)
  if (event.kind === 'stream') {
    return {
      facts: [{ kind: 'streamChanged', change: event.change, atMs }, ...closings(market, observed)],
      effects: [],
    }
  }
  if (observed.closed.length === 0 && observed.bookLost === undefined) return NOTHING
  return {
    facts: closings(market, observed),
    effects: observed.bookLost === undefined ? [] : [{ kind: 'requestBook', symbol: observed.bookLost }],
  }
}

const closings = (market: Market, observed: Observed): Fact[] =>
  observed.closed.map((candle) => {
    const entry = market.instruments.get(candle.symbol)
    assert(entry, `a candle of ${candle.symbol} closed before it was listed`)
    return { kind: 'candleClosed', candle, instrument: entry.instrument }
  })

/** An instrument is a fact when it is new or its filters changed. */
const listing = (ledger: Ledger, instrument: Instrument, atMs: Instant): Decision => {
  const fact = {
    kind: 'instrumentListed',
    symbol: instrument.symbol,
    tickSize: printDecimal(instrument.price.step),
    lotSize: printDecimal(instrument.quantity.step),
    minNotional: instrument.minNotional && printDecimal(instrument.minNotional),
    maxLeverage: instrument.maxLeverage,
    atMs,
  } as const
  const known = ledger.listed.get(fact.symbol)
  const same =
    known?.tickSize === fact.tickSize &&
    known.lotSize === fact.lotSize &&
    known.minNotional === fact.minNotional &&
    known.maxLeverage === fact.maxLeverage
  return same ? NOTHING : { facts: [fact], effects: [] }
}
