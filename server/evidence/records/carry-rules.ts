/** Adds windowed counts of earlier runs to the readings of this run, so that a restart resets none of them. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { InputName, TruthInputs } from '../../monitor/frame/inputs.ts'
import type { VenueBudgetTruth } from '../../monitor/inputs/exchange.ts'
import type { QuotaTruth, RouteTruth, TrafficTruth } from '../../monitor/inputs/http.ts'
import type { ChannelTruth } from '../../monitor/inputs/messenger.ts'
import type { IdentityTruth } from '../../monitor/inputs/security.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { SnapshotReader } from '../reader.ts'
import type { CarryRule } from './carried-readings.ts'
import { SAVED_EVERY_MS } from './evidence-record.ts'

/**
 * Creates a reader of counts that include the time before the start: the counts of an earlier run are added until a
 * whole window has passed since it may have ended, so that a restart never reduces a count too early.
 */
export const carrying = <Name extends InputName>(
  reader: SnapshotReader<TruthInputs[Name]>,
  { name, windowMs, add }: CarryRule<TruthInputs[Name]> & { readonly name: Name },
): SnapshotReader<TruthInputs[Name]> => ({
  ...reader,
  read(sources: TruthSources, nowMs: Instant) {
    const reading = reader.read(sources, nowMs)
    if (!reading) return undefined
    const { own, earlier } = sources.records.carried
    own.set(name, reading.value)
    const valid = (earlier.get(name) ?? []).filter(({ atMs }) => leastAge(atMs, nowMs) < windowMs)
    const value = valid.reduce(
      (sum, { atMs, value: before }) => add(sum, before as TruthInputs[Name], leastAge(atMs, nowMs)),
      reading.value,
    )
    return { ...reading, value }
  },
})

/** Least age of the newest event of a run that ended with a crash at the latest before its next save. */
const leastAge = (savedAtMs: Instant, nowMs: Instant): number => Math.max(0, nowMs - savedAtMs - SAVED_EVERY_MS)

/** Period in which delays and refusals count as recent. */
const LATELY_MS = 5 * MINUTE_MS

export const CARRY_VENUE_BUDGET = {
  name: 'venueBudget',
  windowMs: HOUR_MS,
  add: (own, earlier, ageMs) => ({
    ...own,
    rejected1h: sumCounts(own.rejected1h, earlier.rejected1h),
    delayedLately: own.delayedLately + (ageMs < LATELY_MS ? earlier.delayedLately : 0),
    silentUntilMs: latestInstant(own.silentUntilMs, earlier.silentUntilMs),
  }),
} as const satisfies CarryRule<VenueBudgetTruth>

export const CARRY_TRAFFIC = {
  name: 'traffic',
  windowMs: DAY_MS,
  add: (own, earlier, ageMs) => ({
    quotas: own.quotas.map((quota) => quotaWith(quota, earlier.quotas, ageMs)),
    controlRefused1h: own.controlRefused1h + (ageMs < HOUR_MS ? earlier.controlRefused1h : 0),
    answers: { ...sumCounts(own.answers, earlier.answers), inFlight: own.answers.inFlight },
  }),
} as const satisfies CarryRule<TrafficTruth>

const quotaWith = (own: QuotaTruth, earlier: TrafficTruth['quotas'], ageMs: number): QuotaTruth => {
  const before = earlier.find(({ name }) => name === own.name)
  if (!before) return own
  return {
    ...own,
    rejected1h: own.rejected1h + (ageMs < HOUR_MS ? before.rejected1h : 0),
    rejectedLately: own.rejectedLately + (ageMs < LATELY_MS ? before.rejectedLately : 0),
  }
}

export const CARRY_IDENTITY = {
  name: 'identity',
  windowMs: DAY_MS,
  add: (own, earlier) => ({ ...own, lately: sumCounts(own.lately, earlier.lately) }),
} as const satisfies CarryRule<IdentityTruth>

export const CARRY_ROUTES = {
  name: 'routes',
  windowMs: DAY_MS,
  add: (own, earlier) => {
    const before = new Map(earlier.map((route) => [`${route.method} ${route.url}`, route.observed24h]))
    return own.map((route) => {
      const counts = before.get(`${route.method} ${route.url}`)
      return counts ? { ...route, observed24h: sumCounts(route.observed24h, counts) } : route
    })
  },
} as const satisfies CarryRule<readonly RouteTruth[]>

/** Restores the last successful delivery of a channel from an earlier run. */
export const CARRY_CHANNELS = {
  name: 'channels',
  windowMs: DAY_MS,
  add: (own, earlier) =>
    own.map((channel) => {
      const before = earlier.find(({ id, kind }) => id === channel.id && kind === channel.kind)
      if (!before) return channel
      return {
        ...channel,
        lastDeliveredAtMs: channel.lastDeliveredAtMs ?? before.lastDeliveredAtMs,
        ...(channel.lastAttemptAtMs === null && {
          lastAttemptAtMs: before.lastAttemptAtMs,
          lastErrorCategory: before.lastErrorCategory,
        }),
      }
    }),
} as const satisfies CarryRule<readonly ChannelTruth[]>

const sumCounts = <T extends Readonly<Record<string, number>>>(own: T, earlier: T): T =>
  Object.fromEntries(Object.entries(own).map(([name, count]) => [name, count + (earlier[name] ?? 0)])) as T

const latestInstant = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.max(a, b)
