import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CHEAP } from './identity-fixture.ts'
import { createPasswordHasher } from './password-hash.ts'

const cheap = () => createPasswordHasher(randomBytes, CHEAP)

const computeHash = async (password: string): Promise<string> => {
  const hashed = await cheap().hash(password)
  return hashed.ok ? hashed.value : hashed.error.kind
}

describe('a password hash', () => {
  it('is a PHC string of the full cost by default', async () => {
    const hasher = createPasswordHasher(randomBytes)
    const hashed = await hasher.hash('tall ships')
    const phc = hashed.ok ? hashed.value : ''
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hasher.verify('tall ships', phc)).toEqual({ ok: true, value: true })
  })

  it('never repeats for the same password', async () => {
    expect(await computeHash('tall ships')).not.toBe(await computeHash('tall ships'))
  })

  it.each([
    { password: 'tall ships', right: true },
    { password: 'Tall ships', right: false },
    { password: '', right: false },
    { password: 'tall ships ', right: false },
  ])('of "tall ships" answers $right to "$password"', async ({ password, right }) => {
    expect(await cheap().verify(password, await computeHash('tall ships'))).toEqual({ ok: true, value: right })
  })

  it('that does not exist answers false to everything', async () => {
    expect(await cheap().verify('', undefined)).toEqual({ ok: true, value: false })
  })

  it('with another cost is still verified, and reported as outdated', async () => {
    const phc = await computeHash('tall ships')
    const hasher = createPasswordHasher(randomBytes, { memoryKiB: 512, passes: 1, parallelism: 1 })
    expect(await hasher.verify('tall ships', phc)).toEqual({ ok: true, value: true })
    expect(hasher.isOutdated(phc)).toBe(true)
    expect(cheap().isOutdated(phc)).toBe(false)
  })

  it('by scrypt, as earlier versions stored it, is still verified, and reported as outdated', async () => {
    const phc = '$scrypt$ln=8,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$uv4cL72isVXfLdL08IvIq0WIJdDOCpSN3B/r6+GSAQU'
    expect(await cheap().verify('tall ships', phc)).toEqual({ ok: true, value: true })
    expect(await cheap().verify('tall ship', phc)).toEqual({ ok: true, value: false })
    expect(cheap().isOutdated(phc)).toBe(true)
  })

  it('is computed for ten concurrent callers, and refused immediately to the eleventh', async () => {
    const hasher = cheap()
    const answers = await Promise.all(Array.from({ length: 11 }, () => hasher.verify('x', undefined)))
    expect(answers.map((answer) => answer.ok)).toEqual([...Array(10).fill(true), false])
    expect(await hasher.verify('x', undefined)).toEqual({ ok: true, value: false })
  })
})
