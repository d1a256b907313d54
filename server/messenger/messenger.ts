/** The messenger: polls the monitor reports, sends alerts and recoveries, and sends a digest at regular times. */

import { setImmediate } from 'node:timers/promises'
import type { MakeId } from '../core/id.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '../core/instant.ts'
import type { TruthSnapshot } from '../monitor/frame/inputs.ts'
import type { Observed } from '../monitor/frame/observed.ts'
import type { Reports } from '../monitor/frame/reports.ts'
import type { ChannelTruth, Digest, DigestTruth, Recheck } from '../monitor/inputs/messenger.ts'
import { provenanceShares } from '../monitor/surfaces/messenger-dynamic/rules.ts'
import { alertMessage } from './alert-message.ts'
import { type Change, checkReport, type Watch } from './alert-watch.ts'
import type { Channel, Outcome } from './channel.ts'
import { composeDigest, digestMessage, recheckDigest } from './digest.ts'
import type { Message } from './ports.ts'

/** Sends the state of the platform to external recipients. It only reads reports. */
export interface Messenger {
  readonly truth: {
    channels(): readonly ChannelTruth[]
    digest(): Observed<DigestTruth> | undefined
  }
  /** Polls until the signal ends it. */
  begin(watched: Watched, signal: AbortSignal): void
  /** Composes a digest of the current state; undefined before the messenger has begun. */
  compose(): Promise<Digest | undefined>
  /** Returns the result on every channel; a delivery that takes longer continues. */
  send(digest: Digest, withinMs: number): Promise<readonly Sent[]>
}

export interface MessengerParts {
  /** Channels configured by the host. */
  readonly channels: readonly Channel[]
  readonly others: readonly ChannelTruth[]
  readonly digestEveryMs: number
  /** Minimum share of lines from live state below which a digest that was not sent is composed again. */
  readonly liveLinesShare: number
  readonly ids: MakeId
  readonly now: () => Instant
  /** Waits; returns early when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called for every change that is reported. */
  readonly onChange: (change: Change) => void
  /** Called when a poll fails; the next one runs anyway. */
  readonly onFailure: (error: unknown) => void
}

/** Sources that the messenger reads. */
export interface Watched {
  readonly surfaces: readonly string[]
  /** Returns the current reports. */
  reports(): Reports
  /** Computes the reports of a stored snapshot. */
  recall(snapshot: TruthSnapshot): Reports
  /** Returns whether startup has progressed far enough for meaningful reports. */
  isReady(): boolean
}

export interface Sent {
  readonly channel: string
  readonly outcome: Outcome | 'QUEUED'
}

const CHECK_EVERY_MS = 3 * SECOND_MS
/** Time after which the state is reported even if the platform is not ready. */
const READY_WITHIN_MS = 15 * SECOND_MS
const RECHECK_EVERY_MS = MINUTE_MS

interface LatestDigest {
  readonly digest: Digest
  readonly snapshot: TruthSnapshot
  readonly rechecks: readonly Recheck[]
  readonly recheckedAtMs: Instant
}

interface Memory {
  watched: Watched | undefined
  watches: Map<string, Watch>
  latest: LatestDigest | undefined
  /** The last digest that was sent. */
  sentId: string | undefined
  nextDueAtMs: Instant
}

export const createMessenger = (parts: MessengerParts): Messenger => {
  const { channels, others, now, ids } = parts
  const memory: Memory = {
    watched: undefined,
    watches: new Map(),
    latest: undefined,
    sentId: undefined,
    nextDueAtMs: 0,
  }
  return {
    truth: {
      channels: () => [...channels.map((channel) => channel.truth()), ...others],
      digest: () => observedIn(memory),
    },
    begin(watched, signal) {
      memory.watched = watched
      memory.nextDueAtMs = dueAfter(now(), parts)
      void checkRepeatedly(parts, memory, { watched, signal })
    },
    compose: async () => memory.watched && compose(parts, memory, memory.watched),
    async send(digest, withinMs) {
      memory.sentId = digest.digestId
      const message = digestMessage(digest, ids('msg'))
      const late = new AbortController()
      const waiting = parts.wait(withinMs, late.signal).then(() => 'QUEUED' as const)
      const sent = channels.map(async (channel): Promise<Sent> => {
        const { id } = channel.truth()
        return { channel: id, outcome: await Promise.race([channel.send(message), waiting]) }
      })
      return Promise.all(sent).finally(() => late.abort())
    },
  }
}

