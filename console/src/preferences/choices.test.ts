import { expect, it } from 'vitest'
import { readChoice, storageKey } from './choices.ts'
import { forget, keep } from './storage.ts'

it('returns the stored choice, and the default for one that does not exist', () => {
  expect(readChoice('numbers')).toBe('comma-point')
  keep(storageKey('numbers'), 'space-comma')
  expect(readChoice('numbers')).toBe('space-comma')
  keep(storageKey('numbers'), 'roman')
  expect(readChoice('numbers')).toBe('comma-point')
  forget(storageKey('numbers'))
})
