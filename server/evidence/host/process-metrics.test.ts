import { expect, it } from 'vitest'
import { VERSION } from '../../project.ts'
import { openProcessFigures } from './process-metrics.ts'

it('returns the resources of the process, and its timer delay since the last reading', async () => {
  await using resources = new AsyncDisposableStack()
  const nowMs = 1_767_323_045_678
  const readFigures = openProcessFigures(() => nowMs, resources)
  const first = readFigures()
  expect(first).toMatchObject({ version: VERSION, nodeVersion: process.version, loopDelay: null })
  expect(first.startedAtMs).toBeLessThan(nowMs)
  for (const figure of [first.residentBytes, first.heapUsedBytes, first.cpuUserSec]) expect(figure).toBeGreaterThan(0)
  await expect
    .poll(() => readFigures().loopDelay, { interval: 20, timeout: 5_000 })
    .toMatchObject({ meanSec: expect.any(Number), p99Sec: expect.any(Number), maxSec: expect.any(Number) })
})
