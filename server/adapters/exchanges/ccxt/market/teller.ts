import { type BoundedQueue, createBoundedQueue } from '../../../../core/bounded-queue.ts'
import type { MarketEvent } from '../../../../domain/market/market-event.ts'
import type { MarketSink } from '../../../../engine/model/ports.ts'

/**
 * Hands events to the sink in their order, and keeps those there is no room for. When too many wait they are given up, and
 * whoever listens to the exchange is told: its streams are lost.
 */
export interface EventBuffer {
  readonly sink: MarketSink
  readonly signal: AbortSignal
  readonly waiting: BoundedQueue<MarketEvent>
  readonly overrun: () => void
  /** The sink is asked for room; nothing is offered meanwhile. */
  emptying: Promise<void> | undefined
  readonly broken: PromiseWithResolvers<never>
}

const WAITING_MAX = 20_000

export const createEventBuffer = (parts: Pick<EventBuffer, 'sink' | 'signal' | 'overrun'>): EventBuffer => {
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  return { ...parts, waiting: createBoundedQueue(WAITING_MAX), emptying: undefined, broken }
}

/** Tells an event after all those before it; nothing once the source was stopped. */
export const publish = (buffer: EventBuffer, event: MarketEvent): void => {
  if (buffer.signal.aborted) return
  if (!buffer.emptying && buffer.sink.offer(event)) return
  if (!buffer.waiting.offer(event)) {
    forgetWaiting(buffer)
    buffer.overrun()
    return
  }
  buffer.emptying ??= empty(buffer).catch((error: unknown) => buffer.broken.reject(error))
}

/** Resolves when everything that was told has been taken. */
export const flush = async (buffer: EventBuffer): Promise<void> => {
  await buffer.emptying
}

const forgetWaiting = ({ waiting }: EventBuffer): void => {
  while (waiting.take() !== undefined);
}

const empty = async (buffer: EventBuffer): Promise<void> => {
  const { sink, signal, waiting } = buffer
  let event = waiting.take()
  while (event !== undefined) {
    await sink.room()
    while (event !== undefined && !signal.aborted && sink.offer(event)) event = waiting.take()
    if (signal.aborted) return
  }
  buffer.emptying = undefined
}
