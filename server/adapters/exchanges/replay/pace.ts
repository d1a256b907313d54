import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../engine/model/ports.ts'

/** Playback speed of a recording: `max`, or a multiple of its own speed. */
export type Speed = 'max' | number

/** Waits until the message received at `receivedMs` is due. */
export type Pace = (receivedMs: number) => Promise<void> | undefined

/** Shorter waits are not worth a timer; the message goes out a little early. */
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
