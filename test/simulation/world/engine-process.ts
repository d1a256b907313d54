import { StoreFailure } from '../../../server/core/errors.ts'
import type { Instant } from '../../../server/core/instant.ts'
import { publishedBrackets } from '../../../server/domain/margin/brackets.ts'
import type { InstrumentEvent, MarketEvent } from '../../../server/domain/market/market-event.ts'
import type { Constitution } from '../../../server/domain/risk/constitution.ts'
import type { Effect } from '../../../server/engine/model/effects.ts'
import type { Command, CommandOutcome, EngineEvent } from '../../../server/engine/model/events.ts'
import { type MarketSource, PERMANENT_LEASE } from '../../../server/engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../server/engine/model/venue.ts'
import { createGroupCommit, type GroupCommit } from '../../../server/engine/run/group-commit.ts'
import { createInbox, type Entry, type Inbox } from '../../../server/engine/run/inbox.ts'
import type { perform } from '../../../server/engine/run/perform.ts'
import { recover } from '../../../server/engine/run/recover.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import { createMemory, type Memory } from '../../../server/engine/state/memory.ts'
import { createStopSwitch, engageSwitch, type StopSwitch } from '../../../server/engine/state/stop-switch.ts'
import type { EngineState } from '../../../server/engine/state/turn.ts'
import { NO_SIGNALS } from '../../support/no-signals.ts'
import type { Disk } from './disk.ts'
import type { Draw } from './draw.ts'
import type { Link } from './link.ts'
import { type OpenControl, openControl } from './open-control.ts'
import type { Scheduler } from './scheduler.ts'
import { PowerLoss, type Stroke } from './stroke.ts'
import { struckDisk } from './struck-disk.ts'

/** Observer of a process. */
export interface ProcessWitness {
  /** Called when an exchange event has reached the process, which may not process it for a while. */
  onReceived(event: VenueEvent): void
  onTaken(event: EngineEvent): void
  onSubmitted(request: Extract<VenueRequest, { kind: 'submit' }>): void
  onSettled(ledger: Ledger): void
  onAnswered(event: EngineEvent, outcome: CommandOutcome): void
  onRecovered(ledger: Ledger): void
  onCrashed(how: string): void
  /** Called when the process ended because of its own fault. */
  onFault(error: unknown): void
}

export interface ProcessParts {
  readonly scheduler: Scheduler
  readonly draw: Draw
  readonly disk: Disk
  readonly link: Link
  readonly clock: () => Instant
  readonly source: MarketSource
  readonly constitution: Constitution
  readonly autoResume: boolean
  readonly perform: typeof perform
  readonly requestBook: (symbol: string) => void
  readonly witness: ProcessWitness
  /** Returns the events of a market before its live feed begins. */
  readonly opening: () => readonly MarketEvent[]
}

/** One life of the engine, from its recovery to its end. */
interface Life {
  readonly state: EngineState
  readonly inbox: Inbox
  readonly stopSwitch: StopSwitch
  readonly memory: Memory
  readonly commits: GroupCommit
  /** Effects of the current batch that have left. */
  effects: number
  /** Tasks that arrived while the process was paused. */
  readonly waiting: (() => void)[]
  /** Requests about to be sent when the process was paused. */
  readonly held: VenueRequest[]
  readonly control: OpenControl
}

/** Process that runs the engine: it can be killed at any point, paused, and restarted. */
export interface EngineProcess {
  readonly parts: ProcessParts
  life: Life | undefined
  paused: boolean
  stroke: Stroke | undefined
  /** Length of the pause at the next sending of an order. */
  pauseAtSendMs: number | undefined
  /** Downtime after the next kill. */
  downMs: number
  runs: number
  driving: boolean
  /** Numbers issued by `count` so far. */
  counted: number
  /** See `Writer`. */
  journalFails: boolean
  auditFails: boolean
  /** True when the current write was decided while writing was impossible. */
  isBelated: boolean
  kill(how: string): void
  after(delayMs: number, task: () => void): void
}

export const createEngineProcess = (parts: ProcessParts): EngineProcess => ({
  parts,
  life: undefined,
  paused: false,
  stroke: undefined,
  pauseAtSendMs: undefined,
  downMs: 500,
  runs: 0,
  driving: false,
  counted: 0,
  journalFails: false,
  auditFails: false,
  isBelated: false,
  kill(how) {
    killProcess(this, how)
  },
  after(delayMs, task) {
    const { life } = this
    parts.scheduler.after(delayMs, () => life && this.life === life && arrive(this, task))
  },
})

