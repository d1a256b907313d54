import { expect, it } from 'vitest'
import { byWhom } from './by-whom.ts'

it.each([
  [{ type: 'USER', sub: 'usr_1', username: 'admin' }, 'admin (you)'],
  [{ type: 'USER', sub: 'usr_2', username: 'alice' }, 'alice (a person)'],
  [{ type: 'USER', sub: 'usr_3', username: null }, 'usr_3 (a person)'],
  [{ type: 'HOST', sub: null, username: null }, 'the host'],
  [{ type: 'ENGINE', sub: null, username: null }, 'the engine itself'],
] as const)('returns the actor of %j', (by, text) => {
  expect(byWhom(by, 'admin')).toBe(text)
})
