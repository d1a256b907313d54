import { describe, expect, it } from 'vitest'
import { aListing } from '../../../../../test/ccxt-market/listing-samples.ts'
import { MINUTE_MS } from '../../../../core/instant.ts'
import { getDialect } from '../exchanges/index.ts'
import { type Channel, createChannel } from './channel.ts'
import { passTrades, readNewTrades } from './receive-message.ts'

const BEGUN_MS = 1_795_264_200_000

const aTrade = (id: number, over: Record<string, unknown> = {}, info: Record<string, unknown> = {}) => ({
  id: String(id),
  timestamp: BEGUN_MS + id,
  side: 'buy',
  price: '61800.3',
  amount: '0.006',
  info,
  ...over,
})

/** Returns the trades taken from lists as the library would keep them, and the unreadable ones. */
const take = (lists: readonly unknown[][], { numbered = true, channel = createChannel(aListing()) } = {}) => {
  const unreadable: string[] = []
  const rules = {
    feed: getDialect('binanceusdm').feed,
    numbered,
    unreadable: (what: string) => void unreadable.push(what),
  }
  const taken = lists.map((stored) => readNewTrades(channel, stored, rules))
  return {
    taken: taken.map((trades) => trades.map(({ tradeId, sequence }) => [tradeId, sequence])),
    unreadable,
    channel,
  }
}

const brokenMinutes = ({ broken }: Channel): number[] => [...broken.keys()]

describe('readNewTrades', () => {
  it('reads each once while the list of the library grows and loses its beginning', () => {
    const [one, two, three, four] = [1, 2, 3, 4].map((id) => aTrade(id))
    const { taken, channel } = take([[one], [one, two, three], [one, two, three], [three, four]])
    expect(taken).toEqual([
      [['1', 1]],
      [
        ['2', 2],
        ['3', 3],
      ],
      [],
      [['4', 4]],
    ])
    expect(brokenMinutes(channel)).toEqual([])
  })

  it('ignores trades from before the stream', () => {
    const channel = createChannel(aListing())
    const [one, two] = [aTrade(1), aTrade(2)]
    passTrades(channel, [one])
    passTrades(channel, 'nothing')
    expect(channel.trades.passedMs).toBe(BEGUN_MS + 1)
    expect(take([[one, two]], { channel }).taken).toEqual([[['2', 2]]])
  })

  it('reads a duplicated trade once, by its number or by its id', () => {
    expect(take([[aTrade(1)], [aTrade(1), aTrade(1)], [aTrade(2)], [aTrade(1)]]).taken).toEqual([
      [['1', 1]],
      [],
      [['2', 2]],
      [],
    ])
    const unnumbered = take([[aTrade(1)], [aTrade(1), aTrade(2)]], { numbered: false })
    expect(unnumbered.taken).toEqual([[['1', null]], [['2', null]]])
  })

  it('interrupts the minutes around a gap in the numbers', () => {
    const channel = createChannel(aListing())
    channel.publishedMs = BEGUN_MS + 1
    const { taken } = take([[aTrade(1)], [aTrade(5, { timestamp: BEGUN_MS + MINUTE_MS })]], { channel })
    expect(taken).toEqual([[['1', 1]], [['5', 5]]])
    expect(brokenMinutes(channel)).toEqual([BEGUN_MS, BEGUN_MS + MINUTE_MS])
  })

  it('omits settlements at prices not available to users, without a gap', () => {
    const { taken, channel } = take([
      [aTrade(1), aTrade(2, {}, { X: 'INSURANCE_FUND' }), aTrade(3, {}, { X: 'MARKET' })],
    ])
    expect(taken).toEqual([
      [
        ['1', 1],
        ['3', 2],
      ],
    ])
    expect(brokenMinutes(channel)).toEqual([])
  })

  it('omits unreadable trades, reports them, and marks their minute as incomplete', () => {
    const { taken, unreadable, channel } = take([[aTrade(1, { price: '61800.35' }), 'garbage', aTrade(2)]])
    expect(taken).toEqual([[['2', 2]]])
    expect(unreadable).toHaveLength(2)
    expect(brokenMinutes(channel)).toContain(BEGUN_MS)
  })
})
