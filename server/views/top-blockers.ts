import type { Blocker } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { BREAKER_UNITS, trippedMessage } from '../domain/control/breakers.ts'
import { AUTHORITY, type ControlState } from '../domain/control/control-state.ts'
import { engineState } from '../domain/risk/gates/engine-state.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { type GateBlocker, gateBlockers } from './gate-blockers.ts'
import type { RefusedEntries } from './ports.ts'

const BLOCKERS_MAX = 5

type OpenBlocker = Omit<GateBlocker, 'symbols'> & {
  /** None where it is of the whole engine. */
  readonly symbols?: readonly string[]
  /** Null where it is only known since when it was seen here. */
  readonly sinceMs: Instant | null
}

/** Returns what blocks autotrading entries now: state, tripped breakers, then gates, each with its worst reading. */
export const findBlockers = (state: EngineState, nowMs: Instant): OpenBlocker[] => {
  const standing = stateBlocker(state)
  const gates = gateBlockers(state, nowMs).filter(({ code }) => standing.length === 0 || code !== engineState.code)
  return [
    ...storeBlocker(state),
    ...standing,
    ...breakerBlockers(state),
    ...gates.map((gate) => ({ ...gate, sinceMs: null })),
  ]
}

interface BlockerHistory {
  /** Returns when a blocker was first present, by its key. */
  readonly firstObserved: (key: string) => Instant
  /** Entries blocked recently. */
  readonly refused: readonly RefusedEntries[]
}

/** The few that are shown. */
export const blockerBodies = (
  blockers: readonly OpenBlocker[],
  { firstObserved, refused }: BlockerHistory,
): Blocker[] =>
  blockers.slice(0, BLOCKERS_MAX).map(({ sinceMs, symbols = [], ...blocker }) => ({
    ...blocker,
    since: toRfc3339(sinceMs ?? Math.max(...blockerKeys({ ...blocker, symbols }).map(firstObserved))),
    ...computeShare(refused, blocker.gateId),
  }))

/**
 * Keys that identify a blocker across readings: one for each symbol, as it may apply to some only since the last one.
 */
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

const stateBlocker = ({ ledger: { control } }: EngineState): OpenBlocker[] => {
  if (AUTHORITY[control.state].entries) return []
  const { state, reason, sinceMs } = control
  return [
    {
      gateId: 'STATE',
      code: `STATE_${state}`,
      kind: 'C',
      message: `The engine is ${state}${because(reason.message)}${REMEDIES[state] ?? ''}`,
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

/** Nothing but the host lets it go on. */
const REMEDIES: Partial<Record<ControlState, string>> = {
  PAUSED: ' Let it go on with: plimsoll resume.',
  HALTED: ' Clear the stop with: plimsoll stop clear.',
}

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
 * Splits every blocked entry equally among the gates that failed, whatever their order (the Shapley value of a game
 * that only all of them together decide): the shares of all gates add up to one.
 */
export const computeShare = (refused: readonly RefusedEntries[], blockerId: string): BlockerShare => {
  const gateId = blockerId === 'STATE' ? engineState.id : blockerId
  const blocked = refused.reduce((sum, { count }) => sum + count, 0)
  if (blocked === 0 || !GATES.some(({ id }) => id === gateId)) return NOT_KNOWN
  const mine = refused.filter(({ gates }) => gates.includes(gateId))
  const parts = mine.reduce((sum, { gates, count }) => sum + count / gates.length, 0)
  const sole = mine.reduce((sum, { gates, count }) => (gates.length === 1 ? sum + count : sum), 0)
  return { share: Number((parts / blocked).toFixed(8)), soleBlockerCount: sole }
}
