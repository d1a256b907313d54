import { createMemoryStopFile } from '../../test/support/memory-stop-file.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import { HOST } from '../engine/actors.ts'
import type { DataPlace } from '../host/data-place.ts'
import { HostRefusal, refused } from '../host/verb.ts'
import type { CliParts } from './parts.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

/** A data directory nobody serves or holds, but for what is given. */
export const aPlace = (place: Partial<DataPlace> = {}): DataPlace => ({
  directory: '/data',
  stopFilePath: '/data/EMERGENCY_STOP',
  stopFile: createMemoryStopFile(),
  exists: () => true,
  ask: async () => refused(new HostRefusal('SERVER_UNREACHABLE', 'No server answers for /data.', 'Start it.')),
  holder: () => undefined,
  end: () => true,
  ...place,
})

/** What commands about the engine need, on one place, with a time that passes by being waited for. */
export const engineParts = (place: DataPlace = aPlace()): Pick<CliParts, 'place' | 'newStop' | 'runVenue' | 'time'> => {
  let nowMs = START
  const ids = createIds({ now: () => nowMs, random: createRandom(1) })
  return {
    place: () => place,
    newStop: (said) => ({
      ...said,
      stopId: ids('stp'),
      code: 'EMERGENCY_STOP',
      by: HOST,
      auditId: ids('aud'),
      atMs: nowMs,
    }),
    runVenue: async () => {},
    time: {
      monotonic: () => nowMs,
      wait: async (ms) => {
        nowMs += ms
      },
    },
  }
}
