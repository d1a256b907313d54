import { writeSync } from 'node:fs'
import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'

/** Locks a data directory until it is killed or its parent has ended. */
const lock = lockDataDirectory(process.argv[2] ?? '')
writeSync(1, 'locked\n')
process.stdin.resume().once('end', () => lock.release())
