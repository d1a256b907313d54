import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { StoreFailure } from '../../core/errors.ts'
import { openHostFile } from './host-file.ts'

const parse = (json: unknown): readonly string[] | undefined =>
  Array.isArray(json) && json.every((item) => typeof item === 'string') ? json : undefined

const open = (path: string) => openHostFile<readonly string[]>({ path, absent: [], parse })

it('has the default without a file, and the written value from then on, also in the next process', () => {
  const path = join(aTempDirectory(), 'list.json')
  const file = open(path)
  expect(file.get()).toEqual([])
  file.set(['a'])
  expect(file.get()).toEqual(['a'])
  expect(open(path).get()).toEqual(['a'])
  expect(readFileSync(path, 'utf8')).toBe('[\n  "a"\n]\n')
})

it.each(['{', '[1]', 'null', ''])('is undefined when the file contains %s', (text) => {
  const path = join(aTempDirectory(), 'list.json')
  writeFileSync(path, text)
  expect(open(path).get()).toBeUndefined()
})

it('retains its value when it cannot be written', () => {
  const file = open(join(aTempDirectory(), 'no', 'such', 'place.json'))
  expect(() => file.set(['a'])).toThrow(StoreFailure)
  expect(file.get()).toEqual([])
})