export const isRunning = ({ life, paused }: EngineProcess): boolean => life !== undefined && !paused

/** Returns whether a decision is not on the disk yet. */
export const isBehind = ({ life }: EngineProcess): boolean =>
  life !== undefined && (life.memory.heldBatch !== null || life.commits.isPutOff)

/** Returns whether the store fails: decisions are not durable, or not recorded in the audit. */
export const storeFails = (process: EngineProcess): boolean =>
  process.journalFails || process.auditFails || (process.life?.memory.failure ?? null) !== null

/** Rebuilds the engine from the disk and starts it. */
export const startProcess = (process: EngineProcess): void => {
  const { disk, source, constitution, clock, witness, link } = process.parts
  const rules = {
    constitution,
    brackets: publishedBrackets,
    mode: 'PAPER',
    autoResume: process.parts.autoResume,
    clockChecked: true,
    restsWhileDown: true,
    books: [],
    strategiesFor: () => [],
  } as const
  const state = recover({ ...disk, past: NO_SIGNALS, source, rules, lease: PERMANENT_LEASE, nowMs: clock() })
  witness.onRecovered(state.ledger)
  process.journalFails = false
  process.auditFails = false
  process.paused = false
  process.life = openLife(process, state)
  begin(process, process.life)
  receiveMarket(process, process.parts.opening())
  for (const { symbol } of source.instruments) process.parts.requestBook(symbol)
  link.connect((event) => receiveVenue(process, event))
}

const openLife = (process: EngineProcess, state: EngineState): Life => {
  const { disk, scheduler, clock } = process.parts
  const inbox = createInbox(clock)
  const { journal, audit, stopFile } = struckDisk(disk, process)
  const stopSwitch = createStopSwitch(stopFile)
  if (state.ledger.latch) engageSwitch(stopSwitch, state.ledger.latch)
  const memory = createMemory(journal, audit)
  const control = openControl({
    state,
    stopSwitch,
    scheduler,
    clock,
    audit,
    submit(command) {
      const answer = inbox.submit(command)
      wake(process)
      return answer
    },
    count: () => ++process.counted,
    onFault: (error) => process.life === life && noteFault(process, error),
  })
  const commits = createGroupCommit({
    state,
    memory,
    onFacts: control.desk.onFacts,
    perform: (effect) => performIn(process, life, effect),
  })
  commits.failed.catch((error) => process.life === life && noteFault(process, error))
  const life: Life = { state, inbox, stopSwitch, memory, commits, effects: 0, waiting: [], held: [], control }
  return life
}

/** Records a fault, except a store failure reported to users; a stop may kill the process while it creates its file. */
const noteFault = (process: EngineProcess, error: unknown): void => {
  if (error instanceof PowerLoss) killProcess(process, error.message)
  else if (!(error instanceof StoreFailure)) process.parts.witness.onFault(error)
}

/** Opens the control API when the run has begun. */
const begin = (process: EngineProcess, { inbox, control }: Life): void => {
  const { market } = process.parts.source
  const runId = `run_${++process.runs}`
  control.wait(inbox.submit({ kind: 'startRun', runId, market, mode: 'PAPER' }).then(control.begin))
  wake(process)
}

/** Sends a request to the control API of the engine; without effect while it is down or not yet open. */
export const visit = (process: EngineProcess, request: (hostControl: OpenControl) => Promise<unknown>): void => {
  if (!process.life?.control.isOpen) return
  arrive(process, ({ control }) => control.wait(request(control)))
}

/** Ends the process immediately, without a shutdown. */
export const killProcess = (process: EngineProcess, how: string): void => {
  if (!process.life) return
  process.life = undefined
  process.stroke = undefined
  process.parts.link.disconnect()
  process.parts.witness.onCrashed(how)
}

export const pauseProcess = (process: EngineProcess, forMs: number): void => {
  const { life } = process
  if (!life || process.paused) return
  process.paused = true
  process.parts.scheduler.after(forMs, () => process.life === life && resume(process, life))
}

const resume = (process: EngineProcess, life: Life): void => {
  process.paused = false
  for (const request of life.held.splice(0)) process.parts.link.send(request)
  for (const arrive of life.waiting.splice(0)) arrive()
  wake(process)
}

