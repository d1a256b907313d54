import { describe, expect, it } from 'vitest'
import { aTerminal, engineParts } from './cli-fixture.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { Recorded, RecordOrder, RecordParts } from './parts.ts'
import { runCli } from './program.ts'

const RECORDED: Recorded = {
  path: '/out.jsonl.gz',
  symbols: ['BTCUSDT', 'ETHUSDT'],
  messages: 1_234,
  snapshots: 3,
  gaps: 1,
  bytes: 56_789,
  durationMs: 61_400,
}

const NOBODY = () => {
  throw new Error('not for these')
}

/** Opens the program with a recorder that reports one event of each kind and ends. */
const open = (isWatched = false, fails?: Error) => {
  const orders: RecordOrder[] = []
  const record: RecordParts['record'] = async (order, { note, tick }) => {
    orders.push(order)
    if (fails) throw fails
    tick({ ...RECORDED, durationMs: 1_000 })
    note('The public stream is lost.')
    return RECORDED
  }
  const run = async (...args: string[]) => {
    const { terminal, output } = aTerminal({ isWatched })
    const common = { version: '0', terminal, start: NOBODY, dataDir: NOBODY, host: NOBODY, audit: NOBODY }
    return { exit: await runCli({ ...common, ...engineParts(), record }, ['record', ...args]), ...output }
  }
  return { run, orders }
}

const SYMBOLS = ['--symbols', 'BTCUSDT,ETHUSDT']
const OUT = ['--out', '/out.jsonl.gz']

describe('plimsoll record', () => {
  it('records the requested market and prints a summary', async () => {
    const { run, orders } = open()
    const all = ['--symbols', ' btcusdt, ETHUSDT,BTCUSDT', '--exchange-url', 'http://127.0.0.1:8781', '--for', '10m']
    expect(await run(...SYMBOLS, ...OUT)).toEqual({
      exit: 0,
      err: 'The public stream is lost.\n',
      out: [
        'File         /out.jsonl.gz, 56789 bytes',
        'Symbols      BTCUSDT, ETHUSDT',
        'Messages     1234, and 3 snapshots in 61 s',
        'Gaps         1: order books resume from a new snapshot after each',
        'Play back    plimsoll start --replay /out.jsonl.gz',
        '',
      ].join('\n'),
    })
    await run(...all, ...OUT)
    expect(orders).toEqual([
      { symbols: ['BTCUSDT', 'ETHUSDT'], path: '/out.jsonl.gz', exchangeUrl: undefined, forMs: undefined },
      {
        symbols: ['BTCUSDT', 'ETHUSDT'],
        path: '/out.jsonl.gz',
        exchangeUrl: 'http://127.0.0.1:8781',
        forMs: 600_000,
      },
    ])
  })

  it('shows progress on an interactive terminal', async () => {
    const { err } = await open(true).run(...SYMBOLS, ...OUT)
    expect(err).toContain('1 s  1234 messages  56789 bytes  1 gap  (Ctrl-C to stop)')
    expect(err).toContain('\r\u001b[KThe public stream is lost.\n')
  })

  it('prints the summary as JSON only', async () => {
    const { out } = await open().run(...SYMBOLS, ...OUT, '--json')
    expect(JSON.parse(out)).toEqual(RECORDED)
  })

  it.each([
    { args: [...OUT], err: /--symbols/ },
    { args: [...SYMBOLS], err: /--out/ },
    { args: ['--symbols', 'BTCUSD', ...OUT], err: /Specify USDT perpetuals/ },
    { args: ['--symbols', '', ...OUT], err: /Specify USDT perpetuals/ },
    {
      args: ['--symbols', Array.from({ length: 41 }, (_, i) => `A${i}USDT`).join(), ...OUT],
      err: /40 symbols at most/,
    },
    { args: [...SYMBOLS, ...OUT, '--for', '10'], err: /such as 90s/ },
    { args: [...SYMBOLS, ...OUT, '--for', '0s'], err: /such as 90s/ },
    { args: [...SYMBOLS, ...OUT, '--exchange-url', 'binance'], err: /such as http/ },
  ])('answers a mistake with one line and exit 2: $args', async ({ args, err }) => {
    const { run, orders } = open()
    const result = await run(...args)
    expect(result).toMatchObject({ exit: 2, out: '', err: expect.stringMatching(err) })
    expect([result.err.trimEnd().split('\n').length, orders]).toEqual([1, []])
  })

  it('reports why it cannot record', async () => {
    const fails = new CliFailure(EXIT.failure, { code: 'MARKET_SOURCE_ERROR', message: 'NOUSDT is not listed.' })
    expect(await open(false, fails).run(...SYMBOLS, ...OUT)).toEqual({
      exit: 1,
      out: '',
      err: 'plimsoll: NOUSDT is not listed.\n',
    })
  })
})
