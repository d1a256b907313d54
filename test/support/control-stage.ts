import { type Id, numberedId } from '../../server/core/id.ts'
import type { ControlState, DesiredState } from '../../server/domain/control/control-state.ts'
import { type OpenControlDesk, openControlDesk } from '../../server/engine/desks/control-desk.ts'
import type { Command, CommandOutcome } from '../../server/engine/model/events.ts'
import type { Fact } from '../../server/engine/model/facts.ts'
import { step } from '../../server/engine/run/step.ts'
import { applyFact } from '../../server/engine/state/ledger.ts'
import { createSession } from '../../server/engine/state/session.ts'
import { createStopSwitch } from '../../server/engine/state/stop-switch.ts'
import type { EngineState } from '../../server/engine/state/turn.ts'
import type { ControlReader } from '../../server/views/control-reader.ts'
import { anEngineState } from './engine-state.ts'
import { NOON_MS } from './market-samples.ts'
import { createMemoryStopFile } from './memory-stop-file.ts'
import { createMemoryTradingStore } from './memory-trading-store.ts'
import type { TradingBooks } from './trading-books.ts'

/** The engine's own step on hand-written state, without an exchange to answer its requests. */
export interface ControlStage {
  readonly state: EngineState
  readonly reader: ControlReader
  readonly desk: OpenControlDesk
  /** All facts so far. */
  readonly facts: readonly Fact[]
  /** False while the engine accepts nothing, as after its end. */
  reachable: boolean
  /** Reason why nothing can be made durable; null while writing works. */
  readonly memory: { failure: string | null; spools: boolean }
  run(command: Command): CommandOutcome
  stand(state: ControlState, desired?: DesiredState): void
}

/** Signal reader without signals. */
const NO_SIGNALS: ControlReader['signals'] = {
  countSince: () => ({ signals: 0, candidates: 0 }),
  findEntries: () => [],
  findRefused: () => [],
}

/** Creates a control reader of an engine state. */
export const aControlReader = (state: EngineState, parts: Partial<ControlReader> = {}): ControlReader => ({
  state,
  published: state.ledger,
  stopSwitch: createStopSwitch(createMemoryStopFile()),
  memory: { failure: null, spools: false, heldAudit: [] },
  store: createMemoryTradingStore(),
  signals: NO_SIGNALS,
  constitution: { hash: 'c0ffee'.padEnd(64, '0'), source: 'BUILT_IN' },
  loadedAtMs: NOON_MS,
  exchange: { name: 'the simulated exchange', notice: null, execution: 'paper', troubles: () => [] },
  findUser: (sub) => (sub.startsWith('usr_') ? { username: 'alice', roles: ['TRADER'] } : undefined),
  now: () => NOON_MS,
  ...parts,
})

type Books = Pick<TradingBooks, 'ledger' | 'market' | 'store' | 'state'>

/** Opens the stage; responses of the desk do not wait for an exchange. */
export const openControlStage = ({ ledger, market, store, state: clock }: Books): ControlStage => {
  const session = createSession()
  const state = anEngineState({ ledger, market: market.market, session })
  const stopSwitch = createStopSwitch(createMemoryStopFile())
  const memory = { failure: null, spools: false, heldAudit: [] }
  const facts: Fact[] = []
  let minted = 0
  const mint = <Prefix extends string>(prefix: Prefix): Id<Prefix> => numberedId(prefix, clock.nowMs, ++minted)
  const run = (command: Command): CommandOutcome => {
    const done = step(state, { kind: 'command', command, atMs: clock.nowMs })
    facts.push(...done.facts)
    desk.onFacts(done.facts)
    return done.outcome
  }
  const desk = openControlDesk({
    books: ledger,
    session,
    stopSwitch,
    submit: async (command) => {
      if (!stage.reachable) throw new Error('The engine has stopped')
      return run(command)
    },
    ids: { stop: () => mint('stp'), audit: () => mint('aud') },
    now: () => clock.nowMs,
    monotonic: () => 0,
    delay: (_ms, task) => void setImmediate(task),
  })
  const stage: ControlStage = {
    state,
    reader: aControlReader(state, { stopSwitch, memory, store, now: () => clock.nowMs }),
    desk,
    facts,
    reachable: true,
    memory,
    run,
    stand(to, desired = to === 'RUNNING' ? 'RUNNING' : 'PAUSED') {
      const reason = { code: 'SCRIPTED', message: 'Set by the test.' }
      const by = { type: 'HOST', sub: null, sid: null, ip: null } as const
      applyFact(ledger, { kind: 'controlChanged', state: to, desired, reason, by, atMs: clock.nowMs })
    },
  }
  return stage
}
