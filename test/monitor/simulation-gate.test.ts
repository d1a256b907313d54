import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import { buildDigest } from '../../server/evidence/host/build.ts'
import { PROJECT_ROOT } from '../../server/project.ts'
import { recordRun } from '../simulation/command-line/record-run.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

const SOON = { timeout: 60_000, interval: 100 }
const SEEDS = 10_000
const OTHER_BUILD = 'e'.repeat(64)

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform({ symbols: 'BTCUSDT,ETHUSDT' })
  await server.ready()
})
afterAll(() => server.close())

const readPacket = (): Report<string, DecisionPacket> =>
  server.platform.monitor.find('live-readiness-decision-packet') as Report<string, DecisionPacket>

/** Records a run as `npm run sim -- --record` does; returns the status of its gate in the next packet. */
const record = async (digest: string, broken: readonly number[] = []): Promise<string | undefined> => {
  expect(await recordRun(server.dataDir, { digest, seeds: SEEDS, broken })).toMatch(/^Recorded/)
  const recordedAtMs = Date.now()
  await vi.waitFor(() => expect(Date.parse(readPacket().generatedAt)).toBeGreaterThan(recordedAtMs + 1_500), SOON)
  return readPacket().data?.gates.find(({ id }) => id === 'LR12')?.status
}

it('passes the gate for a recorded simulation of the running build only, until one of its seeds fails', {
  timeout: 180_000,
}, async () => {
  const ours = buildDigest(PROJECT_ROOT)
  const statuses = [
    await record(OTHER_BUILD),
    await record(ours),
    await record(OTHER_BUILD, [7]),
    await record(ours, [7]),
  ]
  expect(statuses).toEqual(['MISSING', 'PASS', 'PASS', 'FAIL'])
})
