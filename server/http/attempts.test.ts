import { describe, expect, it } from 'vitest'
import { anId, createMint } from '../../test/support/book-samples.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { createRecordingAudit } from '../../test/support/recording-audit.ts'
import type { AuditStatus } from '../engine/ports.ts'
import { type Attempt, createAttempts, flushAttempts, noteAttempt, writeDue } from './attempts.ts'

const anAttempt = (parts: Partial<Attempt> = {}): Attempt => ({
  action: 'EMERGENCY_STOP',
  status: 403,
  actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
  requestId: anId('req'),
  ...parts,
})

const begin = (fate: () => AuditStatus | 'LOST' = () => 'RECORDED') => {
  const log = createRecordingAudit(fate)
  const clock = { nowMs: NOON_MS }
  const failures: unknown[] = []
  const makeId = createMint()
  const attempts = createAttempts({
    log,
    makeId: () => makeId('aud'),
    now: () => clock.nowMs,
    onFailure: (error) => failures.push(error),
  })
  const lines = () => log.entries.map(({ outcome, actor, reason }) => [outcome, actor.sub ?? actor.ip, reason])
  return { attempts, log, clock, failures, lines }
}

const times = (count: number, work: (index: number) => void): void => {
  for (let index = 0; index < count; index++) work(index)
}

describe('a refused attempt', () => {
  it('is recorded at once, with who it was and the request it came by', () => {
    const { attempts, log } = begin()
    noteAttempt(attempts, anAttempt())
    expect(log.entries).toEqual([
      {
        auditId: anId('aud'),
        atMs: NOON_MS,
        epoch: null,
        actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
        action: 'EMERGENCY_STOP',
        target: 'engine',
        before: null,
        after: null,
        outcome: 'REFUSED_403',
        reason: null,
        requestId: anId('req'),
      },
    ])
  })

  it('that is repeated is counted, and told once when the minute is over', () => {
    const { attempts, clock, lines } = begin()
    times(18, () => noteAttempt(attempts, anAttempt()))
    clock.nowMs += 59_999
    writeDue(attempts)
    expect(lines()).toHaveLength(1)
    clock.nowMs += 1
    writeDue(attempts)
    writeDue(attempts)
    expect(lines()).toEqual([
      ['REFUSED_403', 'usr_1', null],
      ['REFUSED_403', 'usr_1', '17 more in 60 s'],
    ])
    noteAttempt(attempts, anAttempt())
    expect(lines()[2]).toEqual(['REFUSED_403', 'usr_1', null])
  })

  it('is counted by route, outcome and caller; a caller without a user by its address', () => {
    const { attempts, lines } = begin()
    const stranger = { type: 'USER', sub: null, sid: null, ip: '10.0.0.1' } as const
    for (const attempt of [
      anAttempt(),
      anAttempt({ action: 'PAUSE' }),
      anAttempt({ status: 429 }),
      anAttempt({ status: 401, actor: stranger }),
      anAttempt({ status: 401, actor: { ...stranger, ip: '10.0.0.2' } }),
    ]) {
      noteAttempt(attempts, attempt)
    }
    expect(lines()).toHaveLength(5)
    flushAttempts(attempts)
    expect(lines()).toHaveLength(5)
  })

  it('of more callers than are told apart is told under one name, and nothing grows', () => {
    const { attempts, lines } = begin()
    times(1_000, (index) =>
      noteAttempt(attempts, anAttempt({ actor: { type: 'USER', sub: null, sid: null, ip: `10.0.0.${index}` } })),
    )
    expect(attempts.windows.size).toBe(257)
    expect(lines()).toHaveLength(257)
    flushAttempts(attempts)
    expect(lines().at(-1)).toEqual(['REFUSED_403', '*', '743 more in 60 s'])
    expect(attempts.windows.size).toBe(0)
  })

  it('that the log does not take is counted, tried again, and never thrown at the caller', () => {
    let fate: AuditStatus | 'LOST' = 'LOST'
    const { attempts, clock, failures, lines } = begin(() => fate)
    times(3, () => noteAttempt(attempts, anAttempt()))
    clock.nowMs += 60_000
    writeDue(attempts)
    expect(failures).toHaveLength(2)
    fate = 'RECORDED'
    writeDue(attempts)
    expect(lines()).toEqual([['REFUSED_403', 'usr_1', '3 more in 60 s']])
  })

  it('is told at the end of the server, its minute over or not', () => {
    const { attempts, lines } = begin()
    times(2, () => noteAttempt(attempts, anAttempt()))
    flushAttempts(attempts)
    expect(lines()[1]).toEqual(['REFUSED_403', 'usr_1', '1 more in 60 s'])
  })
})
