import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aCandle } from '../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import { createRandom } from '../../core/random.ts'
import { createSeries, evaluateStrategies } from '../../domain/signal/series.ts'
import { bbReversion } from '../../domain/signal/strategies/bb-reversion.ts'
import { definitionDigest } from '../../domain/signal/strategies/definition-digest.ts'
import { NO_CONTEXT } from '../../engine/autotrading/plug-ins.ts'
import type { StrategyEvent, StrategyMessage } from '../../engine/model/strategy-event.ts'
import { loadStrategies, type StrategyHostParts } from './strategy-host.ts'

const SOON = { timeout: 60_000, interval: 10 }

/**
 * Source of a strategy that enters on every bar for whose number `when` holds; `body` runs before, `first` at its
 * start.
 */
const source = (id: string, body = '', { when = 'true', first = '' } = {}) => `
  import { defineStrategy } from 'plimsoll/strategy'
  export default defineStrategy({
    id: '${id}', name: 'TEST', family: 'TREND', version: 1, params: { room: 10 }, warmupBars: 0, horizonBars: 5, needs: [],
    begin: ({ room }) => {
      ${first}
      return (bar) => {
        const number = bar.openMs / ${MINUTE_MS}
        ${body}
        const [stopLoss, takeProfit] = [bar.close - room, bar.close + room]
        return ${when} ? { kind: 'ENTER', direction: 'LONG', score: 1, stopLoss, takeProfit, features: { number } } : null
      }
    },
  })
`

const bar = (number: number, changes: Partial<Extract<StrategyMessage, { kind: 'bar' }>> = {}): StrategyMessage => {
  const openMs = number * MINUTE_MS
  const [open, high, low, close] = [100, 101, 99, 100]
  return {
    kind: 'bar',
    candle: aCandle({ openMs }),
    bar: { openMs, open, high, low, close, volume: 1, takerBuyVolume: null },
    context: NO_CONTEXT,
    origin: 'LIVE',
    ...changes,
  }
}

/** Loads a folder with these files and records the events it publishes. */
const load = async (files: Readonly<Record<string, string>>, parts: Partial<StrategyHostParts> = {}) => {
  const directory = aTempDirectory()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  const events: StrategyEvent[] = []
  const printed: string[] = []
  const host = await loadStrategies({
    directory,
    isWanted: () => true,
    print: (_path, line) => printed.push(line),
    monotonic: () => performance.now(),
    ...parts,
  })
  onTestFinished(() => host.close())
  host.open({ offer: (event) => events.push(event) > 0 })
  return {
    host,
    directory,
    events,
    printed,
    /** Returns the numbers of the bars for which ideas were published. */
    receivedFrom: (strategyId: string) =>
      events.flatMap((event) =>
        event.kind === 'ideas' && event.strategyId === strategyId
          ? event.ideas.map(({ candle }) => candle.openMs / MINUTE_MS)
          : [],
      ),
    failures: () => events.filter((event) => event.kind === 'failed'),
    faults: () => host.faulty.map(({ path, fault }) => [path.slice(directory.length + 1), fault]),
  }
}

type Room = Awaited<ReturnType<typeof load>>

const publishBars = ({ host }: Room, from: number, to: number): void => {
  for (let number = from; number <= to; number++) host.publish(bar(number))
}

const untilReceived = ({ receivedFrom }: Room, strategyId: string, number: number): Promise<void> =>
  vi.waitFor(() => expect(receivedFrom(strategyId)).toContain(number), SOON)

const untilFailed = (room: Room, reason: unknown): Promise<void> =>
  vi.waitFor(() => expect(room.failures()).toMatchObject([{ reason }]), SOON)

/** An entry that continues from bar to bar is reported once. */
const ALTERNATE = { when: 'number % 2 === 0' }

