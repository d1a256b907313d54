import { type BoundedQueue, createBoundedQueue } from '../../../../core/bounded-queue.ts'
import type { MarketEvent } from '../../../../domain/market/market-event.ts'
import type { MarketSink } from '../../../../engine/model/ports.ts'

/**
 * Buffer between a market data source and its sink: passes events in order, and retains events the sink cannot accept
 * yet. When too many are pending, they are dropped and `overrun` is called, which ends the connection.
 */
export interface EventBuffer {
  readonly sink: MarketSink
  readonly signal: AbortSignal
  readonly waiting: BoundedQueue<MarketEvent>
  readonly overrun: () => void
  /** Pending wait for room in the sink; no event is offered meanwhile. */
  emptying: Promise<void> | undefined
  /** Rejects when the sink fails. */
  readonly broken: PromiseWithResolvers<never>
}

const WAITING_MAX = 20_000

export const createEventBuffer = (parts: Pick<EventBuffer, 'sink' | 'signal' | 'overrun'>): EventBuffer => {
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  return { ...parts, waiting: createBoundedQueue(WAITING_MAX), emptying: undefined, broken }
}

/** Publishes an event after all earlier ones; has no effect once the source was stopped. */
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

/** Resolves when every published event was accepted. */
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
