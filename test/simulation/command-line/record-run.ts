import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { callHost } from '../../../server/host/call-host.ts'
import { getSocketPath } from '../../../server/host/socket.ts'

/** Run of a range of seeds on one build. */
export interface Run {
  /** Digest of the build when the run began. */
  readonly digest: string
  readonly seeds: number
  readonly broken: readonly number[]
}

/** Records a run with the server of a data directory; returns a line that reports whether it was recorded. */
export const recordRun = async (dataDir: string, { digest, seeds, broken }: Run): Promise<string> => {
  const [first] = broken
  const args = {
    check: 'SIMULATION',
    by: userInfo().username,
    atMs: Date.now(),
    subject: digest,
    count: seeds,
    faults: broken.length,
    ...(first !== undefined && { note: `seed ${first}` }),
  }
  const reached = await callHost(getSocketPath(resolve(dataDir)), 'check.record', args)
  if (!reached.ok) return `Not recorded: no server answers for ${dataDir}.\n`
  return reached.value.ok
    ? 'Recorded for the readiness gates: plimsoll live checks.\n'
    : `Not recorded: ${reached.value.error.message}\n`
}