describe('a folder of strategies', () => {
  it('evaluates the bars it receives by the same rules as built-in strategies', async () => {
    const room = await load({ 'mine.ts': source('MINE', '', ALTERNATE) })
    expect(room.host.definitions).toMatchObject([{ id: 'MINE', params: { room: 10 }, horizonBars: 5 }])
    publishBars(room, 1, 200)
    await untilReceived(room, 'MINE', 200)
    expect(room.receivedFrom('MINE')).toEqual(Array.from({ length: 100 }, (_, index) => 2 * (index + 1)))
    expect(room.events[0]).toMatchObject({
      ideas: [{ origin: 'LIVE', strategyIdea: { idea: { stopLoss: 90, takeProfit: 110, features: { number: 2 } } } }],
    })
  })

  it('returns the same ideas for a built-in strategy as the engine', async () => {
    const url = new URL('../../domain/signal/strategies/bb-reversion.ts', import.meta.url).href
    const copy = `import { bbReversion } from '${url}'\nexport default { ...bbReversion, id: 'COPY' }`
    const room = await load({ 'copy.ts': copy })
    const random = createRandom(7)
    const series = createSeries('1m', [bbReversion])
    const expected: unknown[] = []
    let close = 100
    for (let number = 1; number <= 4_000; number++) {
      const open = close
      close = open * (1 + (random() - 0.5) / 100)
      const shape = { open, close, high: Math.max(open, close) * 1.001, low: Math.min(open, close) * 0.999 }
      const whole = { openMs: number * MINUTE_MS, ...shape, volume: 1, takerBuyVolume: null }
      room.host.publish(bar(number, { bar: whole, origin: 'HISTORY' }))
      for (const { idea, regime, patternIds } of evaluateStrategies(series, whole, NO_CONTEXT)) {
        expected.push({ openMs: whole.openMs, strategyIdea: { idea, regime, patternIds } })
      }
    }
    room.host.publish({ kind: 'live', symbol: 'BTCUSDT' })
    await vi.waitFor(() => expect(room.events).toHaveLength(1), SOON)
    const received = room.events.flatMap((event) => (event.kind === 'ideas' ? event.ideas : []))
    expect(received.map(({ candle, strategyIdea }) => ({ openMs: candle.openMs, strategyIdea }))).toEqual(expected)
    expect(expected.length).toBeGreaterThan(20)
  })

  it('publishes the ideas for history in one batch at its end, and none that are unwanted', async () => {
    const room = await load({ 'mine.ts': source('MINE', '', ALTERNATE) })
    for (let number = 1; number <= 4; number++) room.host.publish(bar(number, { origin: null }))
    for (let number = 5; number <= 8; number++) room.host.publish(bar(number, { origin: 'HISTORY' }))
    room.host.publish({ kind: 'live', symbol: 'BTCUSDT' })
    room.host.publish(bar(10))
    await untilReceived(room, 'MINE', 10)
    expect(room.events).toHaveLength(2)
    expect(room.receivedFrom('MINE')).toEqual([6, 8, 10])
  })

  it('restarts after an incompletely observed candle', async () => {
    const room = await load({ 'mine.ts': source('MINE', 'bars++', { first: 'let bars = 0', when: 'bars === 2' }) })
    for (const number of [1, 2]) room.host.publish(bar(number))
    room.host.publish(bar(3, { bar: null }))
    for (const number of [4, 5]) room.host.publish(bar(number))
    await untilReceived(room, 'MINE', 5)
    expect(room.receivedFrom('MINE')).toEqual([2, 5])
  })

  it('loads only wanted strategies, and none when there is no folder', async () => {
    const files = { 'a.ts': source('AA'), 'b.mjs': source('BB'), '_c.ts': 'throw 1' }
    const room = await load({ ...files, 'a.test.ts': 'throw 1', 'notes.md': '' }, { isWanted: (id) => id === 'BB' })
    expect(room.host.files.map(({ strategyId }) => strategyId)).toEqual(['BB'])
    expect(room.faults()).toEqual([])
    const none = await load({}, { directory: null })
    expect([none.host.definitions, none.host.faulty]).toEqual([[], []])
  })

  it('has its output logged, up to a limit', async () => {
    const room = await load({ 'mine.ts': source('MINE', "console.log('bar ' + number + '-'.repeat(999))") })
    publishBars(room, 1, 100)
    await vi.waitFor(() => expect(room.printed.at(-1)).toContain('too much output'), SOON)
    expect(room.printed[0]).toContain('bar 1')
    expect(room.printed.length).toBeLessThan(70)
  })

  it('inherits nothing of the environment', async () => {
    const room = await load({ 'mine.ts': source('MINE', 'console.log(JSON.stringify(process.env))') })
    publishBars(room, 1, 1)
    await vi.waitFor(() => expect(room.printed).toEqual(['{}']), SOON)
  })
})

describe('the digest of a definition', () => {
  const digestIn = async (files: Readonly<Record<string, string>>): Promise<readonly (string | undefined)[]> => {
    const { host } = await load(files)
    const [definition] = host.definitions
    return [definition?.sourceDigest, definition && definitionDigest(definition)]
  }

  it('changes with the file', async () => {
    const before = source('MINE')
    const [digest, ofDefinition] = await digestIn({ 'mine.ts': before })
    expect(digest).toBe(createHash('sha256').update(before).digest('hex'))
    const [other, ofOther] = await digestIn({ 'mine.ts': `${before}// mended\n` })
    expect([other, ofOther].includes(digest) || ofOther === ofDefinition).toBe(false)
  })

  it('changes with an imported file', async () => {
    const mine = `import { odd } from './_odd.ts'\n${source('MINE', '', { when: 'odd(number)' })}`
    const [, before] = await digestIn({ 'mine.ts': mine, '_odd.ts': 'export const odd = (n: number) => n % 2 === 1' })
    const [, after] = await digestIn({ 'mine.ts': mine, '_odd.ts': 'export const odd = (n: number) => n % 2 !== 0' })
    expect(before).toMatch(/^[0-9a-f]{64}$/)
    expect(after).not.toBe(before)
  })
})

