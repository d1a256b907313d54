import type { FastifyReply, FastifyRequest } from 'fastify'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { anId } from '../../../test/support/book-samples.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import type { AuditEntry } from '../../engine/model/facts.ts'
import type { AccessEvent } from './access-events.ts'
import { createAccessRecord } from './access-record.ts'

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
  it('writes a sign-in to audit and log, as info, and a refusal as a warning', () => {
    const { record, entries, lines } = begin()
    record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    record.noteAccount(anEvent())
    expect(entries.map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
      ['LOGIN', 'alice', 'DONE'],
      ['LOGIN_REFUSED', 'alice', 'REFUSED_401'],
    ])
    expect(lines).toMatchObject([
      { level: 30, action: 'LOGIN', target: 'alice', ip: '192.0.2.7' },
      { level: 40, action: 'LOGIN_REFUSED', ip: '192.0.2.7' },
    ])
  })

  it('bounds what strangers can write, and does not lose a sign-in among it', () => {
    const { record, state, entries, lines } = begin()
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 10_000; i++) record.noteAccount(anEvent({ ip: `10.0.${i >> 8}.${i & 255}` }))
      for (let i = 0; i < 10_000; i++)
        record.noteAnswer(...answered(401, `10.0.${i >> 8}.${i & 255}`, `/route-${i % 90}`))
      state.nowMs += 60_000
    }
    record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    record.flush()
    expect(entries.length).toBeLessThan(3 * 60)
    expect(lines.length).toBeLessThan(3 * 2 * 60)
    expect(entries).toContainEqual(expect.objectContaining({ action: 'LOGIN', target: 'alice' }))
  })

  it('logs refused access and limits that were reached, and audits neither', () => {
    const { record, entries, lines } = begin()
    for (const status of [200, 401, 403, 429, 500]) record.noteAnswer(...answered(status, '192.0.2.7'))
    expect(lines.map(({ outcome, target }) => [outcome, target])).toEqual([
      ['REFUSED_401', '/api/audit'],
      ['REFUSED_403', '/api/audit'],
      ['REFUSED_429', '/api/audit'],
    ])
    expect(entries).toEqual([])
  })

  it('writes each change of an account to the audit separately, also in a busy minute', () => {
    const { record, entries } = begin()
    for (let i = 0; i < 300; i++) record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE', target: `user-${i}` }))
    for (let i = 0; i < 2; i++) record.noteChange(anEvent({ action: 'PASSWORD_CHANGED', outcome: 'DONE' }))
    const changes = entries.filter(({ action }) => action === 'PASSWORD_CHANGED')
    expect(changes.map(({ target, reason }) => [target, reason])).toEqual([
      ['alice', null],
      ['alice', null],
    ])
  })

  it('continues while the audit cannot be written, reports it once, and writes the counts when it recovers', () => {
    const { record, state, entries, lines } = begin()
    state.isFull = true
    for (let i = 0; i < 5; i++) record.noteAccount(anEvent({ action: 'LOGIN', outcome: 'DONE' }))
    record.noteAccount(anEvent())
    record.noteChange(anEvent({ action: 'PASSWORD_CHANGED', outcome: 'DONE' }))
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1)
    expect(lines.filter(({ action }) => action === 'LOGIN')).toHaveLength(1)
    state.isFull = false
    state.nowMs += 60_000
    record.writeDue()
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['LOGIN', '5 more in 60 s'],
      ['PASSWORD_CHANGED', '1 more in 60 s'],
      ['LOGIN_REFUSED', '1 more in 60 s'],
    ])
  })
})
