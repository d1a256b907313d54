/** Queue of all engine events, with priorities and limits. */

import { type BoundedQueue, createBoundedQueue } from '../../core/bounded-queue.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import type { ClockStepped, Command, CommandOutcome, EngineEvent, StoreHealth } from '../model/events.ts'
import type { Clock, MarketSink, StrategySink, VenueSink } from '../model/ports.ts'
import type { VenueEvent } from '../model/venue.ts'

/**
 * Single ordered queue of engine events: steps of the host clock first, then stop and pause, other commands, the timer,
 * exchange events about our orders, plug-in ideas, the market, and deferred work; within each class in order of
 * arrival.
 */
export interface Inbox {
  readonly sink: MarketSink
  readonly venueSink: VenueSink
  readonly strategySink: StrategySink
  readonly size: number
  submit(command: Command): Promise<CommandOutcome>
  /** Signals that time has passed. A tick that is still pending covers later ones. */
  tick(health: StoreHealth): void
  /** Signals that there is time for deferred work; it is handled when nothing else is waiting. */
  processBacklog(): void
  /** Reports that the wall clock was set. Call it right after platform time was adjusted. */
  clockStepped(step: ClockStepped): void
  /** Returns the next entry. With `withCommands` false, commands other than stops and pauses remain queued. */
  take(withCommands?: boolean): Entry | undefined
  /** Resolves when something can be taken or the inbox is closed. */
  ready(): Promise<void>
  /** Closes the queue to new entries; queued ones can still be taken. */
  close(): void
}

/** Maximum number of waiting market events; beyond it, the source waits or declares its stream lost. */
const MARKET_QUEUE_MAX = 4_096
/** Maximum number of waiting venue events; beyond it, the venue retains its events. */
const VENUE_QUEUE_MAX = 16_384
/** Maximum number of queued strategy ideas; beyond it no more bars are sent. */
const STRATEGY_QUEUE_MAX = 1_024
/** Maximum number of waiting commands; beyond it callers are refused. */
const COMMAND_QUEUE_MAX = 1_024

/** Maximum number of waiting stops and pauses, which precede all other commands. */
const LOWERING_QUEUE_MAX = 64

/**
 * Maximum number of waiting steps of the host clock; beyond it, the newest are dropped, because one is enough to
 * trigger rereading everything.
 */
const STEP_QUEUE_MAX = 64

/** One input for the engine; a command also carries the promise of its caller. */
export interface Entry {
  readonly event: EngineEvent
  settle(result: CommandOutcome | Error): void
}

export const stopped = (): Error => new Error('The engine has stopped')

const doNothing = (): void => {}

/** Returns whether it is a stop or a pause, which precedes all other commands. */
export const isLowering = ({ kind }: Command): boolean => kind === 'emergencyStop' || kind === 'pause'

const takeEntry = (
  [steps, lowering, commands]: readonly BoundedQueue<Entry>[],
  withCommands: boolean,
): Entry | undefined => steps?.take() ?? lowering?.take() ?? (withCommands ? commands?.take() : undefined)

const internalEntry = (event: EngineEvent): Entry => ({ event, settle: doNothing })

const createQueues = () => ({
  commands: createBoundedQueue<Entry>(COMMAND_QUEUE_MAX),
  steps: createBoundedQueue<Entry>(STEP_QUEUE_MAX),
  lowering: createBoundedQueue<Entry>(LOWERING_QUEUE_MAX),
  venueEvents: createBoundedQueue<EngineEvent>(VENUE_QUEUE_MAX),
  strategyEvents: createBoundedQueue<EngineEvent>(STRATEGY_QUEUE_MAX),
  events: createBoundedQueue<EngineEvent>(MARKET_QUEUE_MAX),
  backlog: createBoundedQueue<EngineEvent>(1),
})

