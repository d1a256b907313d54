import type { Instant } from '../core/instant.ts'
import type { MarketEvent } from '../domain/market/market-event.ts'

export type ExecutionMode = 'PAPER' | 'LIVE'

/** What somebody asks of the engine. Commands overtake market events in the queue, never each other. */
export type Command =
  | { readonly kind: 'startRun'; readonly runId: string; readonly market: string; readonly mode: ExecutionMode }
  | { readonly kind: 'endRun'; readonly runId: string }

/** One input of the step function. `atMs` is our clock when it came in; the engine reads no clock itself. */
export type EngineEvent =
  | { readonly kind: 'market'; readonly event: MarketEvent; readonly atMs: Instant }
  | { readonly kind: 'command'; readonly command: Command; readonly atMs: Instant }
