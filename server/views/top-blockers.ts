/** Blockers of autotrading: what prevents entries now, and their API bodies with the share of refused entries. */

import type { Blocker } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { toMoney, valueAt } from '../domain/account/money.ts'
import { BREAKER_UNITS, trippedMessage } from '../domain/control/breakers.ts'
import { AUTHORITY, type ControlState } from '../domain/control/control-state.ts'
import { type Instrument, type Lots, lots, type Ticks } from '../domain/market/instrument.ts'
import { markIn } from '../domain/market/market.ts'
import type { Candidate } from '../domain/order/order.ts'
import { attributeRefusals, blockedIn } from '../domain/risk/attribute-refusals.ts'
import type { GateReading } from '../domain/risk/gate.ts'
import { engineState } from '../domain/risk/gates/engine-state.ts'
import { findGate } from '../domain/risk/gates/index.ts'
import { netEdge } from '../domain/risk/gates/net-edge.ts'
import { symbolFree } from '../domain/risk/gates/symbol-free.ts'
import { isManual } from '../domain/signal/trading-book.ts'
import { describePending, isPastPending } from '../engine/state/signal-index.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { proposeOrder } from '../engine/trading/candidate.ts'
import { judge } from '../engine/trading/decide-order.ts'
import type { RefusedEntries } from './ports.ts'

/**
 * Returns what blocks autotrading entries now: state, tripped breakers, the past, then gates, each with its worst
 * reading.
 */
export const findBlockers = (state: EngineState, nowMs: Instant): OpenBlocker[] => {
  const standing = stateBlocker(state)
  const gates = gateBlockers(state, nowMs).filter(({ code }) => standing.length === 0 || code !== engineState.code)
  return [
    ...storeBlocker(state),
    ...standing,
    ...breakerBlockers(state),
    ...pastBlocker(state),
    ...gates.map((gate) => ({ ...gate, sinceMs: null })),
  ]
}

const BLOCKERS_MAX = 5

type OpenBlocker = Omit<GateBlocker, 'symbols'> & {
  /** Symbols concerned; omitted for the whole engine. */
  readonly symbols?: readonly string[]
  /** Null when only the time of its first observation is known. */
  readonly sinceMs: Instant | null
}

interface BlockerHistory {
  /** Returns when a blocker was first present, by its key. */
  readonly firstObserved: (key: string) => Instant
  /** Entries blocked recently. */
  readonly refused: readonly RefusedEntries[]
}

/** Returns the API bodies of the first few blockers. */
export const blockerBodies = (
  blockers: readonly OpenBlocker[],
  { firstObserved, refused }: BlockerHistory,
): Blocker[] =>
  blockers.slice(0, BLOCKERS_MAX).map(({ sinceMs, symbols = [], ...blocker }) => ({
    ...blocker,
    since: toRfc3339(sinceMs ?? Math.max(...blockerKeys({ ...blocker, symbols }).map(firstObserved))),
    ...computeShare(refused, blocker.gateId),
  }))

/** Returns keys that identify a blocker across readings: one per symbol, because it may newly apply to some of them. */
export const blockerKeys = ({
  gateId,
  code,
  symbols = [],
}: Pick<OpenBlocker, 'gateId' | 'code' | 'symbols'>): string[] =>
  symbols.length === 0 ? [`${gateId} ${code}`] : symbols.map((symbol) => `${gateId} ${code} ${symbol}`)

const storeBlocker = ({ session }: EngineState): OpenBlocker[] =>
  session.storeFailure === null
    ? []
    : [
        {
          gateId: 'STORE',
          code: 'STORE_FAILED',
          kind: 'S',
          message: 'Decisions cannot be written: free disk space, or repair the disk.',
          sinceMs: null,
          observed: 'FAILING',
          limit: null,
          unit: 'state',
          removable: false,
        },
      ]

/**
 * Returns the blocker for unevaluated past bars: until they are evaluated, signals and their confidence are
 * preliminary.
 */
const pastBlocker = ({ signals }: EngineState): OpenBlocker[] =>
  isPastPending(signals)
    ? [
        {
          gateId: 'HISTORY',
          code: 'HISTORY_PENDING',
          kind: 'D',
          message: `Autotrading makes no entries yet: ${describePending(signals)}.`,
          sinceMs: null,
          observed: signals.past.evaluated,
          limit: signals.past.deferred,
          unit: 'count',
          removable: true,
        },
      ]
    : []

const stateBlocker = ({ ledger: { control } }: EngineState): OpenBlocker[] => {
  if (AUTHORITY[control.state].entries) return []
  const { state, reason, sinceMs } = control
  return [
    {
      gateId: 'STATE',
      code: `STATE_${state}`,
      kind: 'C',
      message: `The engine is ${state}${because(reason.message)}${remedyFor(state, reason.message)}`,
      sinceMs,
      observed: state,
      limit: 'RUNNING',
      unit: 'state',
      removable: true,
    },
  ]
}