/** Digests are sent at the same times of day, whenever the platform was started. */
const dueAfter = (nowMs: Instant, { digestEveryMs }: Pick<MessengerParts, 'digestEveryMs'>): Instant =>
  (Math.floor(nowMs / digestEveryMs) + 1) * digestEveryMs

const observedIn = ({ latest, nextDueAtMs }: Memory): Observed<DigestTruth> | undefined =>
  latest && {
    value: { ...latest.digest, rechecks: latest.rechecks, nextDueAtMs },
    observedAtMs: latest.recheckedAtMs,
    sampleSize: latest.digest.lines.length,
    digest: latest.digest.contentHash,
  }

interface WatchOptions {
  readonly watched: Watched
  readonly signal: AbortSignal
}

const checkRepeatedly = async (
  parts: MessengerParts,
  memory: Memory,
  { watched, signal }: WatchOptions,
): Promise<void> => {
  const { now, wait, onFailure } = parts
  const begunAtMs = now()
  while (!signal.aborted) {
    try {
      const isTime = watched.isReady() || now() - begunAtMs >= READY_WITHIN_MS
      if (isTime) await check(parts, memory, watched)
    } catch (error) {
      onFailure(error)
    }
    await wait(CHECK_EVERY_MS, signal)
  }
}

const check = async (parts: MessengerParts, memory: Memory, watched: Watched): Promise<void> => {
  const { channels, now } = parts
  if (channels.length > 0) await alert(parts, memory, watched)
  const isDue = now() >= memory.nextDueAtMs
  if (isDue) {
    memory.nextDueAtMs = dueAfter(now(), parts)
    const digest = await compose(parts, memory, watched)
    if (channels.length > 0) memory.sentId = digest.digestId
    broadcast(parts, digestMessage(digest, parts.ids('msg')))
  } else if (!memory.latest) await compose(parts, memory, watched)
  else if (now() - memory.latest.recheckedAtMs >= RECHECK_EVERY_MS) {
    const { digest, snapshot } = memory.latest
    if (isProvisional(digest, memory, parts)) await compose(parts, memory, watched)
    else memory.latest = await recheck(parts, watched, { digest, snapshot })
  }
}

/**
 * Returns true for the first digest, which was composed while much of the evidence was not available yet, and for one
 * that was not sent and was composed while most of it was not current, as during an outage.
 */
const isProvisional = (
  digest: Digest,
  { sentId }: Pick<Memory, 'sentId'>,
  { liveLinesShare }: Pick<MessengerParts, 'liveLinesShare'>,
): boolean =>
  digest.windowFromMs === null || (digest.digestId !== sentId && provenanceShares(digest).LIVE_STATE < liveLinesShare)

const alert = async (parts: MessengerParts, memory: Memory, watched: Watched): Promise<void> => {
  const { ids, now, onChange } = parts
  const reports = watched.reports()
  const changes: Change[] = []
  for (const surface of watched.surfaces) {
    await setImmediate()
    const report = reports.find(surface)
    if (!report) continue
    const { watch, change } = checkReport(memory.watches.get(surface), report, now())
    memory.watches.set(surface, watch)
    if (change) changes.push(change)
  }
  if (changes.length === 0) return
  for (const change of changes) onChange(change)
  broadcast(parts, alertMessage(changes, { id: ids('msg'), atMs: now() }))
}

/** Sends without waiting: each channel retries the message until it is delivered or has expired. */
const broadcast = ({ channels }: MessengerParts, message: Message): void => {
  for (const channel of channels) void channel.send(message)
}

const compose = async (parts: MessengerParts, memory: Memory, watched: Watched): Promise<Digest> => {
  const reports = await workedOut(watched, watched.reports())
  const windowFromMs = memory.latest?.digest.composedAtMs ?? null
  const digest = composeDigest(reports, { digestId: parts.ids('dig'), windowFromMs })
  memory.latest = await recheck(parts, watched, { digest, snapshot: reports.snapshot })
  return digest
}

const recheck = async (
  { now }: MessengerParts,
  watched: Watched,
  { digest, snapshot }: Pick<LatestDigest, 'digest' | 'snapshot'>,
): Promise<LatestDigest> => {
  const again = await workedOut(watched, watched.recall(snapshot))
  return { digest, snapshot, rechecks: recheckDigest(digest, again), recheckedAtMs: now() }
}

/** Computes one report per turn of the event loop, so that other work can run in between. */
const workedOut = async ({ surfaces }: Watched, reports: Reports): Promise<Reports> => {
  for (const surface of surfaces) {
    await setImmediate()
    reports.find(surface)
  }
  return reports
}
