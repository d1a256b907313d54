import { describe, expect, it } from 'vitest'
import { aRecordedAccount, LAG_MS, market, OPENED_MS, received, sent } from '../../../test/support/paper-recording.ts'
import type { RecordedAccount, RecordedEntry } from '../../adapters/exchanges/recording/entries.ts'
import type { RecordedPart } from '../../adapters/exchanges/recording/read-recording.ts'
import { printMoney } from '../../domain/account/money.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { playRecording } from './recorded-exchange.ts'

const BIDS = [[9_990, 5]] as const
const ASKS = [
  [10_010, 4],
  [10_020, 6],
] as const

/** The first second of a market with a mark of 10,000 ticks and two offers. */
const OPENING = [
  received(0, market.live()),
  received(0, market.mark(0, 10_000)),
  received(0, market.book(0, BIDS, ASKS)),
]

const aPart = (entries: readonly RecordedEntry[], account: Partial<RecordedAccount> = {}): RecordedPart => ({
  kind: 'entries',
  starts: true,
  entries: [{ kind: 'account', account: aRecordedAccount(account), atMs: OPENED_MS + LAG_MS }, ...entries],
})

const play = (entries: readonly RecordedEntry[], account?: Partial<RecordedAccount>) =>
  playRecording([aPart(entries, account)])

const listFills = (...args: Parameters<typeof play>) =>
  play(...args).stretches.flatMap(({ fills }) =>
    fills.map(({ price, quantity, liquidity, fee, executedAtMs }) => [
      `${quantity} × ${price} ${liquidity}`,
      printMoney(fee),
      executedAtMs - OPENED_MS - LAG_MS,
    ]),
  )

describe('a recorded market', () => {
  it('fills a market order by its order book at the time of arrival, with fees', () => {
    const entries = [
      ...OPENING,
      received(100, market.mark(100, 10_000)),
      sent(100, 'a'),
      received(149, market.change(149, [], [[10_010, 3]])),
      received(151, market.change(151, [], [[10_010, 1]], 249)),
    ]
    expect(listFills(entries)).toEqual([
      ['3 × 10010 TAKER', '0.00150150', 151],
      ['4 × 10020 TAKER', '0.00200400', 151],
    ])
  })

  it('fills a resting order after the queue ahead of it has traded', () => {
    const limit = { type: 'LIMIT', price: ticks(9_990), quantity: lots(8), timeInForce: 'GTC' } as const
    const entries = [
      ...OPENING,
      received(100, market.mark(100, 10_000)),
      sent(100, 'a', limit),
      received(200, market.trade(200, 'SELL', [9_990, 5])),
      received(300, market.trade(300, 'SELL', [9_990, 1])),
    ]
    expect(listFills(entries)).toEqual([['1 × 9990 MAKER', '0.00019980', 300]])
  })

  it('executes an order at the time it was sent, although the feed was late', () => {
    const late = (at: number, delayMs: number, event: Parameters<typeof received>[1]) => ({
      ...received(at, event),
      atMs: received(at, event).atMs + delayMs,
    })
    const entries = [
      ...OPENING,
      sent(2_000, 'a'),
      late(500, 2_000, market.change(500, [], [[10_010, 0]])),
      late(2_100, 500, market.mark(2_100, 10_000)),
    ]
    expect(listFills(entries)).toEqual([['6 × 10020 TAKER', '0.00300600', 2_600]])
    expect(listFills(entries, { origin: 'REPLAY' })).toEqual([
      ['4 × 10010 TAKER', '0.00200200', 2_500],
      ['3 × 10020 TAKER', '0.00150300', 2_500],
    ])
  })

  it('continues from the recorded account, with its open orders', () => {
    const [first] = play([
      ...OPENING,
      received(100, market.mark(100, 10_000)),
      sent(100, 'a'),
      received(200, market.mark(200, 10_000)),
    ]).stretches
    const position = {
      symbol: 'BTCUSDT',
      quantity: 7,
      cost: 0n,
      fundingRate: null,
      nextFundingAtMs: null,
      fundingIntervalMs: null,
    }
    const { account } = aRecordedAccount()
    const close = { side: 'SELL', reduceOnly: true, quantity: lots(9), price: ticks(9_000) } as const
    const entries = [
      ...OPENING,
      received(100, market.mark(100, 10_000)),
      sent(100, 'b', close),
      received(200, market.mark(200, 10_000)),
    ]
    expect(first?.fills.map(({ execId }) => execId)).toEqual(['1', '2'])
    expect(listFills(entries)).toEqual([])
    const held = { account: { ...account, positions: [position], nextExecution: 3n } }
    expect(listFills(entries, held)).toEqual([['5 × 9990 TAKER', '0.00249750', 200]])
  })
})

describe('an interrupted recording', () => {
  it('starts anew after damage, and names it', () => {
    const damage = { kind: 'damage', reason: '00000002.recording contains a block that was changed' } as const
    const lost: RecordedPart = { kind: 'entries', starts: false, entries: [sent(100, 'lost')] }
    const { stretches, damages } = playRecording([aPart(OPENING), damage, lost, aPart(OPENING, { dropped: 3 }), damage])
    expect(stretches.map(({ damages: before, dropped }) => [before, dropped])).toEqual([
      [[], 0],
      [[damage.reason], 3],
    ])
    expect(damages).toEqual([damage.reason])
  })

  it('ignores entries without the account at their start', () => {
    expect(playRecording([{ kind: 'entries', starts: true, entries: OPENING }])).toEqual({ stretches: [], damages: [] })
  })

  it('is closed only by its last entry', () => {
    expect(play(OPENING).stretches[0]).toMatchObject({ isClosed: false, startedAtMs: OPENED_MS + LAG_MS })
    expect(play([...OPENING, { kind: 'end', atMs: OPENED_MS + 500 }]).stretches[0]).toMatchObject({
      isClosed: true,
      endedAtMs: OPENED_MS + 500,
    })
  })
})
