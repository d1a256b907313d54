import type { Blocker } from '../../contract/control.ts'
import type { Instant } from '../core/instant.ts'
import { toMoney, valueAt } from '../domain/account/money.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../domain/market/instrument.ts'
import { markIn } from '../domain/market/touch.ts'
import type { Candidate } from '../domain/order/order.ts'
import type { GateReading } from '../domain/risk/gate.ts'
import { netEdge } from '../domain/risk/gates/net-edge.ts'
import { isManual } from '../domain/signal/trading-book.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { proposeOrder } from '../engine/trading/candidate.ts'
import { judge } from '../engine/trading/dispatch.ts'

export interface GateBlocker extends Omit<Blocker, 'since' | 'share' | 'soleBlockerCount'> {
  /** Symbols to which it applies. */
  readonly symbols: readonly string[]
}

/** The gates that would hold back the smallest entry autotrading could make, of any symbol that is not left to people. */
export const gateBlockers = (state: EngineState, nowMs: Instant): GateBlocker[] => {
  const symbols = [...state.market.instruments.keys()].filter((symbol) => !isManual(state.rules.books, symbol))
  const unobserved = symbols.filter((symbol) => markIn(state.market, symbol) === undefined)
  const refusals = symbols.flatMap((symbol) => {
    const candidate = smallestEntry(state, symbol)
    return candidate ? findRefusals(state, candidate, nowMs) : []
  })
  const byGate = Map.groupBy(refusals, ({ reading }) => reading.gateId)
  const judged = symbols.length - unobserved.length
  return [
    ...(unobserved.length > 0 || symbols.length === 0 ? [marketNotObserved(unobserved)] : []),
    ...[...byGate.values()].flatMap((refused) => merged(refused, judged)),
  ]
}

interface Refusal {
  readonly symbol: string
  readonly reading: GateReading
}

/** The edge is that of a signal, which this entry does not have. */
const findRefusals = (state: EngineState, candidate: Candidate, nowMs: Instant): Refusal[] =>
  judge(state, candidate, nowMs).readings.flatMap((reading) =>
    reading.enforced && !reading.pass && reading.gateId !== netEdge.id
      ? [{ symbol: candidate.terms.symbol, reading }]
      : [],
  )

const marketNotObserved = (symbols: readonly string[]): GateBlocker => ({
  gateId: 'MARKET',
  code: 'MARKET_NOT_SEEN',
  kind: 'D',
  message: `No price has been observed yet${symbols.length === 0 ? '' : ` of ${symbols.join(', ')}`}.`,
  observed: null,
  limit: null,
  unit: 'state',
  removable: true,
  symbols,
})

/** One line for a gate, with what it saw where it is worst; the symbols are named unless it holds back all of them. */
const merged = (refused: readonly Refusal[], judged: number): GateBlocker[] => {
  const worst = refused.toSorted((a, b) => computeExcess(b.reading) - computeExcess(a.reading))[0]?.reading
  if (!worst) return []
  const { gateId, code, kind, observed, limit, unit, detail } = worst
  const symbols = refused.map(({ symbol }) => symbol)
  const named = symbols.length === judged ? '' : `${symbols.join(', ')}: `
  const message = `${named}${detail}.`
  return [{ gateId, code, kind, message, observed, limit, unit, removable: kind !== 'S', symbols }]
}

/** Excess of a gate reading over its limit, as a share of the limit; an unknown reading ranks worst. */
const computeExcess = ({ observed, limit }: GateReading): number => {
  if (observed === null || limit === null) return Number.POSITIVE_INFINITY
  const excess = Math.abs(Number(observed) - Number(limit)) / Math.max(Math.abs(Number(limit)), Number.EPSILON)
  return Number.isNaN(excess) ? 0 : excess
}

const NO_ORDER = { orderId: 'ord_00000000000000000000000000', venueSeed: '0'.repeat(26) } as const

const smallestEntry = (state: EngineState, symbol: string): Candidate | undefined => {
  const entry = state.market.instruments.get(symbol)
  const mark = markIn(state.market, symbol)
  if (!entry || mark === undefined) return undefined
  const proposal = proposeOrder(
    state,
    {
      symbol,
      side: 'BUY',
      type: 'MARKET',
      size: { quantity: smallestQuantity(entry.instrument, mark) },
      price: null,
      trigger: null,
      timeInForce: 'IOC',
      reduceOnly: false,
      stopLoss: null,
      takeProfit: null,
      maxSlippageBps: null,
      clientOrderId: null,
    },
    NO_ORDER,
  )
  return proposal.ok ? { ...proposal.value, origin: 'AUTOTRADING' } : undefined
}

/** The fewest lots that are worth the exchange's minimum. */
const smallestQuantity = (instrument: Instrument, mark: Ticks): Lots => {
  const lot = valueAt(instrument, mark, lots(1))
  const least = instrument.minNotional === null ? 0n : toMoney(instrument.minNotional)
  return lots(lot === 0n ? 1 : Math.max(1, Number((least + lot - 1n) / lot)))
}
