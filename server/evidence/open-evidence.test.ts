import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createIds } from '../core/id.ts'
import { INPUT_NAMES, type InputName } from '../monitor/frame/inputs.ts'
import type { TruthSources } from './evidence-sources.ts'
import { openTruth } from './open-evidence.ts'
import type { Readers } from './reader.ts'
import { READERS } from './readers/index.ts'

it('reads background inputs one by one when the server is ready, and those before trading immediately', async () => {
  const read: InputName[] = []
  const recording = INPUT_NAMES.map((name) => [name, { ...READERS[name], read: () => void read.push(name) }])
  const truth = openTruth({
    sources: { now: () => 0 } as TruthSources,
    readers: Object.fromEntries(recording) as Readers,
    ids: createIds({ now: () => 0, random: Math.random }),
    onFailure: (input, error) => expect.unreachable(`${input}: ${error}`),
  })
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const ending = new AbortController()
  truth.begin(ready, ending.signal)
  await setImmediate()
  expect(read).toEqual(['constitutionProbes'])
  resolve()
  const counts: number[] = []
  for (let turn = 0; turn < INPUT_NAMES.length; turn++) {
    await setImmediate()
    counts.push(read.length)
  }
  expect(read).toContain('orderFlow')
  expect(Math.max(...counts.map((count, turn) => count - (counts[turn - 1] ?? 1)))).toBe(1)
  ending.abort()
})
