import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEngineStore } from '../server/adapters/store/sqlite/store.ts'
import type { Fact } from '../server/engine/model/facts.ts'
import { atLeast, nanosecondsEach, perSecond, type Row, times } from './measure.ts'
import { sharedStoreRow } from './shared-store.ts'

const FACT: Fact = { kind: 'streamChanged', change: { symbol: 'BTCUSDT', state: 'live', sinceMs: 0 }, atMs: 0 }
const GROUP = 64

/**
 * Measures the journal: facts made durable one by one, and in groups per transaction as the engine commits them under
 * load.
 */
export const storeRows = async (): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-bench-'))
  const { journal, close } = openEngineStore(directory)
  const alone = nanosecondsEach(300, () => {
    for (let row = 0; row < 300; row++) journal.append({ facts: [FACT], orders: [], positions: [] })
  })
  const group = Array.from({ length: GROUP }, () => FACT)
  const grouped = nanosecondsEach(300 * GROUP, () => {
    for (let batch = 0; batch < 300; batch++) journal.append({ facts: group, orders: [], positions: [] })
  })
  close()
  rmSync(directory, { recursive: true })
  return [
    {
      what: `durable facts, ${GROUP} per transaction`,
      measured: perSecond(grouped),
      against: `one per transaction: ${perSecond(alone)}`,
      ratio: times(alone / grouped),
      goals: [atLeast(alone / grouped, [3, '×'])],
    },
    await sharedStoreRow(group),
  ]
}
