import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { type ControlHarness, openControlHarness } from '../../../test/support/control-floor.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import type { Command, CommandOutcome } from '../model/events.ts'
import type { StopFile } from '../model/ports.ts'
import { createStopSwitch, isStopEngaged, type StopSwitch } from '../state/stop-switch.ts'
import { type OpenControlDesk, openControlDesk } from './control-desk.ts'

const SOMEBODY = { type: 'USER', sub: 'usr_1', sid: null, ip: null } as const
const REQUEST = { actor: SOMEBODY, requestId: 'req_1', reason: 'it looks wrong', flatten: 'NONE' } as const

interface Bench {
  readonly harness: ControlHarness
  readonly desk: OpenControlDesk
  readonly stopSwitch: StopSwitch
  readonly submitted: Command[]
  /** Fires all timeouts of waiting callers. */
  readonly giveUp: () => void
}

/** Creates a desk in front of an engine that answers immediately, or never. */
const aBench = (file: StopFile = createMemoryStopFile(), submit?: () => Promise<CommandOutcome>): Bench => {
  const harness = openControlHarness()
  const stopSwitch = createStopSwitch(file)
  const submitted: Command[] = []
  const delayed: (() => void)[] = []
  let ids = 0
  const desk = openControlDesk({
    books: harness.state.ledger,
    session: harness.state.session,
    stopSwitch,
    submit: async (command) => {
      submitted.push(command)
      return submit ? submit() : harness.command(command)
    },
    ids: { stop: () => anId('stp', ++ids), audit: () => anId('aud', ++ids) },
    now: () => harness.nowMs,
    monotonic: () => harness.nowMs,
    delay: (_ms, task) => void delayed.push(task),
  })
  const giveUp = (): void => {
    for (const task of delayed.splice(0)) task()
  }
  return { harness, desk, stopSwitch, submitted, giveUp }
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await undefined
}

const never = (): Promise<CommandOutcome> => new Promise(() => {})

describe('a stop at the desk', () => {
  it('takes effect in memory and in the file before the engine receives it', () => {
    const { desk, stopSwitch, submitted } = aBench(createMemoryStopFile(), never)
    void desk.stop(REQUEST)
    expect([isStopEngaged(stopSwitch), stopSwitch.file.read()]).toEqual([true, stopSwitch.engaged])
    expect(submitted).toMatchObject([
      { kind: 'emergencyStop', stop: stopSwitch.engaged, instructed: { actor: SOMEBODY } },
    ])
  })

  it('is answered when the sweep is complete', async () => {
    const { desk, harness } = aBench()
    let answered = false
    const answer = desk.stop(REQUEST).finally(() => {
      answered = true
    })
    await settled()
    desk.onFacts(harness.facts)
    await settled()
    expect(answered).toBe(false)
    harness.run(6_000)
    desk.onFacts(harness.facts)
    expect(await answer).toMatchObject({
      alreadyLatched: false,
      stop: { code: 'EMERGENCY_STOP', by: SOMEBODY, reason: 'it looks wrong', completedAtMs: expect.any(Number) },
      latchedMs: 0,
      durableMs: 0,
    })
  })

  it.each([
    ['does not respond', never],
    ['has ended', () => Promise.reject(new Error('The engine has stopped'))],
  ])('is answered in time, and holds, when the engine %s', async (_name, submit) => {
    const { desk, stopSwitch, giveUp } = aBench(createMemoryStopFile(), submit)
    const answer = desk.stop(REQUEST)
    await settled()
    giveUp()
    expect(await answer).toMatchObject({ durableMs: null, alreadyLatched: false, stop: { code: 'EMERGENCY_STOP' } })
    expect(isStopEngaged(stopSwitch)).toBe(true)
  })

  it('reaches the engine while the file is synced, and is answered once it is', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { desk, harness, stopSwitch, submitted } = aBench({ ...createMemoryStopFile(), sync: () => promise })
    let answered = false
    const answer = desk.stop(REQUEST).finally(() => {
      answered = true
    })
    await settled()
    expect(submitted).toHaveLength(1)
    harness.run(6_000)
    desk.onFacts(harness.facts)
    await settled()
    expect(answered).toBe(false)
    resolve(true)
    expect(await answer).toMatchObject({ durableMs: 0 })
    expect(stopSwitch.inFile).toBe(true)
  })

  it('holds in memory when no file can be created', async () => {
    const { desk, stopSwitch, giveUp } = aBench({ ...createMemoryStopFile(), write: () => false, exists: () => false })
    const answer = desk.stop(REQUEST)
    await settled()
    giveUp()
    await answer
    expect([isStopEngaged(stopSwitch), stopSwitch.inFile]).toEqual([true, false])
  })

  it('keeps an engaged stop, and extends it when more is requested', async () => {
    const { desk, harness, giveUp, submitted } = aBench()
    const first = desk.stop(REQUEST)
    const again = desk.stop({ ...REQUEST, flatten: 'REDUCE_ONLY' })
    await settled()
    giveUp()
    const [{ stop }, second] = [await first, await again]
    expect(second).toMatchObject({ alreadyLatched: true, stop: { stopId: stop.stopId } })
    expect(submitted.map((command) => command.kind === 'emergencyStop' && command.flatten)).toEqual([
      'NONE',
      'REDUCE_ONLY',
    ])
    expect(harness.state.ledger.latch?.flatten).toBe('REDUCE_ONLY')
  })

  it('adopts a stop from a file that an earlier process created', async () => {
    const file = createMemoryStopFile()
    file.write(aStop({ flatten: 'REDUCE_ONLY' }))
    const { desk, harness, giveUp } = aBench(file)
    const answer = desk.stopFor('STOP_FILE', 'it was there at the start')
    await settled()
    giveUp()
    await answer
    expect(harness.state.ledger.latch).toMatchObject({ ...aStop(), flatten: 'REDUCE_ONLY' })
  })

  it('does not report as durable what could not be written', async () => {
    const { desk, harness, giveUp } = aBench()
    harness.state.session.storeFailure = 'the disk is full'
    const answer = desk.stop(REQUEST)
    await settled()
    giveUp()
    expect((await answer).durableMs).toBeNull()
  })
})

describe('a pause at the desk', () => {
  it('is answered when its result is recorded', async () => {
    const { desk, harness } = aBench()
    const answer = desk.pause(REQUEST)
    await settled()
    harness.run(200)
    desk.onFacts(harness.facts)
    expect(await answer).toMatchObject({ kind: 'pauseTaken', changed: true, previousState: 'RUNNING', entries: [] })
    expect(harness.state.ledger.control.state).toBe('PAUSED')
  })

  it('is answered after a time limit, whatever happens to the orders', async () => {
    const { desk, giveUp } = aBench()
    const answer = desk.pause(REQUEST)
    await settled()
    giveUp()
    expect(await answer).toMatchObject({ changed: true })
  })

  it('fails when the engine has ended', async () => {
    const { desk } = aBench(createMemoryStopFile(), () => Promise.reject(new Error('The engine has stopped')))
    await expect(desk.pause(REQUEST)).rejects.toThrow('The engine has stopped')
  })
})
