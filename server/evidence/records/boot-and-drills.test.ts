import { describe, expect, it } from 'vitest'
import { HOST, type StopOrder } from '../../engine/model/events.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { createLedger } from '../../engine/state/ledger.ts'
import { type BootRecord, createBootRecord, createDrillRecord } from './boot-and-drills.ts'

const GAP = { fromMs: 0, toMs: 1_000 }

const stop = (parts: Partial<StopOrder> = {}): StopOrder => ({
  stopId: 'stp_1' as StopOrder['stopId'],
  code: 'EMERGENCY_STOP',
  reason: 'a drill',
  flatten: 'NONE',
  by: HOST,
  auditId: 'aud_1' as StopOrder['auditId'],
  atMs: 100,
  ...parts,
})
const engaged = (parts: Partial<StopOrder> = {}): Fact => ({ kind: 'latchEngaged', stop: stop(parts), atMs: 103 })
const completed: Fact = { kind: 'stopCompleted', atMs: 2_500 }
const released: Fact = { kind: 'latchReleased', by: HOST, atMs: 900 }

const aBoot = (endedCleanly: boolean, damage: BootRecord['damage'] = null): BootRecord => ({
  ...createBootRecord({
    bootId: 'run_2',
    startedAtMs: 1_000,
    hostStartedAtMs: 0,
    past: [{ runId: 'run_1', epoch: 1, startedAtMs: 1, hashes: null, endedCleanly, lastAtMs: 500, state: 'RUNNING' }],
    ledger: createLedger(),
  }),
  damage,
})

const proven = (boot: BootRecord): BootRecord => {
  Object.assign(boot.firsts, { read: 1_100, resolved: 1_100, reconciled: 1_300, protected: 1_200 })
  return boot
}

describe('the record of emergency stops', () => {
  it('has a completed stop, with its actor, the time until it took effect and its duration', () => {
    const record = createDrillRecord('PAPER')
    expect(record.noteFacts([engaged()])).toBe(true)
    expect(record.drills()).toMatchObject([{ outcome: 'PENDING', completedAtMs: null }])
    record.noteFacts([completed, released])
    expect(record.drills()).toEqual([
      {
        drillId: 'stp_1',
        kind: 'EMERGENCY_STOP',
        mode: 'PAPER',
        startedAtMs: 100,
        completedAtMs: 2_500,
        outcome: 'COMPLETE',
        by: 'HOST',
        heldWithinMs: 3,
      },
    ])
  })

  it('excludes one that was cleared before its end', () => {
    const record = createDrillRecord('PAPER')
    record.noteFacts([engaged(), released, completed])
    expect(record.drills()).toMatchObject([{ outcome: 'CUT_OFF', completedAtMs: null }])
  })

  it('omits a halt of the engine, and returns false when nothing changed', () => {
    const record = createDrillRecord('PAPER')
    const by = { type: 'ENGINE', sub: null, sid: null, ip: null } as const
    expect([record.noteFacts([engaged({ by }), completed]), record.drills()]).toEqual([false, []])
  })

  it('completes a stop that began in the previous run', () => {
    const first = createDrillRecord('PAPER')
    first.noteFacts([engaged()])
    const second = createDrillRecord('PAPER')
    second.section.resume(first.section.save(), GAP)
    second.noteFacts([completed])
    expect(second.drills()).toMatchObject([{ drillId: 'stp_1', outcome: 'COMPLETE' }])
  })
})

describe('the record of kills', () => {
  it('counts a kill as survived once ledger, orders and protection are verified', () => {
    const record = createDrillRecord('LIVE')
    const boot = aBoot(false)
    record.noteBoot(boot, false, 1_050)
    expect(record.drills()).toMatchObject([{ drillId: 'run_2', kind: 'KILL', outcome: 'PENDING' }])
    record.noteBoot(proven(boot), false, 1_400)
    record.noteBoot(boot, true, 9_000)
    expect(record.drills()).toMatchObject([
      { mode: 'LIVE', startedAtMs: 1_000, completedAtMs: 1_300, outcome: 'COMPLETE' },
    ])
  })

  it('is open until the store has been checked', () => {
    const record = createDrillRecord('PAPER')
    const boot = { ...proven(aBoot(false)), damage: undefined }
    for (const atMs of [1_050, 1_060]) record.noteBoot(boot, false, atMs)
    expect(record.drills()).toMatchObject([{ outcome: 'PENDING' }])
    record.noteBoot({ ...boot, damage: null }, false, 1_070)
    expect(record.drills()).toMatchObject([{ outcome: 'COMPLETE' }])
  })

  it.each<[string, BootRecord, boolean]>([
    ['a damaged store', aBoot(false, 'a page is damaged'), false],
    ['what is not safe', aBoot(false), true],
  ])('has one with %s as unsafe', (_what, boot, isUnsafe) => {
    const record = createDrillRecord('PAPER')
    record.noteBoot(boot, isUnsafe, 1_050)
    record.noteBoot(proven(boot), isUnsafe, 1_060)
    expect(record.drills()).toMatchObject([{ outcome: 'UNSAFE' }])
  })

  it('has none after a clean end, nor at a first start', () => {
    const record = createDrillRecord('PAPER')
    record.noteBoot(proven(aBoot(true)), false, 1_400)
    record.noteBoot({ ...aBoot(true), previous: null }, false, 1_400)
    expect(record.drills()).toEqual([])
  })

  it('excludes one whose process ended again before it was verified', () => {
    const first = createDrillRecord('PAPER')
    first.noteBoot(aBoot(false), false, 1_050)
    const second = createDrillRecord('PAPER')
    second.section.resume(first.section.save(), GAP)
    expect(second.drills()).toMatchObject([{ outcome: 'CUT_OFF' }])
  })

  it('rejects anything but a list of drills', () => {
    expect(() => createDrillRecord('PAPER').section.resume({}, GAP)).toThrow(TypeError)
  })
})