describe('a file that is not a strategy', () => {
  it('is named with its fault, and the others are run', async () => {
    const room = await load({
      'double.ts': source('GOOD'),
      'export.ts': 'export const strategy = 1',
      'good.ts': source('AGAIN'),
      'id.ts': source('S07'),
      'rule.ts': source('RULE', '', { first: 'return null' }),
      'syntax.ts': 'export default {',
      'throws.ts': "throw new Error('no file found\\nbehind the first line')",
      'zgood.ts': source('GOOD'),
    })
    expect(room.host.definitions.map(({ id }) => id)).toEqual(['GOOD', 'AGAIN'])
    expect(room.faults()).toMatchObject([
      ['export.ts', expect.stringContaining('default export is not a strategy')],
      ['id.ts', expect.stringContaining("its id 'S07' cannot be used")],
      ['rule.ts', expect.stringContaining('begin must return a rule')],
      ['syntax.ts', expect.any(String)],
      ['throws.ts', 'no file found'],
      ['zgood.ts', expect.stringMatching(/its ID GOOD is already that of .*double\.ts/)],
    ])
    publishBars(room, 1, 1)
    await untilReceived(room, 'GOOD', 1)
  })

  it('delays a start only up to a limit', async () => {
    const files = { 'forever.ts': 'for (;;);', 'waits.ts': 'await new Promise(() => setInterval(() => {}, 1e6))' }
    const room = await load(files, { loadMs: 1_000 })
    expect(room.faults()).toEqual([
      ['forever.ts', 'it was not loaded within 1 s'],
      ['waits.ts', 'it was not loaded within 1 s'],
    ])
  })

  it('may be the folder itself', async () => {
    const { host } = await load({}, { directory: '/nowhere/at/all' })
    expect(host.faulty).toMatchObject([{ path: '/nowhere/at/all', fault: expect.stringContaining('cannot be read') }])
  })
})

describe('a strategy that fails', () => {
  it.each<[string, string, string | RegExp, number?]>([
    ['throws', "if (number === 3) throw new Error('no\\nmore')", 'no, on BTCUSDT 1m'],
    ['throws what is not an error', 'if (number === 3) throw null', 'null, on BTCUSDT 1m'],
    ['never answers', 'while (number === 3);', 'it did not respond within 1 s, on BTCUSDT 1m', 1_000],
    [
      'waits for ever',
      'if (number === 3) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
      /not respond/,
      1_000,
    ],
    [
      'uses up its memory',
      'if (number === 3) for (const all = []; ; ) all.push(Array(1e5).fill({ number }))',
      /128 MB/,
      60_000,
    ],
    ['ends itself', 'if (number === 3) process.exit(7)', 'it exited with code 7'],
    ['promises', 'if (number === 3) return Promise.resolve(null)', /idea or null immediately, not a promise, on/],
    ['changes its input', 'if (number === 3) bar.close = 1', /read only property/],
    ['fails later', "if (number === 3) queueMicrotask(() => { throw new Error('late') })", 'late'],
  ])('is reported when it %s, and the others continue', async (_how, body, reason, deadlineMs = 10_000) => {
    const room = await load({ 'bad.ts': source('BAD', body), 'good.ts': source('GOOD', '', ALTERNATE) }, { deadlineMs })
    publishBars(room, 1, 4)
    await untilFailed(room, typeof reason === 'string' ? reason : expect.stringMatching(reason))
    expect(room.host.downWhy('BAD')).toMatch(reason)
    publishBars(room, 5, 6)
    await untilReceived(room, 'GOOD', 6)
    expect(room.host.downWhy('GOOD')).toBeNull()
    expect(room.failures()).toHaveLength(1)
  })

  it('publishes nothing more than the ideas it sent before', async () => {
    const body = "if (number === 5) throw new Error('no')"
    const room = await load({ 'bad.ts': source('BAD', body, ALTERNATE) })
    publishBars(room, 1, 8)
    await untilFailed(room, 'no, on BTCUSDT 1m')
    expect(room.receivedFrom('BAD')).toEqual([2, 4])
  })
})

describe('a process that was suspended', () => {
  it('reports no strategy as late', async () => {
    const slow = 'const end = Date.now() + 300; while (Date.now() < end);'
    let nowMs = 0
    const room = await load({ 'slow.ts': source('SLOW', slow, ALTERNATE) }, { monotonic: () => (nowMs += 60_000) })
    publishBars(room, 1, 2)
    await untilReceived(room, 'SLOW', 2)
    expect(room.host.downWhy('SLOW')).toBeNull()
  })
})

describe('an engine that accepts nothing', () => {
  it('gets everything later, in order', async () => {
    const room = await load({ 'mine.ts': source('MINE', '', ALTERNATE) })
    const taken: StrategyEvent[] = []
    let offers = 0
    room.host.open({ offer: (event) => ++offers % 40 !== 0 && taken.push(event) > 0 })
    publishBars(room, 1, 400)
    const numbers = () => taken.flatMap((event) => (event.kind === 'ideas' ? event.ideas : []))
    await vi.waitFor(() => expect(numbers()).toHaveLength(200), SOON)
    expect(numbers().map(({ candle }) => candle.openMs / MINUTE_MS)).toEqual(
      Array.from({ length: 200 }, (_, index) => 2 * (index + 1)),
    )
  })
})
