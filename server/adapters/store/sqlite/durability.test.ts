import { describe, expect, it } from 'vitest'
import { startChild } from '../../../../test/support/child.ts'
import { candleTime } from '../../../../test/support/journal-batch.ts'
import { kills } from '../../../../test/support/kills.ts'
import { anInstrument } from '../../../../test/support/market-samples.ts'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { createRandom } from '../../../core/random.ts'
import type { OrderQuery } from '../../../views/ports.ts'
import { openEngineStore } from './store.ts'

const KILLS = kills(6)

/** Lets a process write until it has acknowledged so many batches, kills it, and answers the last it acknowledged. */
const writeAndKill = async (directory: string, seed: number, batches: number): Promise<number> => {
  const writer = startChild('journal-writer.ts', directory, String(seed))
  let acknowledged = 0
  for (let received = 0; received < batches; received++) acknowledged = Number((await writer.lines.next()).value)
  const gone = writer.kill()
  for await (const line of writer.lines) acknowledged = Number(line)
  await gone
  return acknowledged
}

const EVERY_ORDER: Omit<OrderQuery, 'limit'> = {
  before: null,
  fromMs: null,
  toMs: null,
  symbol: null,
  statuses: null,
  open: null,
  clientOrderId: null,
  origin: null,
}

/** Reads the content of a store after a kill: the numbers of its facts, and the batches present in each table. */
const readBack = (directory: string) => {
  const store = openEngineStore(directory)
  const started = [...store.journal.read()].flatMap((fact) => (fact.kind === 'runStarted' ? [fact] : []))
  const range = { symbol: 'BTCUSDT', interval: '1m', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 1e9 } as const
  const candles = store.candles.find(range, anInstrument())
  const orders = started.length === 0 ? [] : store.trading.findOrders({ ...EVERY_ORDER, limit: started.length })
  store.close()
  return { started, candles, orders: orders.toReversed() }
}

describe('a store whose process is killed in the middle of a burst', () => {
  it(
    `has every acknowledged fact and no torn batch, ${KILLS} times over`,
    async () => {
      const directory = aTempDirectory()
      const random = createRandom(2_026)
      for (let kill = 1; kill <= KILLS; kill++) {
        const acknowledged = await writeAndKill(directory, kill, 1 + Math.floor(random() * 60))
        const { started, candles, orders } = readBack(directory)
        expect(started.length).toBeGreaterThanOrEqual(acknowledged)
        expect(started.map(({ epoch }) => epoch)).toEqual(started.map((_, index) => index + 1))
        const lastOfBatches = [...new Set(started.map(({ runId }) => Number(runId.split('_').at(-1))))]
        expect(lastOfBatches.at(-1)).toBe(started.length)
        expect(candles.map(({ tradeCount }) => tradeCount)).toEqual(lastOfBatches)
        expect(orders.map(({ reportSequence }) => reportSequence)).toEqual(lastOfBatches)
        const firstOfBatches = [1, ...lastOfBatches.slice(0, -1).map((last) => last + 1)]
        expect(candles.map(({ openMs }) => openMs)).toEqual(firstOfBatches.map(candleTime))
      }
    },
    30_000 + KILLS * 5_000,
  )
})
