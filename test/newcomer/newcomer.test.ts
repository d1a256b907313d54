import { existsSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { copyWithAdditions, KINDS, listNewFiles, readEdits } from './additions.ts'

it.each(KINDS)('adds a $kind with edits of at most $editsMax existing files', (kind) => {
  const edited = new Set(readEdits(kind).map(({ file }) => file))
  expect([...edited].slice(kind.editsMax)).toEqual([])
  expect(listNewFiles(kind).filter((file) => existsSync(file))).toEqual([])
})

it('finds the place of every edit', () => {
  rmSync(copyWithAdditions(), { recursive: true })
})
