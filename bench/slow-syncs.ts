import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Preload of the benchmark group `slow`: adds 5 ms to every file sync and every database commit, on every thread. The
 * database of the simulated exchange is exempt: a real exchange does not share the disk.
 */
const ADDED_MS = 5

const never = new Int32Array(new SharedArrayBuffer(4))
const wait = (): void => void Atomics.wait(never, 0, 0, ADDED_MS)

for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
  const sync = fs[name]
  fs[name] = (fd) => {
    wait()
    sync(fd)
  }
}
for (const name of ['fsync', 'fdatasync'] as const) {
  const sync = fs[name]
  const delayed = (fd: number, callback: fs.NoParamCallback) => void setTimeout(() => sync(fd, callback), ADDED_MS)
  fs[name] = delayed as typeof sync
}
syncBuiltinESMExports()

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'COMMIT' && basename(this.location() ?? '') !== 'exchange.sqlite') wait()
  exec.call(this, sql)
}
