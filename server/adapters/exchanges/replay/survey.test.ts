import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  inStream,
  recordingLine,
  someLines,
  wireAggTrade,
  wireDepth,
  wireMarkPrice,
  wireQuote,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from '../../../../test/support/recording.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { surveyRecording } from './survey.ts'

const eth = { s: 'ETHUSDT', p: '2450.01', q: '1.5', b: '2450.01', B: '1.5', a: '2450.02', A: '2.5' }

const catchFault = async (path: string): Promise<string> => {
  const fault: unknown = await surveyRecording(path, []).then(
    () => 'it was accepted',
    (error: unknown) => error,
  )
  return fault instanceof MarketSourceError ? fault.message : `not a fault of the source: ${String(fault)}`
}

/** Enough of a recording that its compressed form has a middle. */
const long = someLines(3_000)
  .map((line) => `${line}\n`)
  .join('')

/** A compressed file with one byte changed, so many bytes before its end. */
const damaged = (beforeEnd: number): Buffer => {
  const bytes = gzipSync(long)
  const place = bytes.length - beforeEnd
  bytes.writeUInt8(bytes.readUInt8(place) ^ 0xff, place)
  return bytes
}

describe('a recording that cannot be played', () => {
  it.each<[string, () => string, string]>([
    [
      'is missing',
      () => `${aTempDirectory()}/none`,
      'There is no file $. Specify the path of a recording with --replay FILE.',
    ],
    ['is a folder', aTempDirectory, '$ is a folder. Specify the recording itself with --replay FILE.'],
    ['is empty', () => writeRecording(''), '$ is empty. Specify a recording with --replay FILE.'],
    [
      'holds nothing once unpacked',
      () => writeRecording('', { zipped: true }),
      '$ contains no trade or book message of a USDT perpetual in its 0 lines. Specify another recording.',
    ],
    [
      'is a damaged gzip file',
      () => writeRecording(damaged(6)),
      '$ is damaged: its gzip stream does not decode. Copy or record the file again.',
    ],
    [
      'is a gzip file cut in its middle',
      () => writeRecording(gzipSync(long).subarray(0, 6_000)),
      '$ is truncated: its gzip stream ends too early. Copy or record the file again.',
    ],
    [
      'is a gzip file cut in its last bytes',
      () => writeRecording(gzipSync(long).subarray(0, -3)),
      '$ is truncated: its gzip stream ends too early. Copy or record the file again.',
    ],
    [
      'is cut in its last line',
      () => writeRecording(long.slice(0, -40)),
      '$, line 3000: the text after the receive time is not complete JSON. The file is truncated or not a recording; copy or record it again.',
    ],
    [
      'is something else',
      () => writeRecording('Dear diary,\ntoday I bought a bitcoin.\n'),
      '$, line 1: it does not begin with a receive time in nanoseconds. The file is truncated or not a recording; copy or record it again.',
    ],
    [
      'has a message that lacks a field',
      () => writeRecording([...someLines(2), recordingLine(wireTrade(3, { p: null }))]),
      "$, line 3: its trade message has no 'p', or one of the wrong type. The file is truncated or not a recording; copy or record it again.",
    ],
    [
      'has no USDT perpetual',
      () =>
        writeRecording([
          recordingLine(wireTrade(1, { s: 'BTCUSDC' })),
          recordingLine(wireTrade(1, { s: 'BTCUSDT_240927' })),
          recordingLine(wireTrade(1, { s: '币安人生USDT' })),
        ]),
      '$ contains no trade or book message of a USDT perpetual in its 3 lines. Specify another recording.',
    ],
    [
      'has nothing but mark prices',
      () => writeRecording([recordingLine(wireMarkPrice())]),
      '$ contains no trade or book message of a USDT perpetual in its 1 lines. Specify another recording.',
    ],
    [
      'does not show a tick',
      () => writeRecording([recordingLine(wireDepth(10, { b: [], a: [] }))]),
      '$ has too few messages to determine the tick and lot of BTCUSDT. Specify them with --instruments FILE.',
    ],
    [
      'has an order book that belongs to no known symbol',
      () =>
        writeRecording([
          recordingLine(wireTrade(1)),
          recordingLine(wireTrade(1, eth)),
          recordingLine(wireSnapshot({ bids: [['7.5', '1']] })),
        ]),
      '$, line 3: the order book snapshot does not name its symbol. Record it as {"stream": "<symbol>@snapshot", "data": …}.',
    ],
    [
      'has a book that could be of either',
      () =>
        writeRecording([
          recordingLine(wireTrade(1)),
          recordingLine(wireTrade(1, { s: 'WBTCUSDT', p: '61750.0' })),
          recordingLine(wireSnapshot()),
        ]),
      '$, line 3: the order book snapshot does not name its symbol. Record it as {"stream": "<symbol>@snapshot", "data": …}.',
    ],
  ])('because it %s is rejected in one line with the fault and the remedy', async (_, make, message) => {
    const path = make()
    expect(await catchFault(path)).toBe(message.replace('$', path))
  })
})

