import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import { createIds } from '../server/core/id.ts'
import { createRandom } from '../server/core/random.ts'
import { ticks } from '../server/domain/market/instrument.ts'
import { openHarness } from './floor.ts'
import { buying } from './floor-order.ts'
import { percentile, type Row, times } from './measure.ts'

const CALLERS = 64
const ORDERS = 6_000

/** Orders through gates, journal, audit, exchange and back, by callers who each wait for theirs; against one-row commits. */
export const orderRows = async (): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const single = singleCommits(join(directory, 'single'))
  const harness = await openHarness({ directory, specs: INSTRUMENT_SPECS.slice(0, 1), live: false })
  const bid = harness.market.bestBid('BTCUSDT')
  const ids = createIds({ now: Date.now, random: createRandom(3) })
  let sent = 0
  const latencies: number[] = []
  const call = async (): Promise<void> => {
    while (sent < ORDERS) {
      const number = sent++
      const command = buying(ids('ord'), { price: ticks(bid - 100 - (number % 50)) })
      const since = performance.now()
      await harness.desk.instruct(command)
      latencies.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: 8 }, call))
  sent = 0
  latencies.length = 0
  const since = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, call))
  const perSecond = (ORDERS * 1_000) / (performance.now() - since)
  const accepted = [...harness.state.ledger.orders.values()].filter(({ status }) => status === 'EXPIRED').length
  await harness.close()
  rmSync(directory, { recursive: true })
  if (accepted < ORDERS) throw new Error(`only ${accepted} orders were accepted`)
  const at = (share: number): string => `${percentile(latencies, share).toFixed(1)} ms`
  return [
    {
      what: `orders accepted durably, ${CALLERS} callers, two commits, audited, and the exchange's own each (p50 ${at(0.5)}, p99 ${at(0.99)})`,
      measured: `${Math.round(perSecond).toLocaleString('en')}/s`,
      against: `one-row durable commits of the same store: ${Math.round(single).toLocaleString('en')}/s`,
      ratio: times(perSecond / single),
      goal: '≥ 3 ×',
    },
  ]
}

const singleCommits = (directory: string): number => {
  const { journal, close } = openEngineStore(directory)
  const fact = { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'lost' }, atMs: 0 } as const
  const count = 1_000
  const since = performance.now()
  for (let row = 0; row < count; row++) journal.append({ facts: [fact], orders: [], positions: [] })
  const took = performance.now() - since
  close()
  return (count * 1_000) / took
}
