import type { Blocker } from '../../contract/control.ts'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { BREAKER_UNITS, trippedMessage } from '../domain/control/breakers.ts'
import { AUTHORITY, type ControlState } from '../domain/control/control-state.ts'
import { engineState } from '../domain/risk/gates/engine-state.ts'
import type { RefusedEntries } from '../engine/ports.ts'
import type { EngineState } from '../engine/turn.ts'
import { shareOf } from './blocker-shares.ts'
import { type GateBlocker, gateBlockers } from './gate-blockers.ts'

const SHOWN_MAX = 5

type Found = Omit<GateBlocker, 'symbols'> & {
  /** None where it is of the whole engine. */
  readonly symbols?: readonly string[]
  /** Null where it is only known since when it was seen here. */
  readonly sinceMs: Instant | null
}

/** What keeps autotrading from entering now: the state, tripped breakers, then gates, each with what it saw at worst. */
export const findBlockers = (state: EngineState, nowMs: Instant): Found[] => {
  const standing = stateBlocker(state)
  const gates = gateBlockers(state, nowMs).filter(({ code }) => standing.length === 0 || code !== engineState.code)
  return [
    ...storeBlocker(state),
    ...standing,
    ...breakerBlockers(state),
    ...gates.map((gate) => ({ ...gate, sinceMs: null })),
  ]
}

interface Seen {
  /** When a blocker was first seen here, by its key. */
  readonly firstSeen: (key: string) => Instant
  /** What was held back lately. */
  readonly refused: readonly RefusedEntries[]
}

/** The few that are shown. */
export const blockerBodies = (found: readonly Found[], { firstSeen, refused }: Seen): Blocker[] =>
  found.slice(0, SHOWN_MAX).map(({ sinceMs, symbols = [], ...blocker }) => ({
    ...blocker,
    since: toRfc3339(sinceMs ?? Math.max(...keysOf({ ...blocker, symbols }).map(firstSeen))),
    ...shareOf(refused, blocker.gateId),
  }))

/** What it is known by from one look to the next: of each symbol by itself, as it is true of all that are named only since the last. */
export const keysOf = ({ gateId, code, symbols = [] }: Pick<Found, 'gateId' | 'code' | 'symbols'>): string[] =>
  symbols.length === 0 ? [`${gateId} ${code}`] : symbols.map((symbol) => `${gateId} ${code} ${symbol}`)

const storeBlocker = ({ session }: EngineState): Found[] =>
  session.storeFailure === null
    ? []
    : [
        {
          gateId: 'STORE',
          code: 'STORE_FAILED',
          kind: 'S',
          message: 'What is decided cannot be written: make room on the disk, or mend it.',
          sinceMs: null,
          observed: 'FAILING',
          limit: null,
          unit: 'state',
          removable: false,
        },
      ]

const stateBlocker = ({ ledger: { control } }: EngineState): Found[] => {
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

/** What a person gave for a reason seldom ends as a sentence does. */
const because = (reason: string): string => {
  const said = reason.trim()
  return `${said && ': '}${said}${/[.!?…]$/.test(said) ? '' : '.'}`
}

/** Nothing but the host lets it go on. */
const REMEDIES: Partial<Record<ControlState, string>> = {
  PAUSED: ' Let it go on with: plimsoll resume.',
  HALTED: ' Let go of the stop with: plimsoll stop clear.',
}

const breakerBlockers = ({ ledger }: EngineState): Found[] =>
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