describe('a recording damaged somewhere', () => {
  it('is rejected with a source error, wherever the damage is', async () => {
    for (let beforeEnd = 1; beforeEnd < 4_000; beforeEnd += 333) {
      expect(await catchFault(writeRecording(damaged(beforeEnd)))).toMatch(
        / (is damaged|is truncated|line \d+: ).*again\.$/,
      )
    }
  })
})

describe('surveyRecording', () => {
  const readFilters = async (path: string) => {
    const { instruments } = await surveyRecording(path, [])
    return instruments.map(({ symbol, price, quantity, ...rest }) => [symbol, price.print(1), quantity.print(1), rest])
  }
  const unknown = { minNotional: null, maxLeverage: null, priceBand: null }

  it('finds the instruments with their ticks and lots, and counts the messages', async () => {
    const lines = [
      ...someLines(2),
      recordingLine(wireSnapshot()),
      recordingLine({ e: 'kline', s: 'SOLUSDT' }),
      recordingLine(wireTrade(3, { s: 'BTCUSDC' })),
      recordingLine(wireQuote(eth)),
      recordingLine(wireMarkPrice({ s: 'SOLUSDT' })),
    ]
    expect(await readFilters(writeRecording(lines))).toEqual([
      ['BTCUSDT', '0.1', '0.001', unknown],
      ['ETHUSDT', '0.01', '0.5', unknown],
    ])
    expect((await surveyRecording(writeRecording(lines), [])).messages).toBe(7)
  })

  it('reads a file by its content, compressed or not, with either line ending and without a final one', async () => {
    const text = someLines(5).join('\r\n')
    for (const content of [text, gzipSync(text), Buffer.concat([gzipSync(`${text}\n`), gzipSync(text)])]) {
      const { summaries } = await surveyRecording(writeRecording(content), [])
      expect(summaries.get('BTCUSDT')?.lastTradeId).toBe(5)
    }
  })

  it('finds the symbol of an unnamed order book by its price', async () => {
    const ethBook = wireSnapshot({ bids: [['2451.00', '5']], asks: [['2451.50', '5']] })
    const path = writeRecording([
      recordingLine(wireSnapshot()),
      recordingLine(wireTrade(1)),
      recordingLine(ethBook),
      recordingLine(wireQuote(eth)),
      recordingLine(inStream('ethusdt@snapshot', ethBook)),
    ])
    const { snapshotOwners } = await surveyRecording(path, [])
    expect([...snapshotOwners]).toEqual([
      [1, 'BTCUSDT'],
      [3, 'ETHUSDT'],
    ])
  })

  it('prefers the given ticks and lots to inferred ones', async () => {
    const { instruments: existing } = await surveyRecording(writeRecording([recordingLine(wireTrade(1, eth))]), [])
    const { instruments } = await surveyRecording(
      writeRecording([...someLines(1), recordingLine(wireTrade(1, eth))]),
      existing,
    )
    expect(instruments[1]).toBe(existing[0])
  })

  it('publishes individual trades if there are any, otherwise aggregates', async () => {
    const single = [wireAggTrade(7), wireTrade(100), wireAggTrade(8), wireTrade(101)].map((message) =>
      recordingLine(message),
    )
    const aggregate = [9, 12, 11].map((a) => wireAggTrade(a, { ...eth, a })).map((message) => recordingLine(message))
    const { summaries } = await surveyRecording(writeRecording([...single, ...aggregate]), [])
    expect(summaries.get('BTCUSDT')).toMatchObject({ tradeKind: 'trade', firstTradeId: 100, lastTradeId: 101 })
    expect(summaries.get('ETHUSDT')).toMatchObject({ tradeKind: 'aggTrade', firstTradeId: 9, lastTradeId: 12 })
  })
})
