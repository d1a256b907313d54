import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/support/runs.ts'
import { createRandom } from '../core/random.ts'
import { checkPassword, generatePassword, isWeak } from './password-policy.ts'

describe('a password', () => {
  it.each([
    { password: '1234567', error: { kind: 'passwordTooShort', length: 7, min: 8 } },
    { password: 'x'.repeat(129), error: { kind: 'passwordTooLong', length: 129, max: 128 } },
    { password: '⛵'.repeat(7), error: { kind: 'passwordTooShort', length: 7, min: 8 } },
  ])('is rejected as $error.kind at $error.length characters', ({ password, error }) => {
    expect(checkPassword(password)).toEqual({ ok: false, error })
  })

  it.each(['12345678', 'x'.repeat(128), '🚢'.repeat(128)])(
    'of 8 to 128 characters is accepted unchanged',
    (password) => {
      expect(checkPassword(password)).toEqual({ ok: true, value: password })
    },
  )

  it.each([
    'correct horse',
    'password1234567890',
    'P4$$w0rd!!!!!!!!!!',
    'passwordpassword',
    'Password Password 2026',
    'Welcome-Trader-2026!',
    'iloveyou1234567890',
    '123456789012345678',
    '1234567890abcdefgh',
    'qwertyuiopasdfghjkl',
    'aaaaaaaaaaaaaaaaaaaa',
    '1qaz2wsx3edc4rfv5tgb',
    'alicealicealice2026',
    'correct horse battery staple',
    'Changeme-Changeme-1',
    'abcabcabcabcabcabc',
  ])('%s is weak', (password) => {
    expect(isWeak(password, 'alice')).toBe(true)
  })

  it.each([
    'tall ships sail on wednesdays',
    'k7mq-x2ab-9hte-wd4n-c3vy',
    'alice keeps nine grey herons',
    'The tide table is under the mat',
    '7e1f0a9c5b3d48e2a6',
  ])('%s is not weak', (password) => {
    expect(isWeak(password, 'alice')).toBe(false)
  })

  it('that was generated is never weak and always passes', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed)
        const password = generatePassword((count) => Uint8Array.from({ length: count }, () => random() * 256))
        expect(password).toMatch(/^([a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/)
        expect(checkPassword(password).ok).toBe(true)
        expect(isWeak(password, 'admin')).toBe(false)
      }),
      { numRuns: runs(75) },
    )
  })

  it('is checked whatever its characters, never with an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 128 }), fc.string({ minLength: 1 }), (password, name) => {
        expect(typeof isWeak(password, name)).toBe('boolean')
      }),
    )
  })
})
