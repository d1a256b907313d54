import { DAY_MS, type Instant, toRfc3339 } from '../core/instant.ts'
import type { Waiver } from '../monitor/inputs/go-live.ts'
import { readArguments, readOptionalNumber, readReason, readText } from './arguments.ts'
import { readName } from './readiness-verbs.ts'
import { HostRefusal, type StoredValue, type VerbTable } from './verb.ts'

/** Host commands that waive gates of live readiness that cannot be measured, list the waivers, and end them. */
export const waiverVerbs = ({ waivers, waivable, now }: WaiverVerbsParts): VerbTable => {
  const known = (): readonly Waiver[] => waivers.get() ?? unreadable()
  const list = () => known().map((waiver) => present(waiver, now()))
  return {
    'waiver.list': async () => list(),
    'waiver.make': async (args) => {
      const given = readArguments(args)
      const gateId = readText(given, 'gateId').toUpperCase()
      const reason = readReason(given)
      const forMs = readOptionalNumber(given, 'forMs') ?? FOR_MS
      refuseUnfit({ gateId, forMs }, waivable())
      const madeAtMs = now()
      const waiver: Waiver = { gateId, by: readName(given), reason, madeAtMs, expiresAtMs: madeAtMs + forMs }
      const others = known().filter((other) => other.gateId !== gateId && other.expiresAtMs > madeAtMs)
      waivers.set([...others, waiver])
      return present(waiver, madeAtMs)
    },
    'waiver.end': async (args) => {
      const given = readArguments(args)
      const gateId = readText(given, 'gateId').toUpperCase()
      const ended = known().find((waiver) => waiver.gateId === gateId)
      if (!ended)
        throw new HostRefusal('NOT_WAIVED', `${gateId} is not waived.`, 'List the waivers: plimsoll live waivers.')
      waivers.set(known().filter((waiver) => waiver !== ended))
      return present(ended, now())
    },
  }
}

export interface WaiverVerbsParts {
  readonly waivers: StoredValue<readonly Waiver[]>
  /** Returns the gates that can be waived now because part of them cannot be measured; undefined while unknown. */
  readonly waivable: () => readonly string[] | undefined
  readonly now: () => Instant
}

/** A waiver as displayed on the host. */
export interface HostWaiver {
  readonly gateId: string
  readonly by: string
  readonly reason: string
  readonly madeAt: string
  readonly expiresAt: string
  readonly expired: boolean
}

const FOR_MS = 30 * DAY_MS
const FOR_MAX_MS = 90 * DAY_MS

const refuseUnfit = (
  { gateId, forMs }: { readonly gateId: string; readonly forMs: number },
  waivable: readonly string[] | undefined,
): void => {
  if (!(forMs > 0 && forMs <= FOR_MAX_MS)) {
    throw new HostRefusal('BAD_DURATION', 'A waiver lasts at most 90 days.', 'Specify --for, such as 30d.')
  }
  if (!waivable) throw new HostRefusal('NO_PACKET', 'There is no decision packet yet.', 'Try again in a moment.')
  if (waivable.includes(gateId)) return
  const words = `${gateId} cannot be waived: it is fully measured, or there is no such gate.`
  throw new HostRefusal('NOT_WAIVABLE', words, `Gates that can be waived: ${waivable.join(', ') || 'none'}.`)
}

const present = ({ gateId, by, reason, madeAtMs, expiresAtMs }: Waiver, nowMs: Instant): HostWaiver => ({
  gateId,
  by,
  reason,
  madeAt: toRfc3339(madeAtMs),
  expiresAt: toRfc3339(expiresAtMs),
  expired: expiresAtMs <= nowMs,
})

const unreadable = (): never => {
  throw new HostRefusal(
    'WAIVERS_UNREADABLE',
    'The file of the waivers cannot be read, so no waiver counts.',
    'Repair or remove waivers.json in the data directory, then restart the server.',
  )
}
