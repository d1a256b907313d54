import { expect, test } from 'vitest'
import { createMemoryAccountLog } from '../../test/support/memory-account-log.ts'
import { StoreFailure } from '../core/errors.ts'
import { Fenced } from './ports.ts'
import { createRetryingLog } from './retrying-log.ts'

const BATCH = { number: 1, epoch: 1, host: 'host-a', body: 'body' }

/** A log that fails until a time, on a clock that only pauses move. */
const open = (fault: 'before' | 'after' | 'fenced', untilMs: number) => {
  const log = createMemoryAccountLog()
  log.fault = fault
  let nowMs = 0
  const pause = async (ms: number): Promise<void> => {
    nowMs += ms
    if (nowMs >= untilMs) log.fault = undefined
  }
  return { log, patient: createRetryingLog(log, { monotonic: () => nowMs, pause }), now: () => nowMs }
}

test.each(['before', 'after'] as const)(
  'an append that fails %s it is stored is sent again and stored once',
  async (fault) => {
    const { log, patient } = open(fault, 1_900)
    expect(await patient.append(BATCH)).toBeNull()
    expect(log.batches).toEqual([BATCH])
  },
)

test('a failure of two seconds is reported', async () => {
  const { patient, now } = open('before', 60_000)
  await expect(patient.append(BATCH)).rejects.toThrow(StoreFailure)
  expect(now()).toBe(2_000)
})

test('an append of a replaced engine is not sent again', async () => {
  const { patient, now } = open('fenced', 60_000)
  await expect(patient.append(BATCH)).rejects.toThrow(Fenced)
  expect(now()).toBe(0)
})
