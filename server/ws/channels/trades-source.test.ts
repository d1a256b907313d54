import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TradesData } from '../../../contract/stream/channel-data.ts'
import { readChannel } from '../../../test/support/channel-reader.ts'
import { anInstrument, aTrade, NOON_MS } from '../../../test/support/market-samples.ts'
import { runs } from '../../../test/support/runs.ts'
import { watchMarket } from '../../../test/support/watched-market.ts'
import { TAPE_MAX } from '../../domain/market/trade-tape.ts'
import { createAnswerCache } from '../../views/answer.ts'
import { tradesSource } from './trades-source.ts'

const openChannel = () => {
  const market = watchMarket([{ kind: 'instrument', instrument: anInstrument() }])
  const reader = { market: market.market, origin: 'SIMULATOR', cache: createAnswerCache('run') } as const
  const channel = readChannel<TradesData>('market.trades:{symbol}', tradesSource(reader, 'BTCUSDT'))
  let made = 0
  const trade = (count: number): void => {
    for (let left = count; left > 0; left--) market.receive({ kind: 'trade', trade: aTrade({ sequence: ++made }) })
  }
  return { market, channel, trade }
}

const listIds = ({ items }: TradesData): number[] => items.map(({ tradeId }) => Number(tradeId))

describe('the trade channel', () => {
  const follow = (steps: readonly { readonly trades: number; readonly reads: boolean }[]): void => {
    const { channel, trade } = openChannel()
    channel.refresh(NOON_MS)
    const reader = channel.reader()
    const published: number[] = []
    let [made, counted] = [0, 0]
    expect(reader.read()).toMatchObject({ type: 'snapshot', data: { items: [], dropped: 0, source: null } })
    for (const { trades, reads } of steps) {
      trade(trades)
      made += trades
      channel.refresh(NOON_MS)
      const message = reads ? reader.read() : undefined
      if (!message) continue
      const ids = listIds(message.data)
      published.push(...ids.toReversed())
      counted += ids.length + message.data.dropped
      expect([message.type, ids[0], counted, ids.length <= TAPE_MAX]).toEqual(['delta', made, made, true])
    }
    expect(published).toEqual([...new Set(published)].toSorted((a, b) => a - b))
  }

  it('sends a client that reads at any pace every trade once and in order, or counts it as dropped', () => {
    const anyStep = fc.record({ trades: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_500 })), reads: fc.boolean() })
    fc.assert(fc.property(fc.array(anyStep, { minLength: 1, maxLength: 20 }), follow), { numRuns: runs(16) })
  })

  it('begins with the newest fifty, newest first', () => {
    const { channel, trade } = openChannel()
    trade(60)
    channel.refresh(NOON_MS)
    const message = channel.reader().read()
    expect([message?.type, message?.data.dropped, message && listIds(message.data)]).toEqual([
      'snapshot',
      0,
      Array.from({ length: 50 }, (_, index) => 60 - index),
    ])
  })

  it('reports the last reading, whatever has been traded since', () => {
    const { channel, trade } = openChannel()
    trade(2)
    channel.refresh(NOON_MS)
    const reader = channel.reader()
    reader.read()
    trade(3)
    channel.refresh(NOON_MS)
    trade(4)
    expect(reader.read()).toMatchObject({ data: { items: [{ tradeId: '5' }, { tradeId: '4' }, { tradeId: '3' }] } })
    channel.refresh(NOON_MS)
    expect(reader.read()?.data.items).toHaveLength(4)
  })

  it('publishes that the stream was lost although nothing was traded, and repeats no trade', () => {
    const { channel, trade, market } = openChannel()
    trade(2)
    channel.refresh(NOON_MS)
    const reader = channel.reader()
    reader.read()
    for (const state of ['lost', 'ended'] as const) {
      market.receive({ kind: 'stream', change: { symbol: 'BTCUSDT', state } })
      channel.refresh(NOON_MS)
      expect(reader.read()).toMatchObject({ type: 'delta', data: { items: [], dropped: 0 } })
    }
    trade(1)
    channel.refresh(NOON_MS)
    expect(reader.read()).toMatchObject({ type: 'delta', data: { items: [{ tradeId: '3' }], dropped: 0 } })
  })

  it('starts anew when prices are counted in other increments', () => {
    const { channel, trade, market } = openChannel()
    trade(5)
    channel.refresh(NOON_MS)
    const reader = channel.reader()
    reader.read()
    market.receive({ kind: 'instrument', instrument: anInstrument({ tickSize: '0.01' }) })
    trade(7)
    channel.refresh(NOON_MS)
    const message = reader.read()
    expect([message?.type, message?.data.items.length]).toEqual(['snapshot', 7])
  })
})
