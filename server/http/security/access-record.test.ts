import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import type { AuditEntry } from '../../engine/model/facts.ts'
import { type AccessEvent, createAccessEvents, createAccessRecord } from './access-record.ts'

const anEvent = (changes: Partial<AccessEvent> & { ip?: string } = {}): AccessEvent => ({
  action: 'LOGIN_REFUSED',
  target: 'alice',
  outcome: 'REFUSED_401',
  actor: { type: 'USER', sub: null, sid: null, ip: changes.ip ?? '192.0.2.7' },
  requestId: null,
  reason: null,
  ...changes,
})

const begin = () => {
  const state = { nowMs: NOON_MS, isFull: false }
  const entries: AuditEntry[] = []
  const lines: Record<string, unknown>[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const audit = {
    append(added: readonly AuditEntry[]) {
      if (state.isFull) throw new Error('disk full')
      entries.push(...added)
    },
  }
  const record = createAccessRecord({ audit, logger, makeId: () => anId('aud'), now: () => state.nowMs })
  return { record, state, entries, lines }
}

const answered = (statusCode: number, ip: string, url = '/api/audit') =>
  [
    { ip, principal: null, routeOptions: { url, config: {} } } as unknown as FastifyRequest,
    { statusCode } as FastifyReply,
  ] as const

describe('the access record', () => {
  it('writes a sign-in to audit and application log, as info, and a refusal as a warning', async () => {
    const { record, entries, lines } = begin()
    record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    record.noteAccount(anEvent())
    await record.written()
    expect(entries.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
      ['LOGIN', 'alice', 'DONE'],
      ['LOGIN_REFUSED', 'alice', 'REFUSED_401'],
    ])
    expect(lines).toMatchObject([
      { level: 30, action: 'LOGIN', target: 'alice', ip: '192.0.2.7' },
      { level: 40, action: 'LOGIN_REFUSED', ip: '192.0.2.7' },
    ])
  })

  it('bounds what unauthenticated callers can write, and never loses a sign-in among it', async () => {
    const { record, state, entries, lines } = begin()
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 10_000; i++) record.noteAccount(anEvent({ ip: `10.0.${i >> 8}.${i & 255}` }))
      for (let i = 0; i < 10_000; i++)
        record.noteAnswer(...answered(401, `10.0.${i >> 8}.${i & 255}`, `/route-${i % 90}`))
      state.nowMs += 60_000
    }
    record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    await record.flush()
    expect(entries.length).toBeLessThan(3 * 60)
    expect(lines.length).toBeLessThan(3 * 2 * 60)
    expect(entries).toContainEqual(expect.objectContaining({ action: 'LOGIN', target: 'alice' }))
  })

  it('logs refused access and exceeded limits, without audit entries', () => {
    const { record, entries, lines } = begin()
    for (const status of [200, 401, 403, 429, 500]) record.noteAnswer(...answered(status, '192.0.2.7'))
    expect(lines.map(({ outcome, target }) => [outcome, target])).toEqual([
      ['REFUSED_401', '/api/audit'],
      ['REFUSED_403', '/api/audit'],
      ['REFUSED_429', '/api/audit'],
    ])
    expect(entries).toEqual([])
  })

  it('writes each account change to the audit log separately, even in a busy minute', async () => {
    const { record, entries } = begin()
    for (let i = 0; i < 300; i++) record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE', target: `user-${i}` }))
    for (let i = 0; i < 2; i++) record.noteChange(anEvent({ action: 'PASSWORD_CHANGED', outcome: 'DONE' }))
    await record.written()
    const changes = entries.filter(({ action }) => action === 'PASSWORD_CHANGED')
    expect(changes.map(({ target, reason }) => [target, reason])).toEqual([
      ['alice', null],
      ['alice', null],
    ])
  })

  it('continues while the audit log cannot be written, reports it once, and writes the counts when it recovers', async () => {
    const { record, state, entries, lines } = begin()
    state.isFull = true
    for (let i = 0; i < 5; i++) record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    record.noteAccount(anEvent())
    record.noteChange(anEvent({ action: 'PASSWORD_CHANGED', outcome: 'DONE' }))
    await record.written()
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1)
    expect(lines.filter(({ action }) => action === 'LOGIN')).toHaveLength(1)
    state.isFull = false
    state.nowMs += 60_000
    record.writeDue()
    await record.written()
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['LOGIN', '5 more in 60 s'],
      ['PASSWORD_CHANGED', '1 more in 60 s'],
      ['LOGIN_REFUSED', '1 more in 60 s'],
    ])
  })
})

