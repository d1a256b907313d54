import { describe, expect, it } from 'vitest'
import { listenTo, ofKind } from '../../../../test/support/listener.ts'
import {
  BEGUN_MS,
  recordingLine,
  wireDepth,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from '../../../../test/support/recording.ts'
import { watchMarket } from '../../../../test/support/watched-market.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import { openReplay } from './index.ts'

const openLooped = (lines: readonly string[]) =>
  openReplay({ path: writeRecording(lines), speed: 'max', loop: true, instrumentsPath: undefined, clock: () => 0 })

const listChanges = (events: readonly MarketEvent[]) => ofKind(events, 'stream').map(({ change }) => change)

const listTrades = (events: readonly MarketEvent[]) => ofKind(events, 'trade').map(({ trade }) => trade)

const eth = { s: 'ETHUSDT', p: '2450.01', q: '1.500' }

describe('a looped replay', () => {
  const ROUNDS = 4

  const looped = async (lines: readonly string[]): Promise<MarketEvent[]> => {
    const rounds = ROUNDS * lines.length
    let trades = 0
    return listenTo(await openLooped(lines), {
      onEvent: (event, abort) => {
        if (event.kind === 'trade' && ++trades === rounds) abort()
      },
    })
  }

  it('starts each round whole minutes later, with a gap in between, and repeats no number', async () => {
    const lines = [1, 30, 85].map((t) => recordingLine(wireTrade(t, { t })))
    const events = await looped(lines)
    const trades = listTrades(events)
    expect(trades.map(({ tradedAtMs }) => (tradedAtMs - BEGUN_MS) / 1_000)).toEqual(
      [0, 120, 240, 360].flatMap((shift) => [1 + shift, 30 + shift, 85 + shift]),
    )
    const ids = trades.map(({ tradeId }) => Number(tradeId))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ROUNDS * 3)
    expect(listChanges(events).map(({ state }) => state)).toEqual([
      'live',
      'lost',
      'live',
      'lost',
      'live',
      'lost',
      'live',
    ])
    const { closed } = watchMarket(events)
    const opens = closed.filter(({ interval }) => interval === '1m').map(({ openMs }) => openMs)
    expect(new Set(opens).size).toBe(opens.length)
  })

  it('repeats no number and never goes back in any symbol, however long each one traded', async () => {
    const lines = [
      ...[1, 2, 3].map((t) => recordingLine(wireTrade(t))),
      ...[500, 900].map((t, index) => recordingLine(wireTrade(index + 4, { ...eth, t }))),
    ]
    for (const trades of Map.groupBy(listTrades(await looped(lines)), ({ symbol }) => symbol).values()) {
      expect(new Set(trades.map(({ tradeId }) => tradeId)).size).toBe(trades.length)
      const times = trades.map(({ tradedAtMs }) => tradedAtMs)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
  })

  it('restarts the order book in each round', async () => {
    const lines = [recordingLine(wireSnapshot()), recordingLine(wireDepth(105)), recordingLine(wireTrade(1))]
    let trades = 0
    const { receive, entry, booksLost } = watchMarket()
    await listenTo(await openLooped(lines), {
      onEvent: (event, abort) => {
        receive(event)
        if (event.kind !== 'trade') return
        expect(entry('BTCUSDT').book.state).toBe('SYNCED')
        if (++trades === ROUNDS) abort()
      },
    })
    expect(booksLost).toEqual([])
  })
})
