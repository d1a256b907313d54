import { writeSync } from 'node:fs'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { createRandom } from '../../server/core/random.ts'
import { batchAt } from './journal-batch.ts'

/** Appends batches as fast as it can and prints, for each that was acknowledged, the number of its last fact. */
const [directory = '', seed = '1'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const store = openEngineStore(directory)
let written = [...store.journal.read()].length
while (true) {
  const size = 1 + Math.floor(random() * 40)
  store.journal.append(batchAt(written + 1, size))
  written += size
  writeSync(1, `${written}\n`)
}
