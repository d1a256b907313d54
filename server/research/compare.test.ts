import { expect, it } from 'vitest'
import { type ComparedTrade, compareRuns, type SignalFate } from './compare.ts'
import { parseSignals, printSignals } from './run-files.ts'

const signalAt = (minute: number, changes: Partial<SignalFate> = {}): SignalFate => ({
  symbol: 'BTCUSDT',
  interval: '1m',
  strategyId: 'S05',
  barClosedMs: minute * 60_000,
  direction: 'LONG',
  fate: 'TRADED',
  gates: [],
  openedMs: minute * 60_000 + 50,
  ...changes,
})

const tradeAt = (minute: number, changes: Partial<ComparedTrade> = {}): ComparedTrade => ({
  symbol: 'BTCUSDT',
  openedMs: minute * 60_000 + 50,
  closedMs: minute * 60_000 + 300_000,
  entryPrice: '100.0',
  exitPrice: '101.0',
  quantity: '0.005',
  reason: 'TARGET',
  net: '2.50000000',
  ...changes,
})

it('assigns every differing trade one class, with the gates that refused it', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8]
  const a = { signals: minutes.map((minute) => signalAt(minute)), trades: minutes.map((minute) => tradeAt(minute)) }
  const b = {
    signals: [
      signalAt(1),
      signalAt(2, { fate: 'SIGNAL', openedMs: null }),
      signalAt(3, { fate: 'REFUSED', gates: ['G21', 'G29'], openedMs: null }),
      signalAt(4, { fate: 'GIVEN_UP', openedMs: null }),
      signalAt(5),
      signalAt(6),
      signalAt(7),
    ],
    trades: [
      tradeAt(1),
      tradeAt(5, { reason: 'STOP', exitPrice: '99.0', net: '-3.00000000' }),
      tradeAt(6, { entryPrice: '100.1', net: '2.00000000' }),
      tradeAt(7, { quantity: '0.004', net: '2.00000000' }),
      tradeAt(9),
    ],
  }
  const { signals, difference, unmatched } = compareRuns(a, b)
  expect(signals.map(({ class: name, missingIn, gates }) => [name, missingIn, gates.join(' ')])).toEqual([
    ['SAME', null, ''],
    ['NOT_CONSIDERED', 'b', ''],
    ['REFUSED', 'b', 'G21 G29'],
    ['GIVEN_UP', 'b', ''],
    ['OTHER_EXIT', null, ''],
    ['OTHER_PRICE', null, ''],
    ['OTHER_SIZE', null, ''],
    ['NO_SIGNAL', 'b', ''],
  ])
  expect([difference, unmatched]).toEqual(['-16.50000000', { a: 0, b: 1 }])
})

it('reads the signals that it prints', () => {
  const signals = [signalAt(1), signalAt(2, { fate: 'REFUSED', gates: ['G01', 'G02'], openedMs: null })]
  expect(parseSignals(printSignals(signals))).toEqual(signals)
})