/** Processes an arrival now or, while the process is paused, when it resumes. */
const arrive = (process: EngineProcess, take: (life: Life) => void): void => {
  const { life, paused } = process
  if (!life) return
  if (paused) life.waiting.push(() => take(life))
  else take(life)
  wake(process)
}

export const submit = (process: EngineProcess, command: Command): void =>
  arrive(process, ({ inbox }) => {
    inbox.submit(command).catch(() => {})
  })

export const receiveMarket = (process: EngineProcess, events: readonly (MarketEvent | InstrumentEvent)[]): void =>
  arrive(process, ({ inbox }) => {
    for (const event of events) inbox.sink.offer(event)
  })

const receiveVenue = (process: EngineProcess, event: VenueEvent): void => {
  process.parts.witness.onReceived(event)
  arrive(process, ({ inbox }) => {
    inbox.venueSink.offer(event)
  })
}

export const tickProcess = (process: EngineProcess): void => {
  if (process.paused) return
  arrive(process, ({ inbox, control }) => {
    inbox.tick({ commitP99Ms: 5, freeDiskBytes: 2 ** 40 })
    if (control.isOpen && process.parts.draw.chance(POLL_CHANCE)) pollControl(process, control)
  })
}

const pollControl = (process: EngineProcess, control: OpenControl): void => {
  try {
    control.checkStopFile()
  } catch (error) {
    noteFault(process, error)
  }
}

/** Chance of a stop file check per step: the file is checked about every 250 ms. */
const POLL_CHANCE = 0.4

const wake = (process: EngineProcess): void => {
  if (process.driving || !isRunning(process)) return
  process.driving = true
  process.parts.scheduler.after(0, () => {
    process.driving = false
    drive(process)
  })
}

/** Runs the engine in random batches until nothing is waiting. */
const drive = (process: EngineProcess): void => {
  const { witness, draw } = process.parts
  try {
    for (let { life } = process; life && isRunning(process) && life.inbox.size > 0; { life } = process) {
      process.isBelated = life.memory.failure !== null && isBehind(process)
      life.effects = 0
      life.commits.step(limited(life.inbox, draw.pick(BATCH_SIZES), witness))
      if (!isBehind(process)) witness.onSettled(life.state.ledger)
    }
  } catch (error) {
    if (!(error instanceof PowerLoss)) return witness.onFault(error)
    killProcess(process, error.message)
  }
}

const BATCH_SIZES = [1, 1, 2, 8, 256]

const limited = (inbox: Inbox, most: number, witness: ProcessWitness): Pick<Inbox, 'take' | 'size'> => {
  let left = most
  return {
    get size() {
      return inbox.size
    },
    take(withCommands) {
      if (left-- === 0) return undefined
      const entry = inbox.take(withCommands)
      return entry && watched(entry, witness)
    },
  }
}

const watched = (entry: Entry, witness: ProcessWitness): Entry => {
  witness.onTaken(entry.event)
  if (entry.event.kind !== 'command') return entry
  return {
    event: entry.event,
    settle(result) {
      if (!(result instanceof Error)) witness.onAnswered(entry.event, result)
      entry.settle(result)
    },
  }
}

/** Performs an effect, unless the process is killed at it. */
const performIn = (process: EngineProcess, life: Life, effect: Effect): void => {
  const { witness, link, clock, requestBook } = process.parts
  const venue = {
    open: () => {},
    close: () => {},
    send(request: VenueRequest) {
      if (request.kind === 'submit') witness.onSubmitted(request)
      if (process.paused) life.held.push(request)
      else link.send(request)
    },
  }
  if (effect.kind === 'submitOrder' && process.pauseAtSendMs !== undefined) {
    pauseProcess(process, process.pauseAtSendMs)
    process.pauseAtSendMs = undefined
  }
  const { state, stopSwitch, memory, inbox } = life
  const outside = { venue, venueSink: inbox.venueSink, clock, requestBook, stopSwitch, lease: state.lease, memory }
  process.parts.perform(effect, state, outside)
  if (effect.kind !== 'requestBook') life.effects++
  const { stroke } = process
  if (stroke?.kind !== 'afterEffect' || life.effects < stroke.count) return
  killProcess(process, `after effect ${life.effects}`)
  throw new PowerLoss(`after effect ${life.effects}`)
}
