import { userInfo } from 'node:os'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StopResult } from '../../contract/control.ts'
import { createMemoryStopFile } from '../../test/support/memory-stop-file.ts'
import { aStop } from '../../test/support/trading-facts.ts'
import type { LocalServer } from '../host/local-server.ts'
import { answerVerb, type HostAnswer } from '../host/verb.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import type { CliParts } from './parts.ts'
import { runCli } from './program.ts'

const unreachable: HostAnswer = {
  ok: false,
  error: { code: 'SERVER_UNREACHABLE', message: 'No server answers for /data.', remedy: 'Start it.' },
}
const answered = (value: unknown): HostAnswer => ({ ok: true, value })
const refusing = (code: string): HostAnswer => ({ ok: false, error: { code, message: 'No.', remedy: 'Wait.' } })

/** Requests to the server, and its answers in order; the last answer is repeated. */
let requests: unknown[]
let answers: HostAnswer[]
let server: LocalServer

/** Asking a server that does not answer takes as long as one is ready to wait. */
const request: LocalServer['request'] = async (verb, args) => {
  requests.push([verb, args])
  return (answers.length > 1 ? answers.shift() : answers[0]) ?? unreachable
}

const neverPrompted = (): never => {
  throw new Error('no request was expected')
}

const run = async (...args: string[]) => {
  const { terminal, output } = aTerminal({ isInteractive: true })
  const parts: CliParts = {
    version: '0',
    terminal: { ...terminal, readLine: neverPrompted, readText: neverPrompted, promptHidden: neverPrompted },
    start: async () => {},
    dataDir: (flag = '/data') => flag,
    audit: () => {
      throw new Error('not for these')
    },
    host: () => ({ call: (verb, given) => answerVerb({}, verb, given) }),
    ...engineParts(server),
  }
  return { exit: await runCli(parts, args), ...output }
}

beforeEach(() => {
  requests = []
  answers = [unreachable]
  server = aLocalServer({ request })
})

const STOP_RESULT: StopResult = {
  stopId: 'stp_01KE3Y9R9B0000000000000000',
  state: 'HALTED',
  latched: true,
  alreadyLatched: false,
  latchedAt: '2026-01-02T03:04:05.678Z',
  latchPersistence: 'FILE_AND_DB',
  code: 'EMERGENCY_STOP',
  requestedBy: { type: 'HOST', sub: null, username: null, roles: [] },
  reason: 'the feed looks wrong',
  flatten: 'NONE',
  bodyIgnored: false,
  phase: 'SWEEPING',
  steps: [
    { step: 'LATCH_MEMORY', status: 'DONE', durationMs: 0 },
    { step: 'LATCH_DURABLE', status: 'DONE', durationMs: 11 },
    { step: 'CANCEL', status: 'PARTIAL', attempted: 7, confirmed: 5, filled: 1, failed: 0, unknown: 1, pending: 0 },
    { step: 'PROTECT', status: 'DONE', positions: 2, verified: 2 },
    { step: 'FLATTEN', status: 'NOT_REQUESTED', remaining: [] },
  ],
  orders: {
    found: 9,
    protectiveKept: 2,
    cancelled: 5,
    filled: 1,
    pending: 0,
    failed: [],
    outcomeUnknown: [{ orderId: 'ord_01KE3Y9R9B0000000000000000', since: '2026-01-02T03:04:05.678Z' }],
  },
  positions: { open: 2, protected: 2, unprotected: [] },
  quiescentBy: '2026-01-02T03:04:22.000Z',
  clear: { by: 'HOST_CLI', via: 'plimsoll stop clear' },
  audit: { auditId: 'aud_01KE3Y9R9B0000000000000000', status: 'RECORDED' },
  schemaVersion: '1.0.0',
}

