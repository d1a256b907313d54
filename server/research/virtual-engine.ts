import { createBoundedQueue } from '../core/bounded-queue.ts'
import type { Instant } from '../core/instant.ts'
import type { MarketEvent } from '../domain/market/market-event.ts'
import type { Command, EngineEvent } from '../engine/model/events.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { StopFile, VenueSink } from '../engine/model/ports.ts'
import { type Outside, perform } from '../engine/run/perform.ts'
import { step } from '../engine/run/step.ts'
import { createStopSwitch } from '../engine/state/stop-switch.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { requireCheck } from './idle.ts'
import type { BacktestExchange } from './ports.ts'

/**
 * Runs the engine of a backtest in virtual time, connected to its exchange. Facts are passed only to `onFacts`, and
 * effects are performed immediately, as after a commit.
 */
export const createVirtualEngine = ({ state, exchange, clock, onFacts }: VirtualEngineParts): VirtualEngine => {
  const events = createBoundedQueue<EngineEvent>(EVENTS_MAX)
  const venueSink: VenueSink = {
    offer: (event) => events.offer({ kind: 'venue', event, atMs: clock.nowMs }),
  }
  const outside: Outside = {
    venue: { open: () => {}, send: (request) => exchange.send(request), close: () => {} },
    venueSink,
    clock: () => clock.nowMs,
    requestBook: () => {},
    stopSwitch: createStopSwitch(NO_STOP_FILE),
    lease: state.lease,
    memory: { failure: null },
  }
  const run = (event: EngineEvent): void => {
    const { facts, effects } = step(state, event)
    if (facts.length > 0) onFacts(facts, event.atMs)
    for (const effect of effects) perform(effect, state, outside)
  }
  const engine: VirtualEngine = {
    state,
    take: (event) => run({ kind: 'market', event, atMs: clock.nowMs }),
    command: (command) => run({ kind: 'command', command, atMs: clock.nowMs }),
    tick() {
      requireCheck(state)
      run({ kind: 'timer', health: HEALTH, atMs: clock.nowMs })
    },
    settle() {
      while (exchange.settle() || events.size > 0) {
        for (let event = events.take(); event; event = events.take()) run(event)
      }
    },
  }
  exchange.open(venueSink)
  return engine
}

export interface VirtualEngineParts {
  readonly state: EngineState
  readonly exchange: BacktestExchange
  /** Clock set by the caller. */
  readonly clock: { readonly nowMs: Instant }
  readonly onFacts: (facts: readonly Fact[], atMs: Instant) => void
}

/** Maximum number of exchange events waiting for the engine. */
const EVENTS_MAX = 16_384

/** The engine's step function with its exchange, at a time set by the caller. */
export interface VirtualEngine {
  readonly state: EngineState
  take(event: MarketEvent): void
  command(command: Command): void
  tick(): void
  /** Exchanges requests and responses until neither side has anything left to do. */
  settle(): void
}

/** Store health in virtual time: commits take no time, and the disk is never full. */
const HEALTH = { commitP99Ms: 0, freeDiskBytes: 2 ** 40 }

const NO_STOP_FILE: StopFile = {
  exists: () => false,
  read: () => null,
  write: () => true,
  sync: () => Promise.resolve(true),
  remove: () => {},
}
