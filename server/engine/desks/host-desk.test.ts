import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import {
  type ControlHarness,
  openControlHarness,
  pauseEngine,
  stopEngine,
} from '../../../test/support/control-floor.ts'
import { createMemoryStopFile } from '../../../test/support/memory-stop-file.ts'
import { createRecordingAudit } from '../../../test/support/recording-audit.ts'
import { aStop } from '../../../test/support/trading-facts.ts'
import { StoreFailure } from '../../core/errors.ts'
import type { CommandOutcome } from '../model/events.ts'
import type { StopFile } from '../model/ports.ts'
import { createStopSwitch, engageSwitch, isStopEngaged, type StopSwitch } from '../state/stop-switch.ts'
import { openRaisingDesk, type RaisingDesk } from './host-desk.ts'

interface Bench {
  readonly harness: ControlHarness
  readonly desk: RaisingDesk
  readonly stopSwitch: StopSwitch
  /** Action that runs before the engine handles its input. */
  before: () => void
  after: (outcome: CommandOutcome) => CommandOutcome
}

const aBench = (file: StopFile = createMemoryStopFile()): Bench => {
  const harness = openControlHarness()
  const stopSwitch = createStopSwitch(file)
  let codes = 0
  const bench: Bench = {
    harness,
    stopSwitch,
    before: () => {},
    after: (outcome) => outcome,
    desk: openRaisingDesk({
      state: harness.state,
      stopSwitch,
      audit: createRecordingAudit(),
      submit: async (command) => {
        bench.before()
        return bench.after(harness.command(command))
      },
      ids: { audit: () => anId('aud', 7) },
      auditFault: () => null,
      makeCode: () => `code ${++codes}`,
      now: () => harness.nowMs,
    }),
  }
  return bench
}

const aStoppedBench = (file?: StopFile): Bench => {
  const bench = aBench(file)
  engageSwitch(bench.stopSwitch, aStop())
  stopEngine(bench.harness)
  bench.harness.run(6_000)
  return bench
}

const REASON = 'reviewed'

describe('the state shown to the host', () => {
  it('includes the current state, and a confirmation code', () => {
    const { desk, harness } = aStoppedBench()
    expect(desk.show('clearStop')).toMatchObject({
      obstacle: null,
      code: 'code 1',
      expiresAtMs: harness.nowMs + 60_000,
      standing: { state: 'HALTED', desired: 'PAUSED', swept: true, stopId: harness.state.ledger.latch?.stopId },
    })
  })

  it('names the obstacles', () => {
    const { desk } = aBench()
    expect([desk.show('clearStop').obstacle?.code, desk.show('resume').obstacle?.code]).toEqual([
      'NOT_STOPPED',
      'NOT_PAUSED',
    ])
  })
})

describe('a confirmation by the host', () => {
  it('clears the stop in the ledger, then in file and memory', async () => {
    const { desk, harness, stopSwitch } = aStoppedBench()
    const { code } = desk.show('clearStop')
    expect(await desk.confirm('clearStop', { code, reason: REASON })).toEqual({ ok: true })
    expect([harness.state.ledger.latch, isStopEngaged(stopSwitch)]).toEqual([null, false])
    expect(harness.state.ledger.control.reason.message).toBe(REASON)
  })

  it('resumes a paused engine', async () => {
    const { desk, harness } = aBench()
    pauseEngine(harness)
    const { code } = desk.show('resume')
    expect(await desk.confirm('resume', { code, reason: REASON })).toEqual({ ok: true })
    expect(harness.state.ledger.control.state).toBe('RUNNING')
  })

  it.each<[string, string, (bench: Bench) => string]>([
    ['never shown', 'WRONG_CODE', () => 'code 1'],
    [
      'shown for something else',
      'WRONG_CODE',
      ({ desk }) => {
        desk.show('clearStop')
        return desk.show('resume').code
      },
    ],
    [
      'not the last one',
      'WRONG_CODE',
      ({ desk }) => {
        const { code } = desk.show('clearStop')
        desk.show('clearStop')
        return code
      },
    ],
    [
      'a minute old',
      'CODE_EXPIRED',
      ({ desk, harness }) => {
        const { code } = desk.show('clearStop')
        harness.run(60_100)
        return code
      },
    ],
    [
      'older than the current state',
      'CHANGED_SINCE',
      ({ desk, harness }) => {
        const { code } = desk.show('clearStop')
        stopEngine(harness)
        return code
      },
    ],
  ])('is refused with a code that is %s: %s', async (_name, refusal, getCode) => {
    const bench = aStoppedBench()
    const code = getCode(bench)
    expect(await bench.desk.confirm('clearStop', { code, reason: REASON })).toMatchObject({ ok: false, code: refusal })
    expect([bench.harness.state.ledger.latch?.code, isStopEngaged(bench.stopSwitch)]).toEqual(['EMERGENCY_STOP', true])
  })

  it('is valid once', async () => {
    const { desk } = aStoppedBench()
    const { code } = desk.show('clearStop')
    await desk.confirm('clearStop', { code, reason: REASON })
    expect(await desk.confirm('clearStop', { code, reason: REASON })).toMatchObject({ ok: false, code: 'WRONG_CODE' })
  })

  it('does not clear a stop that is requested between confirming and clearing', async () => {
    const bench = aStoppedBench()
    bench.before = () => void stopEngine(bench.harness)
    const { code } = bench.desk.show('clearStop')
    expect(await bench.desk.confirm('clearStop', { code, reason: REASON })).toMatchObject({ code: 'CHANGED_SINCE' })
    expect(isStopEngaged(bench.stopSwitch)).toBe(true)
  })

  it('leaves the switch to a stop that arrives with the clearing', async () => {
    const bench = aStoppedBench()
    bench.after = (outcome) => {
      stopEngine(bench.harness, { code: 'QTY_MISMATCH', by: { type: 'ENGINE', sub: null, sid: null, ip: null } })
      return outcome
    }
    const { code } = bench.desk.show('clearStop')
    await bench.desk.confirm('clearStop', { code, reason: REASON })
    expect([bench.harness.state.ledger.latch?.code, isStopEngaged(bench.stopSwitch)]).toEqual(['QTY_MISMATCH', true])
  })

  it('leaves the stop engaged when it is not durable, or its file cannot be removed', async () => {
    const refusing = aStoppedBench()
    refusing.after = () => {
      throw new StoreFailure('the disk is full')
    }
    const { code } = refusing.desk.show('clearStop')
    await expect(refusing.desk.confirm('clearStop', { code, reason: REASON })).rejects.toThrow('the disk is full')
    expect(isStopEngaged(refusing.stopSwitch)).toBe(true)
    const remove = (): void => {
      throw new StoreFailure('it cannot be taken away')
    }
    const stuck = aStoppedBench({ ...createMemoryStopFile(), remove })
    const displayed = stuck.desk.show('clearStop')
    await expect(stuck.desk.confirm('clearStop', { code: displayed.code, reason: REASON })).rejects.toThrow(
      StoreFailure,
    )
    expect(isStopEngaged(stuck.stopSwitch)).toBe(true)
  })
})
