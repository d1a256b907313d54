import { eventTime, type InstrumentEvent } from '../../../domain/market/market-event.ts'

/** Announces each symbol's stream with its first event, and its end. */
export interface Stage {
  publish(symbol: string, event: InstrumentEvent): Promise<void>
  /** Every stream open now is over; the next event of a symbol opens it anew. */
  close(state: 'lost' | 'ended'): Promise<void>
}

export const createStage = (publish: (event: InstrumentEvent) => Promise<void>): Stage => {
  const live = new Set<string>()
  return {
    async publish(symbol, event) {
      if (!live.has(symbol)) {
        live.add(symbol)
        await publish({ kind: 'stream', change: { symbol, state: 'live', sinceMs: eventTime(event) ?? 0 } })
      }
      await publish(event)
    },
    async close(state) {
      for (const symbol of live) await publish({ kind: 'stream', change: { symbol, state } })
      live.clear()
    },
  }
}
