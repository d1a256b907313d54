import { describe, expect, it } from 'vitest'
import type { Level } from './finding.ts'
import { judgeChannels, judgeHost } from './host-checks.ts'
import type { HostFacts } from './host-facts.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const GB = 2 ** 30

const facts = (over: Partial<HostFacts> = {}): HostFacts => ({
  nodeVersion: '24.21.0',
  nowMs: NOW_MS,
  directory: { path: '/data', exists: true, fault: null, mode: 0o700, freeBytes: 40 * GB },
  mountFault: null,
  server: { kind: 'none' },
  settings: [],
  constitution: { path: null, problem: null },
  port: { address: '127.0.0.1:8080', problem: null },
  schema: { due: 0, problem: null },
  audit: { size: 12, newestAtMs: NOW_MS - 1_000, findings: [] },
  keys: { kind: 'kept', exchanges: ['okx'] },
  ...over,
})

const findCheck = (over: Partial<HostFacts>, check: string) => judgeHost(facts(over)).find((one) => one.check === check)

const directory = (over: Partial<HostFacts['directory']>): Partial<HostFacts> => ({
  directory: { ...facts().directory, ...over },
})

describe('a machine that is ready', () => {
  it('returns its findings line by line', () => {
    expect(judgeHost(facts()).map(({ level, check, seen }) => `${level} ${check}: ${seen}`)).toEqual([
      'ok node: 24.21.0',
      'ok data directory: /data, mode 0700',
      'ok disk space: 40.0 GB free',
      'info server: not running',
      'ok settings: can be read',
      'ok constitution: built-in defaults',
      'ok port: 127.0.0.1:8080 is free',
      'ok schema: current',
      'ok audit: intact, 12 entries up to 2026-11-21T11:59:59.000Z',
      'ok clock: 2026-11-21T12:00:00.000Z',
      'ok keys file: encrypted, accessible only to you: okx',
    ])
  })

  it('has a remedy for every problem, and for nothing else', () => {
    const bad: Partial<HostFacts> = {
      nodeVersion: '20.1.0',
      ...directory({ mode: 0o755, freeBytes: 0 }),
      server: { kind: 'silent', pid: 7 },
      settings: ['PLIMSOLL_PROT is not a setting.'],
      constitution: { path: '/c.json', problem: 'It is no JSON.' },
      port: { address: '::1:80', problem: { fault: 'Port 80 cannot be opened by this user', remedy: 'Choose one.' } },
      schema: { due: 1, problem: 'It was written by a newer version.' },
      audit: { size: 3, newestAtMs: NOW_MS + 3_600_000, findings: ['CHAIN_BROKEN', 'CHAIN_BROKEN'] },
      keys: { kind: 'faulty', message: 'It is open to others', remedy: 'chmod' },
    }
    for (const { level, remedy } of [...judgeHost(facts()), ...judgeHost(facts(bad))]) {
      expect(remedy !== null && remedy !== '').toBe(level === 'warn' || level === 'fail')
    }
  })
})