const aRefusedStop = (parts: Partial<AccessEvent> = {}): AccessEvent => ({
  action: 'EMERGENCY_STOP',
  target: 'engine',
  outcome: 'REFUSED_403',
  actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
  requestId: anId('req'),
  reason: null,
  ...parts,
})

const openEvents = () => {
  const written: AccessEvent[] = []
  const state = { nowMs: NOON_MS, works: true, tries: 0 }
  const events = createAccessEvents({
    write(event) {
      state.tries++
      if (state.works) written.push(event)
      return state.works
    },
    now: () => state.nowMs,
    callersMax: 256,
  })
  const lines = () => written.map(({ outcome, actor, reason }) => [outcome, actor.sub ?? actor.ip, reason])
  return { events, written, state, lines }
}

const times = (count: number, work: (index: number) => void): void => {
  for (let index = 0; index < count; index++) work(index)
}

describe('an access event', () => {
  it('is written immediately and unchanged', () => {
    const { events, written } = openEvents()
    events.note(aRefusedStop())
    expect(written).toEqual([aRefusedStop()])
  })

  it('is counted when it is repeated, and written once when the minute is over', () => {
    const { events, state, written, lines } = openEvents()
    times(18, () => events.note(aRefusedStop()))
    state.nowMs += 59_999
    events.writeDue()
    expect(lines()).toHaveLength(1)
    state.nowMs += 1
    events.writeDue()
    events.writeDue()
    expect(lines()).toEqual([
      ['REFUSED_403', 'usr_1', null],
      ['REFUSED_403', 'usr_1', '17 more in 60 s'],
    ])
    expect(written[1]?.requestId).toBeNull()
    events.note(aRefusedStop())
    expect(lines()[2]).toEqual(['REFUSED_403', 'usr_1', null])
  })

  it('is counted by action, target, outcome and caller; a caller without a user by the address', () => {
    const { events, lines } = openEvents()
    const stranger = { type: 'USER', sub: null, sid: null, ip: '10.0.0.1' } as const
    for (const event of [
      aRefusedStop(),
      aRefusedStop({ action: 'PAUSE' }),
      aRefusedStop({ target: 'alice' }),
      aRefusedStop({ outcome: 'REFUSED_429' }),
      aRefusedStop({ outcome: 'REFUSED_401', actor: stranger }),
      aRefusedStop({ outcome: 'REFUSED_401', actor: { ...stranger, ip: '10.0.0.2' } }),
    ]) {
      events.note(event)
    }
    expect(lines()).toHaveLength(6)
    events.flush()
    expect(lines()).toHaveLength(6)
  })

  it('is counted under a shared name when there are too many callers to distinguish, so that nothing grows', () => {
    const { events, lines } = openEvents()
    times(1_000, (index) =>
      events.note(
        aRefusedStop({ target: `user-${index}`, actor: { type: 'USER', sub: null, sid: null, ip: `10.0.0.${index}` } }),
      ),
    )
    expect(lines()).toHaveLength(257)
    events.flush()
    expect(lines().at(-1)).toEqual(['REFUSED_403', '*', '743 more in 60 s'])
    expect(lines()).toHaveLength(258)
  })

  it('is counted when it cannot be written, retried when its minute is over, and never thrown', () => {
    const { events, state, lines } = openEvents()
    state.works = false
    times(3, () => events.note(aRefusedStop()))
    state.nowMs += 60_000
    events.writeDue()
    expect(state.tries).toBe(2)
    state.works = true
    events.writeDue()
    expect(lines()).toEqual([['REFUSED_403', 'usr_1', '3 more in 60 s']])
  })

  it('is written at the end of the server, even before its minute is over', () => {
    const { events, lines } = openEvents()
    times(2, () => events.note(aRefusedStop()))
    events.flush()
    expect(lines()[1]).toEqual(['REFUSED_403', 'usr_1', '1 more in 60 s'])
  })
  it('is counted while an entry of its kind is being written, and together with it when that fails', async () => {
    const state = { nowMs: 0 }
    const writes: { readonly event: AccessEvent; readonly settle: (isWritten: boolean) => void }[] = []
    const events = createAccessEvents({
      now: () => state.nowMs,
      callersMax: 9,
      write: (event) => new Promise((settle) => writes.push({ event, settle })),
    })
    events.note(aRefusedStop())
    state.nowMs += 60_000
    events.note(aRefusedStop())
    expect(writes).toHaveLength(1)
    writes[0]?.settle(false)
    await Promise.resolve()
    events.writeDue()
    events.note(aRefusedStop())
    expect(writes[1]?.event.reason).toBe('2 more in 60 s')
    writes[1]?.settle(true)
    await Promise.resolve()
    state.nowMs += 60_000
    events.writeDue()
    expect(writes[2]?.event.reason).toBe('1 more in 60 s')
  })
})
