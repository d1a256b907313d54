import type { StopResult } from '../../contract/control.ts'
import type { Flatten } from '../domain/control/stop.ts'
import type { DataPlace } from '../host/data-place.ts'
import type { HostFault } from '../host/verb.ts'
import type { CliParts } from './parts.ts'

/** Result of a stop request to the server. */
export type StopEnd =
  /** The server has stopped. `null` when the stop was cleared again meanwhile. */
  | { readonly kind: 'stopped'; readonly stop: StopResult | null }
  /** Nobody answers, and no process is known to hold the directory. */
  | { readonly kind: 'notRunning'; readonly fault: HostFault }
  /** It gave no answer, and its process was ended. */
  | { readonly kind: 'ended'; readonly pid: number }
  /** It gave no answer, and its process is still there. */
  | { readonly kind: 'silent'; readonly pid: number | null }
  /** It answered something else. */
  | { readonly kind: 'faulted'; readonly fault: HostFault }

/** Response timeout: up to three seconds for the server's answer, and two more for the connection. */
const PATIENCE_MS = 5_000
const AGAIN_AFTER_MS = 100
/** Time allowed for the kernel to end a process and release its lock. */
const ENDS_WITHIN_MS = 2_000

/** Sends the server a stop request; ends a server that does not respond. */
export const stopServer = async (
  place: DataPlace,
  time: CliParts['time'],
  args: { readonly reason?: string | undefined; readonly flatten: Flatten },
): Promise<StopEnd> => {
  const overAtMs = time.monotonic() + PATIENCE_MS
  for (;;) {
    const leftMs = overAtMs - time.monotonic()
    const answer = await place.request('stop', args, Math.max(leftMs, AGAIN_AFTER_MS))
    if (answer.ok) return { kind: 'stopped', stop: answer.value as StopResult | null }
    const isOver = time.monotonic() >= overAtMs
    const end = toStopEnd(answer.error, place, isOver)
    if (end === 'TO_BE_ENDED') return endHolder(place, time)
    if (end) return end
    await time.wait(AGAIN_AFTER_MS)
  }
}

/** Undefined while it is worth asking again: it may be starting, going down, or have many callers. */
const toStopEnd = (fault: HostFault, place: DataPlace, isOver: boolean): StopEnd | 'TO_BE_ENDED' | undefined => {
  if (fault.code === 'BUSY' && !isOver) return undefined
  if (fault.code !== 'SERVER_UNREACHABLE') return { kind: 'faulted', fault }
  if (!place.holder()) return { kind: 'notRunning', fault }
  return isOver ? 'TO_BE_ENDED' : undefined
}

const endHolder = async (place: DataPlace, time: CliParts['time']): Promise<StopEnd> => {
  const pid = place.holder()?.pid ?? null
  if (pid === null || !place.end(pid)) return { kind: 'silent', pid }
  const overAtMs = time.monotonic() + ENDS_WITHIN_MS
  while (place.holder()?.pid === pid) {
    if (time.monotonic() >= overAtMs) return { kind: 'silent', pid }
    await time.wait(AGAIN_AFTER_MS)
  }
  return { kind: 'ended', pid }
}
