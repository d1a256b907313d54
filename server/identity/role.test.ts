import { describe, expect, it } from 'vitest'
import { parseRoles, toScope } from './role.ts'

describe('roles', () => {
  it('are a set: each once, in one order', () => {
    expect(parseRoles(['ADMIN', 'VIEWER', 'ADMIN'])).toEqual({ ok: true, value: ['VIEWER', 'ADMIN'] })
  })

  it.each([
    { names: [], error: { kind: 'rolesEmpty' } },
    { names: ['TRADER', 'trader'], error: { kind: 'roleUnknown', role: 'trader' } },
  ])('are rejected as $error.kind when they are $names', ({ names, error }) => {
    expect(parseRoles(names)).toEqual({ ok: false, error })
  })

  it.each([
    { roles: ['VIEWER'] as const, scope: 'read' },
    { roles: ['OPERATOR'] as const, scope: 'read control:pause logs' },
    { roles: ['TRADER'] as const, scope: 'read trade control:pause control:stop' },
    { roles: ['ADMIN'] as const, scope: 'read trade control:pause control:stop logs audit' },
    { roles: ['VIEWER', 'OPERATOR'] as const, scope: 'read control:pause logs' },
  ])('$roles have the scope "$scope"', ({ roles, scope }) => {
    expect(toScope(roles)).toBe(scope)
  })
})
