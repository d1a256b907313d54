import { expect, it } from 'vitest'
import { byWhom } from './by-whom.ts'

it.each([
  [{ type: 'USER', sub: 'usr_1', username: 'admin' }, 'admin (you)'],
  [{ type: 'USER', sub: 'usr_2', username: 'alice' }, 'alice (user)'],
  [{ type: 'USER', sub: 'usr_3', username: null }, 'usr_3 (user)'],
  [{ type: 'HOST', sub: null, username: null }, 'host'],
  [{ type: 'ENGINE', sub: null, username: null }, 'engine'],
] as const)('returns the actor of %j', (by, text) => {
  expect(byWhom(by, 'admin')).toBe(text)
})
