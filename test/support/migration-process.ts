import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'
import { migrateData } from '../../server/app/migrate-data.ts'
import { rollBack } from '../../server/app/roll-back.ts'
import { aStopOrder } from './stop-order.ts'

/** Migrates or rolls back a data directory in a separate process that a test kills. */
const [work, dataDir = ''] = process.argv.slice(2)
process.stdout.write('started\n')
if (work === 'migrate') {
  lockDataDirectory(dataDir)
  await migrateData(dataDir, Date.now)
} else {
  await rollBack({ dataDir, acceptLoss: true }, { clock: Date.now, newStop: aStopOrder })
}
process.stdout.write('done\n')
process.exit()
