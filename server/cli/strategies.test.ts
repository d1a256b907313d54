import { describe, expect, it } from 'vitest'
import type { HostStrategies, HostStrategy } from '../host/strategy-verbs.ts'
import type { HostAnswer } from '../host/verb.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const unused = (): never => {
  throw new Error('not for these')
}

/** The command against a server that answers this, or against none. */
const run = async (args: readonly string[], answer?: HostAnswer) => {
  const { terminal, output } = aTerminal()
  const requests: unknown[] = []
  const request = async (verb: string, given: unknown): Promise<HostAnswer> => {
    requests.push([verb, given])
    return answer ?? aLocalServer().request(verb, given)
  }
  const parts = { ...engineParts(aLocalServer({ request })), version: '0', terminal, start: async () => {} }
  const exit = await runCli({ ...parts, dataDir: () => '/data', host: unused, audit: unused }, args)
  return { exit, requests, ...output }
}

const MINE: HostStrategy = {
  strategyId: 'MINE',
  name: 'Mine',
  file: '/mine/a.ts',
  state: 'DOWN',
  reason: 'it did not respond within 2 s',
  since: '2026-11-21T12:00:00.000Z',
  outcomes: 3,
}

const BUILT_IN: HostStrategy = {
  ...MINE,
  strategyId: 'S01',
  name: 'DONCHIAN',
  file: null,
  state: 'RUNNING',
  reason: null,
}

const LISTED: HostStrategies = { items: [BUILT_IN, MINE], faulty: [{ file: '/mine/b.ts', fault: 'it throws' }] }

describe('plimsoll strategies', () => {
  it('lists where each comes from and why it does not run', async () => {
    const { exit, out, err } = await run(['strategies'], { ok: true, value: LISTED })
    expect(out.split('\n')).toEqual([
      'ID    NAME      SOURCE      STATE    OUTCOMES  REASON',
      'S01   DONCHIAN  built in    running  3',
      'MINE  Mine      /mine/a.ts  down     3         it did not respond within 2 s',
      '',
    ])
    expect([exit, err]).toEqual([0, 'Not loaded: /mine/b.ts: it throws.\n'])
  })

  it('answers in JSON as the server does', async () => {
    const { out } = await run(['strategies', '--json'], { ok: true, value: LISTED })
    expect(JSON.parse(out)).toEqual(LISTED)
  })

  it('needs a server', async () => {
    expect(await run(['strategies'])).toMatchObject({
      exit: 3,
      err: expect.stringContaining('No server answers for /data. Start it.'),
    })
  })
})

describe('plimsoll strategies quarantine', () => {
  it('reports the result, and how it is undone', async () => {
    const done = await run(['strategies', 'quarantine', 'S01', '--reason', 'it loses'], { ok: true, value: BUILT_IN })
    expect(done).toMatchObject({ exit: 0, out: '' })
    expect(done.err).toBe('S01 enters no positions until it is re-armed: plimsoll strategies rearm S01\n')
    expect(done.requests).toEqual([['strategies.quarantine', { strategyId: 'S01', reason: 'it loses' }]])
  })

  it('requires a reason', async () => {
    expect(await run(['strategies', 'quarantine', 'S01'])).toMatchObject({ exit: 2, requests: [] })
  })
})

describe('plimsoll strategies rearm', () => {
  it.each<[string, HostStrategy | null, string]>([
    ['one that runs', BUILT_IN, 'Entries of S01 are allowed again.\n'],
    [
      'one that is down',
      MINE,
      'Entries of S01 are allowed again, but it is not running: it did not respond within 2 s. Restart the server.\n',
    ],
    ['one whose file is gone', null, 'Entries of S01 are allowed again, but it is not among the running strategies.\n'],
  ])('reports the result of %s', async (_which, value, words) => {
    const done = await run(['strategies', 'rearm', 'S01', '--reason', 'calm'], { ok: true, value })
    expect(done).toMatchObject({ exit: 0, out: '', err: words })
    expect(done.requests).toEqual([['strategies.rearm', { strategyId: 'S01', reason: 'calm' }]])
  })

  it('requires a reason', async () => {
    expect(await run(['strategies', 'rearm', 'S01'])).toMatchObject({ exit: 2, requests: [] })
  })
})
