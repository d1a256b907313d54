import { type BoundedQueue, createBoundedQueue } from '../../../../core/bounded-queue.ts'
import type { MarketEvent } from '../../../../domain/market/market-event.ts'
import type { MarketSink } from '../../../../engine/ports.ts'

/**
 * Hands events to the sink in their order, and keeps those there is no room for. When too many wait they are given up, and
 * whoever listens to the exchange is told: its streams are lost.
 */
export interface Teller {
  readonly sink: MarketSink
  readonly signal: AbortSignal
  readonly waiting: BoundedQueue<MarketEvent>
  readonly overrun: () => void
  /** The sink is asked for room; nothing is offered meanwhile. */
  emptying: Promise<void> | undefined
  readonly broken: PromiseWithResolvers<never>
}

const WAITING_MAX = 20_000

export const createTeller = (parts: Pick<Teller, 'sink' | 'signal' | 'overrun'>): Teller => {
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => {})
  return { ...parts, waiting: createBoundedQueue(WAITING_MAX), emptying: undefined, broken }
}

/** Tells an event after all those before it; nothing once the source was stopped. */
export const tell = (teller: Teller, event: MarketEvent): void => {
  if (teller.signal.aborted) return
  if (!teller.emptying && teller.sink.offer(event)) return
  if (!teller.waiting.offer(event)) {
    forgetWaiting(teller)
    teller.overrun()
    return
  }
  teller.emptying ??= empty(teller).catch((error: unknown) => teller.broken.reject(error))
}

/** Resolves when everything that was told has been taken. */
export const told = async (teller: Teller): Promise<void> => {
  await teller.emptying
}

const forgetWaiting = ({ waiting }: Teller): void => {
  while (waiting.take() !== undefined);
}

const empty = async (teller: Teller): Promise<void> => {
  const { sink, signal, waiting } = teller
  let event = waiting.take()
  while (event !== undefined) {
    await sink.room()
    while (event !== undefined && !signal.aborted && sink.offer(event)) event = waiting.take()
    if (signal.aborted) return
  }
  teller.emptying = undefined
}