/** Appends the reason; reasons entered by a person often lack a final full stop. */
const because = (reason: string): string => {
  const text = reason.trim()
  return `${text && ': '}${text}${/[.!?…]$/.test(text) ? '' : '.'}`
}

/** Remedies for states that only the host can end. */
const REMEDIES: Partial<Record<ControlState, string>> = {
  PAUSED: ' To resume: plimsoll resume.',
  HALTED: ' Clear the stop with: plimsoll stop clear.',
}

/** Returns the remedy unless the reason contains it, as that of a breaker does. */
const remedyFor = (state: ControlState, reason: string): string =>
  reason.includes('plimsoll resume') ? '' : (REMEDIES[state] ?? '')

const breakerBlockers = ({ ledger }: EngineState): OpenBlocker[] =>
  [...ledger.tripped].map(([id, { observed, limit, atMs }]) => ({
    gateId: 'BREAKER',
    code: id,
    kind: 'B',
    message: trippedMessage(id, { observed, limit, atMs }),
    sinceMs: atMs,
    observed,
    limit,
    unit: BREAKER_UNITS[id],
    removable: true,
  }))

/** Share of the blocked entries attributed to a blocker. */
type BlockerShare = Pick<Blocker, 'share' | 'soleBlockerCount'>

const NOT_KNOWN: BlockerShare = { share: null, soleBlockerCount: null }

/**
 * Returns the share of the blocked entries attributed to a blocker, and the number it blocked alone; null for blockers
 * that are not gates.
 */
export const computeShare = (refused: readonly RefusedEntries[], blockerId: string): BlockerShare => {
  const gateId = blockerId === 'STATE' ? engineState.id : blockerId
  if (blockedIn(refused) === 0 || !findGate(gateId)) return NOT_KNOWN
  const { share = 0, soleBlocker = 0 } = attributeRefusals(refused).find((gate) => gate.gateId === gateId) ?? {}
  return { share: Number(share.toFixed(8)), soleBlockerCount: soleBlocker }
}

interface GateBlocker extends Omit<Blocker, 'since' | 'share' | 'soleBlockerCount'> {
  /** Symbols to which it applies. */
  readonly symbols: readonly string[]
}

/**
 * Returns the gates that would refuse the smallest possible autotrading entry, of any symbol not reserved for manual
 * trading.
 */
const gateBlockers = (state: EngineState, nowMs: Instant): GateBlocker[] => {
  const watched = [...state.market.instruments.keys()]
  const symbols = watched.filter((symbol) => !isManual(state.rules.books, symbol))
  if (watched.length > 0 && symbols.length === 0) return [onlyManual(watched)]
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

/** Returns the gates that refuse an entry, except the edge gate: this entry has no signal, and so no edge. */
const findRefusals = (state: EngineState, candidate: Candidate, nowMs: Instant): Refusal[] =>
  judge(state, candidate, nowMs).readings.flatMap((reading) =>
    reading.enforced && !reading.pass && reading.gateId !== netEdge.id
      ? [{ symbol: candidate.terms.symbol, reading }]
      : [],
  )

const onlyManual = (symbols: readonly string[]): GateBlocker => ({
  gateId: 'MARKET',
  code: 'MANUAL_SYMBOLS',
  kind: 'C',
  message: `Every watched symbol is reserved for manual trading: ${symbols.join(', ')}.`,
  observed: symbols.length,
  limit: null,
  unit: 'count',
  removable: true,
  symbols,
})

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

/**
 * Merges the refusals of one gate into a blocker with its worst reading; the symbols are named unless all are refused
 * for a reason that is not theirs.
 */
const merged = (refused: readonly Refusal[], judged: number): GateBlocker[] => {
  const worst = refused.toSorted((a, b) => computeExcess(b.reading) - computeExcess(a.reading))[0]?.reading
  if (!worst) return []
  const { gateId, code, kind, observed, limit, unit, detail } = worst
  const symbols = refused.map(({ symbol }) => symbol)
  const isGeneral = symbols.length === judged && gateId !== symbolFree.id
  const named = isGeneral ? '' : `${symbols.join(', ')}: `
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

/** Returns the smallest number of lots worth the exchange's minimum. */
const smallestQuantity = (instrument: Instrument, mark: Ticks): Lots => {
  const lot = valueAt(instrument, mark, lots(1))
  const least = instrument.minNotional === null ? 0n : toMoney(instrument.minNotional)
  return lots(lot === 0n ? 1 : Math.max(1, Number((least + lot - 1n) / lot)))
}
