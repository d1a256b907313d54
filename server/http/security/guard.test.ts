import { describe, expect, it } from 'vitest'
import { guard } from './guard.ts'

describe('the guard of a route', () => {
  it.each([
    ['OPEN', null, 'OPEN'],
    ['OPEN', ['VIEWER'], 'OPEN'],
    ['ANONYMOUS', null, 'OPEN'],
    ['PUBLIC', null, 'OPEN'],
    ['PUBLIC', ['VIEWER'], 'ALLOWED'],
    [['TRADER', 'ADMIN'], null, 'UNAUTHENTICATED'],
    [['TRADER', 'ADMIN'], ['VIEWER', 'OPERATOR'], 'FORBIDDEN'],
    [['TRADER', 'ADMIN'], ['VIEWER', 'TRADER'], 'ALLOWED'],
    [['TRADER', 'ADMIN'], [], 'FORBIDDEN'],
  ] as const)('returns for %s and %s: %s', (access, roles, decision) => {
    expect(guard(access, roles)).toBe(decision)
  })
})
