import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { DAY_MS } from '../../core/instant.ts'
import { aBacktest } from './backtest-fixture.ts'
import { startJobProcess } from './job-child.ts'

const MEMORY = 2 ** 28

const listChildren = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)

it.skipIf(process.platform !== 'linux')('starts a job with the given priority', async () => {
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<object>()
  const where = { dataDir: aTempDirectory(), strategy: 'S05', symbols: ['BTCUSDT'] }
  const request = aBacktest({ ...where, fromMs: 0, toMs: DAY_MS })
  const task = { kind: 'backtest', request } as const
  const end = startJobProcess(
    { task, heapMaxBytes: MEMORY, memoryMaxBytes: MEMORY, niceness: 17 },
    { onProgress: () => {}, onEnd },
  )
  expect(listChildren().map((pid) => getPriority(pid))).toContain(17)
  end('kill')
  expect(await ended).toMatchObject({ code: 'PROCESS_ENDED' })
})