describe('plimsoll stop', () => {
  it('creates the stop file before it calls the server, and prints each step', async () => {
    let inFileFirst = false
    server = aLocalServer({
      request: (...question) => {
        inFileFirst = server.stopFile.exists()
        return request(...question)
      },
    })
    answers = [answered(STOP_RESULT)]
    expect(await run('stop', '--reason', 'the feed looks wrong')).toEqual({
      exit: 0,
      err: '',
      out: [
        'Stop file    /data/EMERGENCY_STOP written',
        'Server       stopped: stp_01KE3Y9R9B0000000000000000, 2026-01-02T03:04:05.678Z',
        'Stored in    the stop file and the database',
        'Orders       9 found: 2 protective kept, 5 cancelled, 1 filled before cancellation',
        '             0 being cancelled, 0 retried, 1 with unknown outcome',
        'Positions    2 open, 2 with a verified stop',
        'Closing      not requested',
        'Phase        SWEEPING: nothing is left to do; waiting for a second account reading to confirm it',
        'Follow       plimsoll status',
        'Clear        plimsoll stop clear',
        '',
      ].join('\n'),
    })
    expect(inFileFirst).toBe(true)
    expect(requests).toEqual([['stop', { reason: 'the feed looks wrong', flatten: 'NONE' }]])
    expect(server.stopFile.read()).toMatchObject({
      code: 'EMERGENCY_STOP',
      reason: 'the feed looks wrong',
      flatten: 'NONE',
      by: { type: 'HOST' },
    })
  })

  it('requests to close open positions, and is idempotent', async () => {
    answers = [answered({ ...STOP_RESULT, alreadyLatched: true, flatten: 'REDUCE_ONLY' })]
    server = aLocalServer({ request, stopFile: createMemoryStopFile(aStop()) })
    const { exit, out } = await run('stop', '--flatten')
    expect([exit, requests]).toEqual([0, [['stop', { reason: undefined, flatten: 'REDUCE_ONLY' }]]])
    expect(out).toContain('already stopped')
    expect(out).toContain('every position')
    expect(server.stopFile.read()).toEqual(aStop())
  })

  it('leaves the file for the next start when no server runs', async () => {
    expect(await run('stop')).toEqual({
      exit: 0,
      err: '',
      out: [
        'Stop file    /data/EMERGENCY_STOP written',
        'Server       not running; the next start is HALTED',
        'Clear        plimsoll start, then: plimsoll stop clear',
        '',
      ].join('\n'),
    })
    expect(server.stopFile.read()).toMatchObject({ reason: 'plimsoll stop', flatten: 'NONE' })
  })

  it('ends the process that holds the directory when it gives no answer, and explains the consequences', async () => {
    const ended: number[] = []
    server = aLocalServer({
      request,
      holder: () => (ended.length === 0 ? { pid: 4242 } : undefined),
      end: (pid) => ended.push(pid) > 0,
    })
    const { exit, out, err } = await run('stop')
    expect({ exit, err, ended }).toEqual({ exit: 0, err: '', ended: [4242] })
    expect(out).toContain('did not respond; process 4242 was killed')
    expect(out).toContain('it starts HALTED')
    expect(requests.length).toBeGreaterThan(10)
  })

  it('waits for a server that is still starting, or has many callers', async () => {
    answers = [unreachable, refusing('BUSY'), answered(STOP_RESULT)]
    server = aLocalServer({ request, holder: () => ({ pid: 4242 }), end: () => expect.unreachable() })
    expect(await run('stop')).toMatchObject({ exit: 0, err: '' })
    expect(requests).toHaveLength(3)
  })

  it.each([
    { title: 'the process is unknown', holder: { pid: null }, end: true },
    { title: 'the process may not be ended', holder: { pid: 4242 }, end: false },
    { title: 'the process does not end', holder: { pid: 4242 }, end: true },
  ])('fails when the server gives no answer and $title', async ({ holder, end }) => {
    server = aLocalServer({ request, holder: () => holder, end: () => end })
    const { exit, err } = await run('stop')
    expect(exit).toBe(1)
    expect(err).toMatch(/does not respond, and its process (4242|\(unknown\)) could not be killed\. Kill it manually/)
  })

  it.each(['INTERNAL', 'UNKNOWN_VERB', 'BUSY'])('fails when the server answers %s', async (code) => {
    answers = [refusing(code)]
    expect(await run('stop')).toMatchObject({ exit: 1, err: expect.stringContaining('run plimsoll status') })
  })

  it('also calls the server when no file can be created, and fails when there is none', async () => {
    const stopFile = { ...createMemoryStopFile(), write: () => false }
    server = aLocalServer({ request, stopFile })
    const failed = await run('stop')
    expect(failed).toMatchObject({
      exit: 1,
      err: expect.stringContaining('the next start will trade normally'),
    })
    expect(failed.out).not.toContain('HALTED')
    answers = [answered({ ...STOP_RESULT, latchPersistence: 'MEMORY_ONLY' })]
    const { exit, out } = await run('stop')
    expect(exit).toBe(0)
    expect(out).toContain('could not be written')
    expect(out).toContain('MEMORY ONLY')
  })

  it('stops nothing when there is no data directory', async () => {
    server = aLocalServer({ exists: () => false })
    expect(await run('stop')).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('Nothing was stopped') })
    expect(server.stopFile.exists()).toBe(false)
  })

  it('prints the same as JSON', async () => {
    answers = [answered(STOP_RESULT)]
    const { exit, out, err } = await run('stop', '--json')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(JSON.parse(out)).toEqual({
      stopFile: { path: '/data/EMERGENCY_STOP', written: true },
      kind: 'stopped',
      stop: STOP_RESULT,
    })
  })

  it('rejects a misspelt word', async () => {
    expect(await run('stop', 'claer')).toMatchObject({ exit: 2, out: '' })
    expect([requests, server.stopFile.exists()]).toEqual([[], false])
  })
})

