import { readdirSync, readlinkSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BEGUN_MS,
  inStream,
  recordingLine,
  wireAggTrade,
  wireDepth,
  wireMarkPrice,
  wireQuote,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from '../../../../test/support/recording.ts'
import { runs } from '../../../../test/support/runs.ts'
import { readLine, readLines } from './read-line.ts'

const DAY_MS = 86_400_000

const without = (message: Record<string, unknown>, field: string) => {
  const { [field]: _, ...rest } = message
  return rest
}

describe('readLine', () => {
  it.each([
    ['trade', wireTrade(1)],
    ['trade of an old recording', without(wireTrade(1), 'X')],
    ['aggregated trade', wireAggTrade(1)],
    ['order book change', wireDepth(100)],
    ['quote', wireQuote()],
    ['mark price', wireMarkPrice()],
  ])('reads a %s, bare and in a combined stream', (_, message) => {
    const read = { ok: true, value: { receivedMs: BEGUN_MS, message } }
    expect(readLine(recordingLine(message, BEGUN_MS))).toEqual(read)
    expect(readLine(recordingLine(inStream('btcusdt@any', message), BEGUN_MS))).toEqual(read)
  })

  it('reads a snapshot, with its symbol if given', () => {
    const read = (symbol: string | undefined) => ({
      ok: true,
      value: { receivedMs: BEGUN_MS, message: { ...wireSnapshot(), e: 'snapshot', s: symbol } },
    })
    expect(readLine(recordingLine(wireSnapshot()))).toEqual(read(undefined))
    expect(readLine(recordingLine(inStream('ethusdt@snapshot', wireSnapshot())))).toEqual(read('ETHUSDT'))
    const { symbol: _, ...named } = wireSnapshot()
    expect(readLine(recordingLine({ ...named, symbol: 'SOLUSDT' }))).toMatchObject({
      value: { message: { s: 'SOLUSDT' } },
    })
  })

  it('reads the receive time to the fraction of a millisecond', () => {
    const read = readLine(`1723161270123500000 ${JSON.stringify({ result: null, id: 1 })}`)
    expect(read).toEqual({ ok: true, value: { receivedMs: 1723161270123.5, message: undefined } })
  })

  it.each([
    ['a kline', { e: 'kline', E: 5, s: 'BTCUSDT', k: {} }],
    ['an answer to a subscription', { result: null, id: 1 }],
    ['the mark prices of all', inStream('!markPrice@arr', [wireMarkPrice()])],
    ['an event named like a method', { e: 'toString' }],
    ['nothing', {}],
  ])('ignores %s', (_, message) => {
    expect(readLine(recordingLine(message, BEGUN_MS))).toEqual({
      ok: true,
      value: { receivedMs: BEGUN_MS, message: undefined },
    })
  })

  it.each([
    ['', 'it does not begin with a receive time in nanoseconds'],
    ['{"e":"trade"}', 'it does not begin with a receive time in nanoseconds'],
    ['1723161270123 {}', 'it does not begin with a receive time in nanoseconds'],
    ['1723161270.123 {}', 'it does not begin with a receive time in nanoseconds'],
    ['1723161270123456789', 'it does not begin with a receive time in nanoseconds'],
    [' 1723161270123456789 {}', 'it does not begin with a receive time in nanoseconds'],
    ['1723161270123456789 ', 'the text after the receive time is not complete JSON'],
    ['1723161270123456789 {"e":"trade","T":17231', 'the text after the receive time is not complete JSON'],
    ['1723161270123456789 {} {}', 'the text after the receive time is not complete JSON'],
    ['1723161270123456789 [1]', 'its JSON is not an object'],
    ['1723161270123456789 null', 'its JSON is not an object'],
    ['1723161270123456789 7', 'its JSON is not an object'],
    ['1723161270123456789 {"stream":"btcusdt@trade"}', 'its stream message has no data'],
    ['1723161270123456789 {"stream":"x","data":null,"e":{"toString":1}}', 'its stream message has no data'],
  ])('returns for %j the error %s', (line, error) => {
    expect(readLine(line)).toEqual({ ok: false, error })
  })

  it.each<[Record<string, unknown>, string]>([
    [wireTrade(1, { p: 61800.3 }), "its trade message has no 'p', or one of the wrong type"],
    [wireTrade(1, { T: '1723161270123' }), "its trade message has no 'T', or one of the wrong type"],
    [wireTrade(1, { t: 1.5 }), "its trade message has no 't', or one of the wrong type"],
    [wireTrade(1, { t: 2 ** 53 }), "its trade message has no 't', or one of the wrong type"],
    [wireTrade(1, { m: 'false' }), "its trade message has no 'm', or one of the wrong type"],
    [wireTrade(1, { X: 7 }), "its trade message has no 'X', or one of the wrong type"],
    [without(wireAggTrade(1), 'a'), "its aggTrade message has no 'a', or one of the wrong type"],
    [wireDepth(1, { b: [['1.0']] }), "its depthUpdate message has no 'b', or one of the wrong type"],
    [wireDepth(1, { a: [['1.0', 2]] }), "its depthUpdate message has no 'a', or one of the wrong type"],
    [wireDepth(1, { a: { 0: ['1', '2'] } }), "its depthUpdate message has no 'a', or one of the wrong type"],
    [without(wireDepth(1), 'pu'), "its depthUpdate message has no 'pu', or one of the wrong type"],
    [without(wireQuote(), 'A'), "its bookTicker message has no 'A', or one of the wrong type"],
    [without(wireMarkPrice(), 'E'), "its markPriceUpdate message has no 'E', or one of the wrong type"],
    [without(wireSnapshot(), 'T'), "its snapshot message has no 'T', or one of the wrong type"],
    [wireSnapshot({ bids: null }), "its snapshot message has no 'bids', or one of the wrong type"],
    [wireTrade(1, { T: BEGUN_MS + DAY_MS + 1 }), 'its trade message has a time more than a day from its receive time'],
    [wireTrade(1, { T: -5 }), 'its trade message has a time more than a day from its receive time'],
    [wireMarkPrice({ E: 9e15 }), 'its markPriceUpdate message has a time more than a day from its receive time'],
  ])('returns the fault of a message (%#): %o', (message, error) => {
    expect(readLine(recordingLine(message, BEGUN_MS))).toEqual({ ok: false, error })
  })

  it('never throws, whatever the line', () => {
    const anyBytes = fc.uint8Array({ maxLength: 200, size: 'max' }).map((bytes) => Buffer.from(bytes).toString('utf8'))
    const anyJson = fc.jsonValue({ maxDepth: 6 }).map((value) => `1723161270123456789 ${JSON.stringify(value)}`)
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyBytes, anyJson), (line) => {
        expect(typeof readLine(line).ok).toBe('boolean')
      }),
      { numRuns: runs(125) },
    )
  })

  it('never throws, whatever a field contains', () => {
    const samples = [wireTrade(1), wireAggTrade(1), wireDepth(9), wireQuote(), wireMarkPrice(), wireSnapshot()]
    const spoilt = fc.constantFrom(...samples).chain((sample) =>
      fc.record({
        sample: fc.constant(sample),
        field: fc.constantFrom(...Object.keys(sample), '__proto__', 'stream', 'data', 'e', 's'),
        value: fc.jsonValue({ maxDepth: 3 }),
        combined: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(spoilt, ({ sample, field, value, combined }) => {
        const json = JSON.stringify({ ...sample, [field]: 0 }).replace(
          `"${field}":0`,
          `"${field}":${JSON.stringify(value)}`,
        )
        const line = `1723161270123456789 ${combined ? `{"stream":"a@b","data":${json}}` : json}`
        expect(typeof readLine(line).ok).toBe('boolean')
      }),
      { numRuns: runs(125) },
    )
  })

  it('never accepts a truncated line as complete', () => {
    const whole = recordingLine(inStream('btcusdt@depth', wireDepth(100)))
    for (let length = 0; length < whole.length; length++) expect(readLine(whole.slice(0, length)).ok).toBe(false)
  })
})

