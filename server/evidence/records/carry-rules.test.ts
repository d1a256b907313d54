import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/instant.ts'
import type { VenueBudgetTruth } from '../../monitor/inputs/exchange.ts'
import type { TruthSources } from '../evidence-sources.ts'
import { always } from '../reader.ts'
import { type CarriedReadings, createCarriedReadings, readingsToSave } from './carried-readings.ts'
import { CARRY_CHANNELS, CARRY_TRAFFIC, CARRY_VENUE_BUDGET, carrying } from './carry-rules.ts'
import { SAVED_EVERY_MS } from './evidence-record.ts'

const budget = (http429: number, delayedLately = 0): VenueBudgetTruth => ({
  venue: 'binance',
  counts: [],
  rejected1h: { http429, http418: 0, venueCode: 0 },
  delayedLately,
  silentUntilMs: null,
})

/** Returns the reading at an instant of a run with this own count, combined with those of earlier runs. */
const readAt = (carried: CarriedReadings, nowMs: number, own: VenueBudgetTruth) => {
  const reader = carrying(
    always<VenueBudgetTruth>(() => ({ value: own, observedAtMs: nowMs })),
    CARRY_VENUE_BUDGET,
  )
  return reader.read({ records: { carried } } as unknown as TruthSources, nowMs)?.value
}

const nextRun = (carried: CarriedReadings, savedAtMs: number): CarriedReadings => {
  const next = createCarriedReadings()
  for (const [name, earlier] of readingsToSave(carried, savedAtMs)) next.earlier.set(name as 'venueBudget', earlier)
  return next
}

it('adds the count of an earlier run until its window is over', () => {
  const first = createCarriedReadings()
  readAt(first, 0, budget(2, 1))
  const second = nextRun(first, 0)
  expect(readAt(second, MINUTE_MS, budget(1))).toMatchObject({ rejected1h: { http429: 3 }, delayedLately: 1 })
  expect(readAt(second, 5 * MINUTE_MS, budget(1))).toMatchObject({ delayedLately: 1 })
  expect(readAt(second, 6 * MINUTE_MS, budget(1))).toMatchObject({ rejected1h: { http429: 3 }, delayedLately: 0 })
  expect(readAt(second, HOUR_MS + SAVED_EVERY_MS - 1, budget(1))).toMatchObject({ rejected1h: { http429: 3 } })
  expect(readAt(second, HOUR_MS + SAVED_EVERY_MS, budget(1))).toEqual(budget(1))
})

it('expires a count after its own window, however often the process is restarted meanwhile', () => {
  let carried = createCarriedReadings()
  readAt(carried, 0, budget(1))
  for (let minute = 0; minute < 90; minute += 10) {
    carried = nextRun(carried, minute * MINUTE_MS)
    const read = readAt(carried, minute * MINUTE_MS, budget(0))
    expect([minute, read?.rejected1h.http429]).toEqual([minute, minute <= 60 ? 1 : 0])
  }
  expect(readingsToSave(carried, 3 * DAY_MS).get('venueBudget')).toHaveLength(1)
})

it('finds a quota by its name, and leaves requests in flight to the current run', () => {
  const quota = {
    name: 'STANDARD',
    requests: 100,
    windowSec: 60,
    active: 1,
    limited: 0,
    rejected1h: 4,
    rejectedLately: 4,
  }
  const answers = { replays24h: 1, mismatches24h: 1, duplicates24h: 1, inFlight: 1 }
  const traffic = { quotas: [quota], controlRefused1h: 1, answers }
  const added = CARRY_TRAFFIC.add(traffic, traffic, 10 * MINUTE_MS)
  expect(added).toEqual({
    quotas: [{ ...quota, rejected1h: 8 }],
    controlRefused1h: 2,
    answers: { replays24h: 2, mismatches24h: 2, duplicates24h: 2, inFlight: 1 },
  })
})

it('retains when a channel last succeeded in an earlier run', () => {
  const channel = {
    id: 'mail',
    kind: 'EMAIL',
    enabled: true,
    lastAttemptAtMs: null,
    lastDeliveredAtMs: null,
    lastErrorCategory: null,
    queued: 0,
    dropped: 0,
  } as const
  const earlier = { ...channel, lastAttemptAtMs: 9, lastDeliveredAtMs: 5, lastErrorCategory: 'TIMEOUT' as const }
  expect(CARRY_CHANNELS.add([channel], [earlier])).toEqual([earlier])
  const newer = { ...channel, lastAttemptAtMs: 20, lastDeliveredAtMs: 20 }
  expect(CARRY_CHANNELS.add([newer], [earlier])).toEqual([newer])
})
