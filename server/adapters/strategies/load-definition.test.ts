import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadDefinition } from './load-definition.ts'

it('gives the same digest to a file that is loaded twice', async () => {
  const path = join(import.meta.dirname, '../../../examples/strategies/ten-lines.ts')
  const [first, second] = [await loadDefinition(path), await loadDefinition(path)]
  expect(second.sourceDigest).toBe(first.sourceDigest)
})