const MANY = Array.from({ length: 60_000 }, (_, index) => `line ${index} of many`)

const collectLines = async (path: string): Promise<string[]> => {
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line)
  return lines
}

/** Returns how often this process has the file open, as Linux reports it. */
const timesOpen = (path: string): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path
    } catch {
      return false
    }
  }).length

describe('readLines', () => {
  it.each([
    ['one\ntwo\n', ['one', 'two']],
    ['one\r\ntwo', ['one', 'two']],
    ['\n\n', ['', '']],
    ['x', ['x']],
    ['\u001f\u008b', ['\u001f\u008b']],
  ])('returns the lines of %j', async (text, lines) => {
    expect(await collectLines(writeRecording(text))).toEqual(lines)
    expect(await collectLines(writeRecording(text, { zipped: true }))).toEqual(lines)
  })

  it('returns every line of a file longer than its buffers', async () => {
    expect(await collectLines(writeRecording(MANY))).toEqual(MANY)
    expect(await collectLines(writeRecording(MANY, { zipped: true }))).toEqual(MANY)
  })

  it.skipIf(process.platform !== 'linux')('closes a file that is not read to its end', async () => {
    for (const zipped of [false, true]) {
      const path = writeRecording(MANY, { zipped })
      for await (const line of readLines(path)) {
        expect(line).toBe(MANY[0])
        expect(timesOpen(path)).toBe(1)
        break
      }
      await expect.poll(() => timesOpen(path)).toBe(0)
    }
  })

  it('ignores a fault that occurs after the reader has ended', async () => {
    const cut = writeRecording(gzipSync(MANY.join('\n')).subarray(0, -4))
    for await (const line of readLines(cut)) {
      expect(line).toBe(MANY[0])
      break
    }
    await new Promise((resolve) => setImmediate(resolve))
    await expect(collectLines(cut)).rejects.toThrow('is truncated')
  })
})
