import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { temporaryStore } from '../adapters/store/sqlite/identity/identity-store-fixture.ts'
import {
  accountsWith,
  changeGrants,
  type Grants,
  type Holder,
  printGrants,
  readGrants,
  rolesAnywhere,
  rolesOn,
} from './grants.ts'
import { harbourOn, PASSWORD } from './identity-fixture.ts'
import { ROLES, type Role } from './role.ts'

const accountName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9-]{0,11}$/)
const someRoles = fc.subarray<Role>([...ROLES], { minLength: 1 })
const someGrants = fc.array(fc.tuple(accountName, someRoles), { maxLength: 4 }).map((list): Grants => new Map(list))
const holder = fc.record({
  roles: fc.subarray<Role>([...ROLES]),
  grants: someGrants,
  accounts: fc.option(fc.array(accountName, { maxLength: 3 })),
})

const held = (changes: Partial<Holder>): Holder => ({ roles: [], grants: new Map(), accounts: null, ...changes })

describe('roles on an account', () => {
  const grants: Grants = new Map([['hedge', ['TRADER']]])

  it.each([
    { title: 'roles on all accounts', holder: held({ roles: ['VIEWER'] }), account: 'main', roles: ['VIEWER'] },
    { title: 'granted ones', holder: held({ grants }), account: 'hedge', roles: ['TRADER'] },
    { title: 'none where none is granted', holder: held({ grants }), account: 'main', roles: [] },
    { title: 'both', holder: held({ roles: ['ADMIN'], grants }), account: 'hedge', roles: ['TRADER', 'ADMIN'] },
    { title: 'none beyond the token', holder: held({ roles: ['ADMIN'], accounts: ['a'] }), account: 'b', roles: [] },
    {
      title: 'all within the token',
      holder: held({ roles: ['ADMIN'], accounts: ['a'] }),
      account: 'a',
      roles: ['ADMIN'],
    },
  ])('are $title', ({ holder: of, account, roles }) => {
    expect(rolesOn(of, account)).toEqual(roles)
  })

  it('never include a role that was neither given for all accounts nor granted on this one', () => {
    fc.assert(
      fc.property(holder, accountName, (of, account) => {
        for (const role of rolesOn(of, account)) {
          expect(of.roles.includes(role) || of.grants.get(account)?.includes(role)).toBe(true)
          expect(of.accounts === null || of.accounts.includes(account)).toBe(true)
          expect(rolesAnywhere(of)).toContain(role)
        }
      }),
    )
  })

  it('return all accounts with a role, and only these', () => {
    fc.assert(
      fc.property(holder, accountName, fc.constantFrom(...ROLES), (of, account, role) => {
        const accounts = accountsWith(of, [role])
        expect(accounts === null || accounts.includes(account)).toBe(rolesOn(of, account).includes(role))
      }),
    )
  })

  it('are the same when parsed from printed grants', () => {
    fc.assert(
      fc.property(someGrants, (given) => {
        expect(readGrants(printGrants(given))).toEqual(given)
      }),
    )
  })
})

describe('a change of grants', () => {
  it('replaces the roles on the named accounts and retains all others', () => {
    const before: Grants = new Map([
      ['alts', ['VIEWER']],
      ['hedge', ['TRADER']],
    ])
    expect(changeGrants(before, { hedge: ['OPERATOR', 'VIEWER'], main: ['ADMIN'], alts: [] })).toEqual({
      ok: true,
      value: new Map([
        ['hedge', ['VIEWER', 'OPERATOR']],
        ['main', ['ADMIN']],
      ]),
    })
  })

  it.each([
    { change: { 'a b': ['VIEWER'] }, error: { kind: 'accountInvalid', account: 'a b' } },
    { change: { a: ['BOSS'] }, error: { kind: 'roleUnknown', role: 'BOSS' } },
  ])('rejects $change', ({ change, error }) => {
    expect(changeGrants(new Map(), change)).toEqual({ ok: false, error })
  })

  it('takes effect immediately: sessions with the former permissions end', async () => {
    const { identity } = harbourOn(temporaryStore())
    const given = { username: 'carol', tier: 'STANDARD', password: PASSWORD } as const
    expect(await identity.addUser({ ...given, roles: [] })).toEqual({ ok: false, error: { kind: 'rolesEmpty' } })
    await identity.addUser({ ...given, roles: [], grants: { hedge: ['TRADER'] } })
    const minted = await identity.mintToken({ username: 'carol', accounts: ['hedge', 'hedge'] })
    if (!minted.ok) throw new Error(minted.error.kind)
    const known = await identity.authenticate(minted.value.accessToken)
    expect(known).toMatchObject({ ok: true, value: { roles: [], accounts: ['hedge'] } })
    expect(identity.changeUser({ username: 'carol', grants: { hedge: [] } })).toMatchObject({ ok: false })
    expect(identity.changeUser({ username: 'carol', grants: { alts: ['VIEWER'], hedge: [] } })).toMatchObject({
      ok: true,
    })
    expect(await identity.authenticate(minted.value.accessToken)).toMatchObject({ ok: false })
  })
})
