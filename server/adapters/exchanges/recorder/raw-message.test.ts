import { describe, expect, it } from 'vitest'
import { readLine } from '../replay/read-line.ts'
import { changeIn, oneLine, snapshotIdIn, snapshotLine } from './raw-message.ts'

const DEPTH =
  '{"stream":"btcusdt@depth@0ms","data":{"e":"depthUpdate","E":1,"T":1,"s":"BTCUSDT","U":11,"u":20,"pu":10,"b":[],"a":[]}}'

describe('a message', () => {
  it.each(['{"a":1}', '{"a": [1,  2]}', ''])('is stored as received: %s', (text) => {
    expect(oneLine(text)).toBe(text)
  })

  it('is joined into one line when it spans several, with the same meaning', () => {
    const text = JSON.stringify({ a: { b: ['x y', 1] } }, null, 2)
    expect(oneLine(`${text}\n`)).not.toContain('\n')
    expect(JSON.parse(oneLine(text))).toEqual(JSON.parse(text))
  })

  it('returns the symbol of the order book it changes', () => {
    expect(changeIn(DEPTH)).toEqual({ symbol: 'BTCUSDT', U: 11, u: 20, pu: 10 })
    expect(changeIn(DEPTH.replace('{"stream"', '{ "stream" '))).toMatchObject({ symbol: 'BTCUSDT' })
  })

  it.each([
    '',
    '{}',
    '[]',
    '7',
    '{"stream":"btcusdt@depth@0ms"}',
    DEPTH.slice(0, -1),
    DEPTH.replace('"u":20', '"u":"20"'),
  ])('of another type changes none: %s', (text) => {
    expect(changeIn(text)).toBeUndefined()
    expect(changeIn(DEPTH.replace('depth@', 'trade@'))).toBeUndefined()
  })
})

describe('a snapshot', () => {
  const body =
    '{"lastUpdateId":5123107852948,"E":1723161256501,"T":1723161256493,"bids":[["61800.20","2.909"]],"asks":[]}'

  it('contains its symbol, and the unchanged response', () => {
    const line = snapshotLine('1000PEPEUSDT', body)
    expect(line).toContain(body)
    expect(readLine(`1723161256501000000 ${line}`)).toMatchObject({
      ok: true,
      value: { message: { e: 'snapshot', s: '1000PEPEUSDT', lastUpdateId: 5_123_107_852_948 } },
    })
  })

  it.each([
    { text: body, id: 5_123_107_852_948 },
    { text: '{"code":-1121,"msg":"Invalid symbol."}', id: undefined },
    { text: '<html>', id: undefined },
    { text: '{"lastUpdateId":0,"E":1723161256501,"T":0,"bids":[],"asks":[]}', id: undefined },
  ])('has a sequence number, or is rejected: $id', ({ text, id }) => {
    expect(snapshotIdIn(text)).toBe(id)
  })
})
