/** Playback of a recording: the start and end of each symbol's stream, the pace, and the event of each message. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Instrument } from '../../../domain/market/instrument.ts'
import { eventTime, type InstrumentEvent } from '../../../domain/market/market-event.ts'
import type { Clock } from '../../../engine/model/ports.ts'
import type { Survey } from './survey.ts'
import type { TradeKind } from './symbol-summary.ts'
import { type Shift, translate } from './translate.ts'
import type { WireMessage } from './wire.ts'

/**
 * Publishes the events of a recording, with the start of each symbol's stream before its first event, and its end. Only
 * its first liquidation shows that the liquidations of a symbol were recorded.
 */
export interface Stage {
  publish(symbol: string, event: InstrumentEvent): Promise<void>
  /** Ends every open stream; the next event of a symbol reopens it. */
  close(state: 'lost' | 'ended'): Promise<void>
}

export const createStage = (publish: (event: InstrumentEvent) => Promise<void>): Stage => {
  const live = new Set<string>()
  const withLiquidations = new Set<string>()
  return {
    async publish(symbol, event) {
      if (!live.has(symbol)) {
        live.add(symbol)
        await publish({ kind: 'stream', change: { symbol, state: 'live', sinceMs: eventTime(event) ?? 0 } })
      }
      if (event.kind === 'liquidation' && !withLiquidations.has(symbol)) {
        withLiquidations.add(symbol)
        await publish({ kind: 'liquidationStream', symbol, sinceMs: event.liquidation.liquidatedAtMs })
      }
      await publish(event)
    },
    async close(state) {
      for (const symbol of live) await publish({ kind: 'stream', change: { symbol, state } })
      live.clear()
      withLiquidations.clear()
    },
  }
}

/** Playback speed of a recording: `max`, or a multiple of its own speed. */
export type Speed = 'max' | number

/** Waits until the message received at `receivedMs` is due. */
type Pace = (receivedMs: number) => Promise<void> | undefined

/** Waits below this are not worth a timer; the message is sent slightly early. */
const WAIT_MIN_MS = 2

export const createPace = (speed: Speed, clock: Clock, signal: AbortSignal): Pace => {
  if (speed === 'max') return () => undefined
  let origin: { readonly recorded: number; readonly played: number } | undefined
  return (receivedMs) => {
    origin ??= { recorded: receivedMs, played: clock() }
    const waitMs = origin.played + (receivedMs - origin.recorded) / speed - clock()
    return waitMs < WAIT_MIN_MS ? undefined : sleep(waitMs, undefined, { signal })
  }
}

/** State of one symbol during playback. */
export interface Track {
  readonly instrument: Instrument
  readonly tradeKind: TradeKind | undefined
  shift: Shift
}

export const createTracks = ({ instruments, summaries }: Survey, shift: Shift): Map<string, Track> =>
  new Map(
    instruments.map((instrument) => {
      const tradeKind = summaries.get(instrument.symbol)?.tradeKind
      return [instrument.symbol, { instrument, tradeKind, shift }]
    }),
  )

/**
 * Returns the event of a message; undefined when the symbol's trades come from other messages, or for a settlement at a
 * price not available to users, whose number is then not counted. A string is the reason why it cannot be published.
 */
export const eventOn = (track: Track, message: WireMessage): InstrumentEvent | undefined | string => {
  const isTrade = message.e === 'trade' || message.e === 'aggTrade'
  if (isTrade && message.e !== track.tradeKind) return undefined
  if (message.e === 'trade' && (message.X ?? 'MARKET') !== 'MARKET') {
    track.shift = { ...track.shift, sequence: track.shift.sequence - 1 }
    return undefined
  }
  return translate(message, track.instrument, track.shift)
}
