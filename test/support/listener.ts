import type { MarketEvent } from '../../server/domain/market/market-event.ts'
import type { MarketSink, MarketSource } from '../../server/engine/model/ports.ts'

/** Settings of a subscriber to a market source. */
export interface Listening {
  /** Number of events accepted before each pause. */
  readonly roomFor?: number
  readonly since?: (symbol: string) => number | undefined
  /** Called with each accepted event; may abort. */
  readonly onEvent?: (event: MarketEvent, abort: () => void, count: number) => void
  readonly signal?: AbortSignal
}

/** Returns all events of a source until it ends or is aborted. */
export const listenTo = async (source: MarketSource, listening: Listening = {}): Promise<MarketEvent[]> => {
  const { roomFor = Number.POSITIVE_INFINITY, since = () => undefined, onEvent, signal } = listening
  const stopping = new AbortController()
  const abort = (): void => stopping.abort()
  signal?.addEventListener('abort', abort)
  const events: MarketEvent[] = []
  let room = roomFor
  const sink: MarketSink = {
    offer(event) {
      if (room === 0) return false
      room--
      events.push(event)
      onEvent?.(event, abort, events.length)
      return true
    },
    async room() {
      await new Promise((resolve) => setImmediate(resolve))
      room = roomFor
    },
  }
  await source.run(sink, since, signal?.aborted ? signal : stopping.signal)
  return events
}

/** Returns the events of one kind. */
export const ofKind = <Kind extends MarketEvent['kind']>(
  events: readonly MarketEvent[],
  kind: Kind,
): Extract<MarketEvent, { kind: Kind }>[] =>
  events.filter((event): event is Extract<MarketEvent, { kind: Kind }> => event.kind === kind)
