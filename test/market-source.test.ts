import { openReplay } from '../server/adapters/exchanges/replay/index.ts'
import { createSimulatedExchange } from '../server/adapters/exchanges/simulated/index.ts'
import { MINUTE_MS } from '../server/core/instant.ts'
import { marketSourceContract } from './market-source.contract.ts'
import {
  BEGUN_MS,
  inStream,
  recordingLine,
  wireAggTrade,
  wireDepth,
  wireQuote,
  wireSnapshot,
  wireTrade,
  writeRecording,
} from './support/recording.ts'

const eth = { s: 'ETHUSDT', p: '2450.01', q: '1.500', b: '2450.00', B: '1.500', A: '2.500' }

/** Two symbols for two minutes: one with single trades, one with aggregates, each with its book. */
const lines = (): string[] => {
  const at = (second: number) => BEGUN_MS + second * 1_000
  const seconds = Array.from({ length: 120 }, (_, second) => second)
  return [
    recordingLine(wireDepth(95)),
    recordingLine(wireQuote()),
    recordingLine(wireSnapshot()),
    recordingLine(
      inStream('ethusdt@snapshot', wireSnapshot({ bids: [['2450.00', '5.000']], asks: [['2450.10', '5.000']] })),
    ),
    ...seconds.flatMap((second) => [
      recordingLine(wireTrade(second + 1, { T: at(second) })),
      recordingLine(wireDepth(105 + 10 * second, { T: at(second), b: [[`61800.${second % 2}0`, '1.000']] })),
      recordingLine(wireAggTrade(second + 1, { ...eth, a: second + 1, T: at(second) })),
      recordingLine(
        wireDepth(105 + 10 * second, { s: 'ETHUSDT', T: at(second), b: [], a: [['2450.20', `${second}.000`]] }),
      ),
    ]),
  ]
}

const replay = (loop: boolean) =>
  openReplay({ path: writeRecording(lines()), speed: 'max', loop, instrumentsPath: undefined, clock: () => 0 })

marketSourceContract('a replay', { open: () => replay(false), enough: 100_000 })

marketSourceContract('a looped replay', { open: () => replay(true), enough: 1_500 })

const STARTED_MS = Date.UTC(2026, 10, 21, 9, 41)

marketSourceContract('the simulated exchange', {
  open: () => {
    let now = STARTED_MS + 50
    return createSimulatedExchange({
      seed: 7,
      clock: () => now,
      timer: async (delayMs) => {
        now += Math.max(delayMs, 1)
      },
    })
  },
  enough: 6_000,
  sinceMs: STARTED_MS - 30 * MINUTE_MS,
})
