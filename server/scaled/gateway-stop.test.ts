import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aStopOrder, createMemoryStopStore } from '../../test/support/memory-stop-store.ts'
import { BeyondReach, StoreFailure } from '../core/errors.ts'
import type { StopInput, StopTaken } from '../engine/desks/control-desk.ts'
import { createGatewayStop } from './gateway-stop.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const INPUT: StopInput = {
  actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: null },
  requestId: null,
  reason: 'enough',
  flatten: 'REDUCE_ONLY',
}

const never = () => new Promise<StopTaken>(() => {})

const open = (engineStop: () => Promise<StopTaken> = never) => {
  const stops = createMemoryStopStore()
  let ids = 0
  const sent: string[] = []
  const gateway = createGatewayStop({
    stops,
    engine: { stop: engineStop },
    notices: { send: (notice) => void sent.push(notice) },
    ids: { stop: () => `stp_${++ids}`, audit: () => `aud_${++ids}` },
    now: () => Date.now(),
    monotonic: () => Date.now(),
    delay: (ms, task) => void setTimeout(task, ms),
  })
  return { ...gateway, stops, sent }
}

test('a stop is stored and holds there, whatever the engine does', async () => {
  const { stop, stops, stopSwitch, sent } = open()
  const taking = stop(INPUT)
  await vi.advanceTimersByTimeAsync(2_300)
  expect(await taking).toMatchObject({ alreadyLatched: false, durableMs: 0, stop: { reason: 'enough' } })
  expect(await stops.listOpen()).toMatchObject([{ reason: 'enough', flatten: 'REDUCE_ONLY', by: INPUT.actor }])
  expect(stopSwitch.engaged?.reason).toBe('enough')
  expect(sent).toEqual(['stops'])
})

test('the answer of the engine takes precedence', async () => {
  const taken = { alreadyLatched: true, latchedMs: 1, durableMs: 2, auditId: 'aud_9' } as const
  const { stop } = open(async () => ({ ...taken, stop: aStopOrder(4) }))
  expect(await stop(INPUT)).toMatchObject({ alreadyLatched: false, auditId: 'aud_9', stop: { reason: 'stop 4' } })
})

test('a stop that neither has confirmed is refused and retried until the store has it', async () => {
  const { stop, stops } = open(() => Promise.reject(new StoreFailure('away')))
  stops.isCutOff = true
  const taking = expect(stop(INPUT)).rejects.toThrow('is being retried')
  await vi.advanceTimersByTimeAsync(3_000)
  await taking
  stops.isCutOff = false
  await vi.advanceTimersByTimeAsync(500)
  expect(await stops.listOpen()).toMatchObject([{ reason: 'enough' }])
})

test('a fleet stop is stored for every account, whatever the engine of this one has answered', async () => {
  const taken = { stop: aStopOrder(4), alreadyLatched: false, latchedMs: 1, durableMs: 2, auditId: 'aud_9' } as const
  const { stop, stops, sent } = open(async () => taken)
  stops.isCutOff = true
  const taking = expect(stop({ ...INPUT, scope: 'FLEET' })).rejects.toThrow('Neither')
  await vi.advanceTimersByTimeAsync(2_400)
  await taking
  stops.isCutOff = false
  await vi.advanceTimersByTimeAsync(500)
  expect(await stops.listOpen()).toMatchObject([{ reason: 'enough', flatten: 'REDUCE_ONLY' }])
  expect(await stop({ ...INPUT, scope: 'FLEET' })).toMatchObject({ alreadyLatched: true, accounts: ['main', 'other'] })
  expect(sent).toEqual(['stops', 'stops'])
})

test('a fleet stop has no effect when the caller may not stop every account', async () => {
  const engaged: unknown[] = []
  const { stop, stops, stopSwitch } = open(async () => {
    engaged.push('engine')
    return never()
  })
  const fleet = { ...INPUT, scope: 'FLEET' } as const
  await expect(stop({ ...fleet, reach: ['main'] })).rejects.toThrow(BeyondReach)
  expect([engaged, await stops.listOpen(), stopSwitch.engaged]).toEqual([[], [], null])
  const taking = stop({ ...fleet, reach: ['other', 'main'] })
  await vi.advanceTimersByTimeAsync(2_300)
  expect(await taking).toMatchObject({ accounts: ['main', 'other'] })
  expect(engaged).toEqual(['engine'])
})

test('a cleared stop is no longer shown', async () => {
  const { stop, stops, refresh, stopSwitch } = open()
  const taking = stop(INPUT)
  await vi.advanceTimersByTimeAsync(2_300)
  const { stop: engaged } = await taking
  await stops.release(engaged.stopId, 1)
  await refresh()
  expect(stopSwitch.engaged).toBeNull()
})