const CASES: readonly { check: string; over: Partial<HostFacts>; level: Level; seen: string | RegExp }[] = [
  { check: 'node', over: { nodeVersion: '22.9.0' }, level: 'fail', seen: '22.9.0; 24.7 or later is required' },
  { check: 'node', over: { nodeVersion: '24.6.0' }, level: 'fail', seen: '24.6.0; 24.7 or later is required' },
  { check: 'node', over: { nodeVersion: '26.0.0' }, level: 'ok', seen: '26.0.0' },
  {
    check: 'data directory',
    over: directory({ fault: { fault: '/data is a file', remedy: 'Move it away: mv /data /data.old.' } }),
    level: 'fail',
    seen: '/data is a file',
  },
  {
    check: 'data directory',
    over: { mountFault: { kind: 'NOT_MOUNTED', fault: '/data is empty', remedy: 'Mount it: mount /data' } },
    level: 'fail',
    seen: '/data is empty',
  },
  {
    check: 'data directory',
    over: directory({ exists: false, mode: null }),
    level: 'info',
    seen: /does not exist yet/,
  },
  {
    check: 'data directory',
    over: directory({ mode: 0o750 }),
    level: 'warn',
    seen: /mode 0750: accessible to other users/,
  },
  { check: 'data directory', over: directory({ mode: null }), level: 'ok', seen: '/data' },
  { check: 'disk space', over: directory({ freeBytes: 5 * GB }), level: 'ok', seen: '5.0 GB free' },
  { check: 'disk space', over: directory({ freeBytes: 5 * GB - 1 }), level: 'warn', seen: '5.0 GB free' },
  { check: 'disk space', over: directory({ freeBytes: GB }), level: 'warn', seen: '1.0 GB free' },
  { check: 'disk space', over: directory({ freeBytes: GB - 1 }), level: 'fail', seen: '1.0 GB free' },
  { check: 'disk space', over: directory({ freeBytes: null }), level: 'warn', seen: 'cannot be determined' },
  { check: 'server', over: { server: { kind: 'running', state: 'RUNNING' } }, level: 'ok', seen: 'running, RUNNING' },
  { check: 'server', over: { server: { kind: 'running', state: 'HALTED' } }, level: 'warn', seen: 'running, HALTED' },
  { check: 'server', over: { server: { kind: 'silent', pid: 42 } }, level: 'fail', seen: /^process 42 holds/ },
  {
    check: 'server',
    over: { server: { kind: 'silent', pid: null } },
    level: 'fail',
    seen: /^process \(unknown\) holds/,
  },
  { check: 'settings', over: { settings: ['One.', 'Two.'] }, level: 'fail', seen: 'One. Two.' },
  {
    check: 'constitution',
    over: { constitution: { path: '/c.json', problem: null } },
    level: 'ok',
    seen: '/c.json',
  },
  {
    check: 'constitution',
    over: { constitution: { path: '/c.json', problem: 'It is no JSON.' } },
    level: 'fail',
    seen: 'It is no JSON.',
  },
  {
    check: 'port',
    over: { port: { address: '127.0.0.1:80', problem: { fault: 'Port 80 cannot be opened', remedy: 'Choose one.' } } },
    level: 'fail',
    seen: 'Port 80 cannot be opened',
  },
  {
    check: 'schema',
    over: { schema: { due: 2, problem: null } },
    level: 'info',
    seen: 'the next start migrates 2 databases',
  },
  {
    check: 'schema',
    over: { schema: { due: 0, problem: 'It was written by a newer version.' } },
    level: 'fail',
    seen: 'It was written by a newer version.',
  },
  { check: 'audit', over: { audit: null }, level: 'info', seen: 'no log yet' },
  {
    check: 'audit',
    over: { audit: { size: 0, newestAtMs: null, findings: [] } },
    level: 'ok',
    seen: 'intact, no entries yet',
  },
  {
    check: 'audit',
    over: { audit: { size: 9, newestAtMs: 0, findings: ['LOG_CUT', 'LOG_CUT', 'HEAD_MISMATCH'] } },
    level: 'fail',
    seen: '9 entries, altered or damaged: LOG_CUT, HEAD_MISMATCH',
  },
  {
    check: 'clock',
    over: { nowMs: 0 },
    level: 'fail',
    seen: /^1970-01-01T00:00:00.000Z is before this program was built/,
  },
  {
    check: 'clock',
    over: { audit: { size: 1, newestAtMs: NOW_MS + 60_001, findings: [] } },
    level: 'fail',
    seen: /is before the newest entry of the audit log, 2026-11-21T12:01:00.001Z$/,
  },
  { check: 'clock', over: { audit: { size: 1, newestAtMs: NOW_MS + 60_000, findings: [] } }, level: 'ok', seen: /./ },
  { check: 'keys file', over: { keys: { kind: 'kept', exchanges: [] } }, level: 'info', seen: 'no keys stored' },
  {
    check: 'keys file',
    over: { keys: { kind: 'faulty', message: 'The keys file is accessible to other users', remedy: 'chmod' } },
    level: 'fail',
    seen: 'The keys file is accessible to other users',
  },
]

describe('a machine', () => {
  it.each(CASES)('has level $level for its $check check: $seen', ({ check, over, level, seen }) => {
    const finding = findCheck(over, check)
    expect(finding).toMatchObject({ level, seen: typeof seen === 'string' ? seen : expect.stringMatching(seen) })
  })

  it('skips the port check while a server holds it', () => {
    expect(findCheck({ port: null, server: { kind: 'running', state: 'RUNNING' } }, 'port')).toBeUndefined()
  })
})

describe('doctor findings on message channels', () => {
  it('are absent when none is configured', () => {
    expect(judgeChannels([])).toEqual([])
  })

  it.each([
    [null, 'ok', 'can be sent'],
    ['AUTHENTICATION', 'fail', 'token, password or address is not accepted'],
    ['UNREACHABLE', 'fail', 'the recipient cannot be reached'],
    ['RATE_LIMITED', 'warn', 'rate limited by the recipient'],
    [{ message: 'The file /a is missing or empty.', remedy: 'See.' }, 'fail', 'The file /a is missing or empty.'],
  ] as const)('of %j is %s: %s', (problem, level, observed) => {
    expect(judgeChannels([{ id: 'telegram', problem }])).toMatchObject([
      { check: 'messages: telegram', level, seen: observed },
    ])
  })
})