const STANDING = {
  state: 'HALTED',
  desired: 'PAUSED',
  mode: 'PAPER',
  stopId: 'stp_1',
  stopReason: 'the feed looked wrong',
  behind: [],
  tripped: [],
  differences: [],
  unknownOutcomes: [],
  unprotected: [],
  leftToCancel: ['ord_1', 'ord_2'],
  swept: false,
  reconciled: true,
  foreignEpoch: null,
  storeFailure: null,
}
const PREVIEW = {
  standing: STANDING,
  auditFault: null,
  obstacle: null,
  code: '123456',
  expiresAt: '2026-01-02T03:05:05.678Z',
}

describe.each([
  { words: ['stop', 'clear'], verb: 'stop', done: 'The stop is cleared.' },
  { words: ['resume'], verb: 'resume', done: 'Resumed.' },
])('plimsoll $words', ({ words, verb, done }) => {
  it('shows the current state and how to confirm, and makes no request', async () => {
    answers = [answered(PREVIEW)]
    expect(await run(...words, '--data-dir', '/my data')).toEqual({
      exit: 0,
      err: '',
      out: [
        'State        HALTED, requested PAUSED',
        'Mode         PAPER',
        'Stop         stp_1',
        '             the feed looked wrong',
        'Lagging      none',
        'Tripped      none',
        'Differences  none',
        'Unknown      none',
        'Unprotected  none',
        'To cancel    ord_1',
        '             ord_2',
        'Sweep done   not yet',
        'Exchange     reconciled',
        'Other engine none',
        'Store        writable',
        'Audit        intact when verified at the start',
        'Blocked by   nothing',
        `Confirm      plimsoll ${words.join(' ')} --data-dir '/my data' --confirm 123456 --reason "…"`,
        '             valid until 2026-01-02T03:05:05.678Z, unless the state changes first',
        '',
      ].join('\n'),
    })
    expect(requests).toEqual([[`${verb}.show`, {}]])
  })

  it('exits 4 when there is an obstacle, and prints the remedy', async () => {
    const obstacle = { code: 'NOT_SWEPT', message: 'These orders are still to be cancelled: ord_1.', remedy: 'Wait.' }
    answers = [answered({ ...PREVIEW, obstacle })]
    const { exit, out, err } = await run(...words)
    expect({ exit, err }).toEqual({ exit: 4, err: `plimsoll: ${obstacle.message} Wait.\n` })
    expect(out).toContain('Blocked by   NOT_SWEPT: These orders')
    expect(out).not.toContain('--confirm')
  })

  it('confirms with the code and the reason', async () => {
    answers = [answered({ state: 'RECONCILING' })]
    const result = await run(...words, '--confirm', '123456', '--reason', 'checked it')
    expect(result).toMatchObject({ exit: 0, out: '', err: expect.stringContaining(done) })
    expect(result.err).toContain('The engine is RECONCILING.')
    expect(requests).toEqual([[`${verb}.confirm`, { code: '123456', reason: 'checked it' }]])
  })

  it.each([[['--confirm', '1']], [['--confirm', '1', '--reason', ' ']]])(
    'requires a reason before it confirms: %j',
    async (options) => {
      expect(await run(...words, ...options)).toMatchObject({
        exit: 2,
        err: expect.stringContaining('Specify --reason'),
      })
      expect(requests).toEqual([])
    },
  )

  it.each([
    { code: 'WRONG_CODE', exit: 2 },
    { code: 'CODE_EXPIRED', exit: 2 },
    { code: 'CHANGED_SINCE', exit: 2 },
    { code: 'LIMIT_STANDS', exit: 4 },
    { code: 'NOT_PAUSED', exit: 4 },
    { code: 'STOP_ENGAGED', exit: 4 },
    { code: 'DIFFERENCES', exit: 4 },
    { code: 'INTERNAL', exit: 1 },
  ])('exits $exit when it is refused with $code', async ({ code, exit }) => {
    answers = [refusing(code)]
    expect(await run(...words, '--confirm', '1', '--reason', 'r')).toEqual({
      exit,
      out: '',
      err: 'plimsoll: No. Wait.\n',
    })
  })

  it('needs the server, and reports it', async () => {
    expect(await run(...words)).toMatchObject({ exit: 3, out: '', err: expect.stringMatching(/Start (the server|it)/) })
  })

  it('answers in JSON', async () => {
    answers = [answered(PREVIEW)]
    expect(JSON.parse((await run(...words, '--json')).out)).toEqual(PREVIEW)
  })
})