export const createInbox = (clock: Clock): Inbox => {
  const { commands, steps, lowering, venueEvents, strategyEvents, events, backlog } = createQueues()
  const entryQueues = [steps, lowering, commands]
  const eventQueues = [venueEvents, strategyEvents, events, backlog]
  const waiter = createCapacityWaiter()
  const times = createTimeOrder()
  let timer: EngineEvent | undefined
  let closed = false
  let wake = doNothing

  const offer = (queue: BoundedQueue<EngineEvent>, event: EngineEvent): boolean => {
    const taken = !closed && queue.offer(event)
    if (taken) wake()
    return taken
  }

  return {
    sink: {
      offer: (event: MarketEvent) => offer(events, { kind: 'market', event, atMs: clock() }),
      room: () => (closed ? Promise.reject(stopped()) : events.room > 0 ? Promise.resolve() : waiter.wait()),
    },
    venueSink: { offer: (event: VenueEvent) => offer(venueEvents, { kind: 'venue', event, atMs: clock() }) },
    strategySink: { offer: (event) => offer(strategyEvents, { kind: 'strategy', event, atMs: clock() }) },
    get size() {
      return [...entryQueues, ...eventQueues].reduce((sum, { size }) => sum + size, timer ? 1 : 0)
    },
    submit: (command) =>
      new Promise((resolve, reject) => {
        const settle = settler(resolve, reject)
        if (closed) return settle(stopped())
        const queue = isLowering(command) ? lowering : commands
        const taken = queue.offer({ event: { kind: 'command', command, atMs: clock() }, settle })
        if (!taken) return settle(new Error(`The engine has ${queue.size} pending commands and accepts no more`))
        wake()
      }),
    tick(health) {
      if (closed) return
      timer = { kind: 'timer', health, atMs: clock() }
      wake()
    },
    processBacklog: () => void offer(backlog, { kind: 'backlog', atMs: clock() }),
    clockStepped(step) {
      if (closed) return
      timer &&= moved(timer, step.adoptedMs)
      times.move(step.adoptedMs)
      moveWaiting({ entries: entryQueues, events: eventQueues }, step.adoptedMs)
      steps.offer(internalEntry({ kind: 'clockStepped', step, atMs: clock() }))
      wake()
    },
    take(withCommands = true) {
      const entry = takeEntry(entryQueues, withCommands)
      if (entry) return times.inOrder(entry)
      const event = timer ?? venueEvents.take() ?? strategyEvents.take() ?? events.take() ?? backlog.take()
      if (event === timer) timer = undefined
      if (event?.kind === 'market') waiter.release()
      return event && times.inOrder(internalEntry(event))
    },
    ready() {
      if (closed || this.size > 0) return Promise.resolve()
      return new Promise((resolve) => {
        wake = resolve
      })
    },
    close() {
      closed = true
      wake()
      waiter.release(stopped())
    },
  }
}

type Settle = (result: CommandOutcome | Error) => void

const settler =
  (resolve: (outcome: CommandOutcome) => void, reject: (error: Error) => void): Settle =>
  (result) =>
    result instanceof Error ? reject(result) : resolve(result)

const moved = <Event extends EngineEvent>(event: Event, byMs: number): Event => ({ ...event, atMs: event.atMs + byMs })

interface Waiting {
  readonly entries: readonly BoundedQueue<Entry>[]
  readonly events: readonly BoundedQueue<EngineEvent>[]
}

const moveWaiting = ({ entries, events }: Waiting, byMs: number): void => {
  if (byMs === 0) return
  for (const queue of entries) moveAll(queue, (entry) => ({ ...entry, event: moved(entry.event, byMs) }))
  for (const queue of events) moveAll(queue, (event) => moved(event, byMs))
}

const moveAll = <T>(queue: BoundedQueue<T>, move: (item: T) => T): void => {
  for (let left = queue.size; left > 0; left--) {
    const item = queue.take()
    if (item !== undefined) queue.offer(move(item))
  }
}

/** Times of the entries taken: a command that newer events have overtaken is decided on them, and gets their time. */
const createTimeOrder = () => {
  let newestMs = Number.NEGATIVE_INFINITY
  return {
    inOrder(entry: Entry): Entry {
      const { event } = entry
      if (event.kind === 'command' && event.atMs < newestMs) return { ...entry, event: { ...event, atMs: newestMs } }
      newestMs = Math.max(newestMs, event.atMs)
      return entry
    },
    move(byMs: number) {
      newestMs += byMs
    },
  }
}

/** Queue of callers that wait for space. */
const createCapacityWaiter = () => {
  let waiters: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  return {
    wait: () => new Promise<void>((resolve, reject) => waiters.push({ resolve, reject })),
    release(error?: Error) {
      if (waiters.length === 0) return
      const released = waiters
      waiters = []
      for (const { resolve, reject } of released) error ? reject(error) : resolve()
    },
  }
}
