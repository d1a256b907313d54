import { type InstrumentEvent, observedTimeOf } from '../../../domain/market/market-event.ts'

/** Announces each symbol's stream with its first event, and its end. */
export interface Stage {
  tell(symbol: string, event: InstrumentEvent): Promise<void>
  /** Every stream open now is over; the next event of a symbol opens it anew. */
  close(state: 'lost' | 'ended'): Promise<void>
}

export const createStage = (tell: (event: InstrumentEvent) => Promise<void>): Stage => {
  const live = new Set<string>()
  return {
    async tell(symbol, event) {
      if (!live.has(symbol)) {
        live.add(symbol)
        await tell({ kind: 'stream', change: { symbol, state: 'live', sinceMs: observedTimeOf(event) ?? 0 } })
      }
      await tell(event)
    },
    async close(state) {
      for (const symbol of live) await tell({ kind: 'stream', change: { symbol, state } })
      live.clear()
    },
  }
}
