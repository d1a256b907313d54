import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { flatten } from './flat-text.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const TEXTS = 20
const PIECES = 20_000

const concatenate = (from: number): string => {
  let text = ''
  for (let number = 0; number < PIECES; number++) text += from + number
  return text
}

/** Returns the memory that concatenated texts occupy, in bytes for each character. */
const measureMemory = (prepare: (text: string) => string): number => {
  collectGarbage()
  const { heapUsed } = process.memoryUsage()
  const texts = Array.from({ length: TEXTS }, (_, index) => prepare(concatenate(index)))
  collectGarbage()
  const used = process.memoryUsage().heapUsed - heapUsed
  return used / texts.join('').length
}

describe('a flattened text', () => {
  it.each(['', 'a', 'müde\n', `${'x'.repeat(50)}${'y'.repeat(50)}`])('is the same text: %o', (text) => {
    expect(flatten(text)).toBe(text)
  })

  it('occupies little more memory than its characters, unlike a text that was only concatenated', () => {
    expect(measureMemory(flatten)).toBeLessThan(2)
    expect(measureMemory((text) => text)).toBeGreaterThan(4)
  })
})
