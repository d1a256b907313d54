import { writeSync } from 'node:fs'
import { lockDataDirectory } from '../../server/adapters/store/sqlite/lock.ts'

/** Takes a data directory and holds it until it is killed or its parent has gone. */
const lock = lockDataDirectory(process.argv[2] ?? '')
writeSync(1, 'locked\n')
process.stdin.resume().once('end', () => lock.release())
