import { type BoundedQueue, createBoundedQueue } from '../core/bounded-queue.ts'
import type { MarketEvent } from '../domain/market/market-event.ts'
import type { Command, EngineEvent } from './events.ts'
import type { Clock, MarketSink } from './ports.ts'

/** Market events waiting at most; a source that is told "full" waits or declares its stream lost. */
const MARKET_QUEUE_MAX = 4_096
/** Commands waiting at most; past it the caller is refused. */
const COMMAND_QUEUE_MAX = 1_024

/** One input for the engine; a command also carries the promise of whoever asked. */
export interface Entry {
  readonly event: EngineEvent
  settle(error?: Error): void
}

/** The one ordered queue in front of the engine: commands first, then market events, each in the order they came. */
export interface Inbox {
  readonly sink: MarketSink
  readonly size: number
  submit(command: Command): Promise<void>
  take(): Entry | undefined
  /** Resolves when something can be taken or the inbox is closed. */
  ready(): Promise<void>
  /** Takes nothing more; what is queued stays to be taken. */
  close(): void
}

export const stopped = (): Error => new Error('The engine has stopped')

const nobody = (): void => {}

export const createInbox = (clock: Clock): Inbox => {
  const commands: BoundedQueue<Entry> = createBoundedQueue(COMMAND_QUEUE_MAX)
  const events: BoundedQueue<EngineEvent> = createBoundedQueue(MARKET_QUEUE_MAX)
  let closed = false
  let wake = nobody
  let waiters: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []

  const releaseRoom = (): void => {
    const released = waiters
    waiters = []
    for (const { resolve, reject } of released) closed ? reject(stopped()) : resolve()
  }

  const sink: MarketSink = {
    offer(event: MarketEvent) {
      const taken = !closed && events.offer({ kind: 'market', event, atMs: clock() })
      if (taken) wake()
      return taken
    },
    room() {
      if (closed) return Promise.reject(stopped())
      return events.room > 0 ? Promise.resolve() : new Promise((resolve, reject) => waiters.push({ resolve, reject }))
    },
  }

  return {
    sink,
    get size() {
      return commands.size + events.size
    },
    submit: (command) =>
      new Promise((resolve, reject) => {
        const settle = (error?: Error): void => (error ? reject(error) : resolve())
        if (closed) return settle(stopped())
        const taken = commands.offer({ event: { kind: 'command', command, atMs: clock() }, settle })
        if (!taken) return settle(new Error(`The engine has ${COMMAND_QUEUE_MAX} commands waiting and takes no more`))
        wake()
      }),
    take() {
      const command = commands.take()
      if (command) return command
      const event = events.take()
      if (event && waiters.length > 0) releaseRoom()
      return event && { event, settle: nobody }
    },
    ready: () =>
      closed || commands.size + events.size > 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            wake = resolve
          }),
    close() {
      closed = true
      wake()
      releaseRoom()
    },
  }
}