const STATUS = {
  state: 'RUNNING',
  stateSince: '2026-01-02T03:04:05.678Z',
  stateReason: { code: 'AUTO_RESUMED', message: 'The ledger matches the exchange.' },
  desiredState: 'RUNNING',
  executionMode: 'PAPER',
  hostClock: { offsetMs: 0, lastSetAt: null, lastSetByMs: null },
  exchange: { name: 'the simulated exchange', notice: 'Made.', execution: 'PAPER', connected: true, troubles: [] },
  latch: { engaged: false, stopId: null, at: null },
  stop: null,
  topBlockers: [],
  books: [
    {
      bookId: 'main',
      mode: 'PAPER',
      symbols: ['ETHUSDT', 'SOLUSDT'],
      timeframes: ['1m', '5m'],
      strategies: ['S01'],
      explores: true,
      manualSymbols: ['BTCUSDT'],
    },
  ],
  positions: { open: 1, protected: 1 },
}

it('does not accept a clear instead of a stop that closes positions', async () => {
  expect(await run('stop', 'clear', '--flatten')).toMatchObject({ exit: 2, out: '' })
  expect(requests).toEqual([])
})

it('does not offer to clear what belongs to another stop', async () => {
  const { out } = await run('stop', 'clear', '--help')
  expect(out).not.toContain('--flatten')
  expect(out.match(/--reason/g)).toHaveLength(2)
})

