import { expect, it } from 'vitest'
import { createLimiters, PUBLISHED_QUOTAS, type SharedQuota } from './quotas.ts'

const COUNT = { allowed: true, remaining: 42, resetMs: 1_500 }
const QUOTA = PUBLISHED_QUOTAS.standard

/** Limiters that count together with other servers, which answer as given. */
const open = (shared: Partial<SharedQuota>) =>
  createLimiters(PUBLISHED_QUOTAS, () => 0, { count: () => undefined, countReserved: () => undefined, ...shared })

it('counts at once, on a single server, as long as the quota is not used up', () => {
  const { countAtOnce, ofTier } = createLimiters(PUBLISHED_QUOTAS, () => 0)
  for (let nth = 1; nth <= QUOTA.requests; nth++) {
    expect(countAtOnce(ofTier.STANDARD, 'usr_1')).toMatchObject({ allowed: true, remaining: QUOTA.requests - nth })
  }
  expect(countAtOnce(ofTier.STANDARD, 'usr_1')).toBeUndefined()
  expect(ofTier.STANDARD.rejectedWithin(60_000)).toBe(0)
})

it('counts at once, with other servers, only what is reserved here', async () => {
  const { countAtOnce, ofTier } = open({})
  expect(countAtOnce(ofTier.STANDARD, 'usr_1')).toBeUndefined()
  expect(ofTier.STANDARD.callers().active).toBe(0)
  const reserved = open({ countReserved: () => COUNT })
  const allowance = { quota: QUOTA, allowed: true, remaining: 42, resetSec: 2 }
  expect(reserved.countAtOnce(reserved.ofTier.STANDARD, 'usr_1')).toEqual(allowance)
  expect(reserved.ofTier.STANDARD.callers().active).toBe(1)
  const keys: string[] = []
  const counted = open({
    async count({ key }) {
      keys.push(key)
      return COUNT
    },
  })
  expect(await counted.count(counted.ofTier.STANDARD, 'usr_1')).toEqual(allowance)
  expect(keys).toEqual(['standard usr_1'])
})

it('decides alone while the others cannot be reached', async () => {
  const { count, ofTier } = open({ count: async () => undefined })
  for (let nth = 0; nth < QUOTA.requests; nth++) expect((await count(ofTier.STANDARD, 'usr_1')).allowed).toBe(true)
  expect((await count(ofTier.STANDARD, 'usr_1')).allowed).toBe(false)
})
