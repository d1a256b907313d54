import { describe, expect, it } from 'vitest'
import type { HandedBack } from '../host/position-verbs.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const unused = (): never => {
  throw new Error('not for these')
}

const HANDED: HandedBack = {
  positionId: 'pos_00000000000000000000000001',
  symbol: 'BTCUSDT',
  direction: 'LONG',
  qty: '0.064',
  strategyId: 'S01',
  horizonEndsAt: '2026-11-22T13:00:00.000Z',
  isDue: false,
}

const run = async (args: readonly string[], value: HandedBack = HANDED) => {
  const { terminal, output } = aTerminal()
  const calls: unknown[] = []
  const request = async (verb: string, given: unknown) => {
    calls.push([verb, given])
    return { ok: true as const, value }
  }
  const parts = { ...engineParts(aLocalServer({ request })), version: '0', terminal, start: async () => {} }
  const exit = await runCli({ ...parts, dataDir: () => '/data', host: unused, audit: unused }, args)
  return { exit, calls, ...output }
}

describe('plimsoll position hand-back', () => {
  it.each([
    [
      HANDED,
      'BTCUSDT LONG 0.064 is managed by autotrading (S01) again. It is closed at its horizon, 2026-11-22T13:00:00.000Z, or when the strategy exits; stop and target stay.\n',
    ],
    [
      { ...HANDED, isDue: true },
      'BTCUSDT LONG 0.064 is managed by autotrading (S01) again. Its planned exit has passed: it is being closed now.\n',
    ],
  ])('reports when the position is closed: %#', async (value, words) => {
    const done = await run(['position', 'hand-back', 'BTCUSDT', '--reason', 'by mistake'], value)
    expect(done).toMatchObject({ exit: 0, out: '', err: words })
    expect(done.calls).toEqual([['positions.handBack', { symbol: 'BTCUSDT', reason: 'by mistake' }]])
  })

  it('answers in JSON as the server does', async () => {
    const { out } = await run(['position', 'hand-back', 'BTCUSDT', '--reason', 'so', '--json'])
    expect(JSON.parse(out)).toEqual(HANDED)
  })

  it('requires a reason', async () => {
    expect(await run(['position', 'hand-back', 'BTCUSDT'])).toMatchObject({ exit: 2, calls: [] })
  })
})