describe('plimsoll status', () => {
  it('shows the status of the engine', async () => {
    answers = [answered(STATUS)]
    expect(await run('status')).toEqual({
      exit: 0,
      err: '',
      out: [
        'State        RUNNING since 2026-01-02T03:04:05.678Z: The ledger matches the exchange. (AUTO_RESUMED)',
        'Requested    RUNNING',
        'Autotrading  PAPER: ETHUSDT, SOLUSDT on 1m, 5m bars',
        '             manual trading only: BTCUSDT',
        '             EXPLORING: also enters without an expected edge, labelled exploratory (--explore)',
        'Exchange     the simulated exchange, PAPER',
        '             Made.',
        'Stop         none',
        'Positions    1 open, 1 with a verified stop',
        'Blockers     none',
        'Next         nothing to do',
        '',
      ].join('\n'),
    })
    expect(JSON.parse((await run('status', '--json')).out)).toEqual(STATUS)
  })

  it.each([
    [{ kind: 'NATS', state: 'CONNECTED', sinceMs: 0, fault: null }, 'NATS, connected since 1970-01-01T00:00:00.000Z'],
    [
      { kind: 'POSTGRES', state: 'DISCONNECTED', sinceMs: 0, fault: 'refused' },
      'PostgreSQL, not connected since 1970-01-01T00:00:00.000Z: refused. Changes are noticed up to half a second later',
    ],
    [
      { kind: 'NATS', state: 'SILENT', sinceMs: 0, fault: 'nothing arrives' },
      'NATS, connected, but silent since 1970-01-01T00:00:00.000Z: nothing arrives. Changes are',
    ],
  ])('shows the bus of a shared account: %o', async (bus, line) => {
    answers = [answered({ ...STATUS, bus })]
    expect((await run('status')).out).toContain(`Bus          ${line}`)
  })

  it.each([
    { phase: 'SWEEPING', next: 'wait until the stop is COMPLETE' },
    { phase: 'COMPLETE', next: 'find the cause; then: plimsoll stop clear' },
  ])('shows a stop and the next step in phase $phase', async ({ phase, next }) => {
    answers = [
      answered({
        ...STATUS,
        state: 'HALTED',
        latch: { engaged: true, stopId: STOP_RESULT.stopId, at: STOP_RESULT.latchedAt },
        stop: { ...STOP_RESULT, phase },
        topBlockers: [
          { code: 'STATE_HALTED', message: 'The engine is stopped.' },
          { code: 'STORE', message: 'The disk is slow.' },
        ],
      }),
    ]
    const { out } = await run('status')
    expect(out).toContain(
      [
        'Stop         stp_01KE3Y9R9B0000000000000000 since 2026-01-02T03:04:05.678Z by HOST: the feed looks wrong (EMERGENCY_STOP)',
        `             phase ${phase}, stored in FILE_AND_DB`,
        'Positions    1 open, 1 with a verified stop',
        'Blockers     STATE_HALTED: The engine is stopped.',
        '             STORE: The disk is slow.',
        `Next         ${next}`,
      ].join('\n'),
    )
  })

  it.each([
    ['alice', 'alice'],
    [null, 'usr_1'],
  ])('names who stopped it: %s', async (username, named) => {
    const requestedBy = { type: 'USER', sub: 'usr_1', username, roles: [] }
    const latch = { engaged: true, stopId: STOP_RESULT.stopId, at: STOP_RESULT.latchedAt }
    answers = [answered({ ...STATUS, latch, stop: { ...STOP_RESULT, requestedBy } })]
    expect((await run('status')).out).toContain(` by ${named}: the feed looks wrong`)
  })

  it('reports without a server whether the stop file exists', async () => {
    const without = await run('status')
    expect(without).toMatchObject({ exit: 3, err: expect.stringContaining('No server answers for /data.') })
    expect(without.out).toContain('Stop         no stop file')
    server = aLocalServer({ request, stopFile: createMemoryStopFile(null) })
    expect((await run('status')).out).toContain('/data/EMERGENCY_STOP exists; the next start is HALTED')
    const { exit, out } = await run('status', '--json')
    expect([exit, JSON.parse(out)]).toEqual([
      3,
      { state: 'STOPPED', stopFile: { isThere: true, stop: null }, holder: null },
    ])
  })

  it('reports a process that holds the directory and does not respond', async () => {
    server = aLocalServer({ request, holder: () => ({ pid: 4242 }) })
    const { exit, out, err } = await run('status')
    expect(exit).toBe(3)
    expect(out).toContain('process 4242 holds the data directory and does not respond')
    expect(err).toContain('plimsoll stop kills it')
  })
})

