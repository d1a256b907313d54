import { describe, expect, it } from 'vitest'
import type { LogRecord } from '../../contract/logs.ts'
import { aLocalServer, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'

const unused = (): never => {
  throw new Error('not for these')
}

const RECORD: LogRecord = {
  seq: 7,
  at: '2026-11-22T13:00:00.000Z',
  level: 'WARN',
  message: 'orderVanished\u001b[2J',
  fields: { orderId: 'ord_1', by: 'Eve\u202e' },
}

const run = async (args: readonly string[], items: readonly LogRecord[] = [RECORD]) => {
  const { terminal, output } = aTerminal()
  const calls: unknown[] = []
  const request = async (verb: string, given: unknown) => {
    calls.push([verb, given])
    return { ok: true as const, value: { items } }
  }
  const parts = { ...engineParts(aLocalServer({ request })), version: '0', terminal, start: async () => {} }
  const exit = await runCli({ ...parts, dataDir: () => '/data', host: unused, audit: unused }, args)
  return { exit, calls, ...output }
}

describe('plimsoll logs', () => {
  it('prints each record on one printable line', async () => {
    const line = `2026-11-22T13:00:00.000Z WARN  orderVanished\\u001b[2J orderId="ord_1" by="Eve\\u202e"\n`
    expect(await run(['logs'])).toMatchObject({ exit: 0, out: line, calls: [['log.list', { limit: 100 }]] })
  })

  it('requests only the level and text of its options', async () => {
    const { calls } = await run(['logs', '--level', 'error', '--search', 'BTCUSDT', '--limit', '5'])
    expect(calls).toEqual([['log.list', { limit: 5, level: 'ERROR', text: 'BTCUSDT' }]])
  })

  it('answers in JSON as the server does', async () => {
    expect(JSON.parse((await run(['logs', '--json'])).out)).toEqual({ items: [RECORD] })
  })

  it('reports when nothing matches', async () => {
    expect(await run(['logs'], [])).toMatchObject({ exit: 0, out: '', err: 'No matching records.\n' })
  })

  it.each([[['logs', '--limit', '2001']], [['logs', '--level', 'loud']]])('rejects %j', async (args) => {
    expect(await run(args)).toMatchObject({ exit: 2, calls: [] })
  })
})