describe('plimsoll pause', () => {
  const PAUSED = { changed: true, state: 'PAUSED', entriesCancelled: { attempted: 0, confirmed: 0 } }
  it.each([
    { value: PAUSED, err: 'Paused. To resume: plimsoll resume.\n' },
    {
      value: { ...PAUSED, entriesCancelled: { attempted: 3, confirmed: 2 } },
      err: 'Paused. 2 of 3 resting entries cancelled. To resume: plimsoll resume.\n',
    },
    {
      value: { ...PAUSED, changed: false, state: 'HALTED' },
      err: 'No change: the engine is HALTED, which is more restrictive than paused. To resume: plimsoll resume.\n',
    },
  ])('prints the result: $err', async ({ value, err }) => {
    answers = [answered(value)]
    expect(await run('pause', '--reason', 'lunch')).toEqual({ exit: 0, out: '', err })
    expect(requests).toEqual([['pause', { reason: 'lunch' }]])
    expect(JSON.parse((await run('pause', '--json')).out)).toEqual(value)
  })

  it('exits 3 without a server', async () => {
    expect((await run('pause')).exit).toBe(3)
  })
})

describe('plimsoll live', () => {
  const GRANT = {
    packetId: 'pkt_01KE3Y9R9B0000000000000000',
    packetHash: 'a'.repeat(64),
    scope: 'AUTOTRADING',
    reason: 'thirty good days',
    grantedAt: '2026-01-02T03:04:05.678Z',
    expiresAt: '2026-01-05T03:04:05.678Z',
  }
  const WAIVER = {
    gateId: 'LR19',
    by: 'HOST',
    reason: 'restored by hand',
    madeAt: '2026-01-02T03:04:05.678Z',
    expiresAt: '2026-02-01T03:04:05.678Z',
    expired: false,
  }

  it('arms the named packet, with a reason, for a limited time', async () => {
    answers = [answered(GRANT)]
    const armed = await run('live', 'arm', '--packet', 'abc', '--reason', 'thirty good days', '--for', '3d')
    expect([armed.exit, armed.out]).toEqual([0, ''])
    expect(armed.err).toContain('Armed until 2026-01-05T03:04:05.678Z.')
    expect(requests).toEqual([['live.arm', { packet: 'abc', reason: 'thirty good days', forMs: 259_200_000 }]])
  })

  it.each([
    ['live', 'arm', '--reason', 'x'],
    ['live', 'arm', '--packet', 'abc'],
    ['live', 'arm', '--packet', 'abc', '--reason', 'x', '--for', 'soon'],
    ['live', 'waive', '--gate', 'LR19'],
    ['live', 'disarm'],
  ])('makes no request when an argument is missing: %s %s %s', async (...args) => {
    expect((await run(...args)).exit).toBe(2)
    expect(requests).toEqual([])
  })

  it('reports without a server that nothing was granted', async () => {
    expect((await run('live', 'arm', '--packet', 'abc', '--reason', 'x')).exit).toBe(3)
  })

  it('disarms, and shows the grant', async () => {
    answers = [answered(null)]
    expect((await run('live', 'disarm', '--reason', 'over')).err).toContain('Disarmed')
    expect(await run('live', 'grant')).toEqual({ exit: 0, out: 'There is no live grant.\n', err: '' })
    answers = [answered(GRANT)]
    expect((await run('live', 'grant')).out).toContain('manual orders and autotrading')
    expect(JSON.parse((await run('live', 'grant', '--json')).out)).toEqual(GRANT)
  })

  it('waives, lists waivers and ends them', async () => {
    answers = [answered(WAIVER)]
    const waived = await run('live', 'waive', '--gate', 'LR19', '--reason', 'restored by hand', '--for', '30d')
    expect(waived.err).toBe('LR19 is waived until 2026-02-01T03:04:05.678Z.\n')
    expect((await run('live', 'unwaive', '--gate', 'LR19')).err).toBe('LR19 is no longer waived.\n')
    answers = [answered([WAIVER])]
    expect((await run('live', 'waivers')).out).toMatch(/LR19 .*restored by hand/)
    expect(requests).toEqual([
      ['waiver.make', { gateId: 'LR19', reason: 'restored by hand', by: userInfo().username, forMs: 2_592_000_000 }],
      ['waiver.end', { gateId: 'LR19' }],
      ['waiver.list', {}],
    ])
  })
})
