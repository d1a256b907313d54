import { describe, expect, it } from 'vitest'
import { createHostCheck } from './allowed-hosts.ts'

const check = createHostCheck({
  allowed: ['Desk.example.org', '2001:db8::7'],
  publicBase: () => 'https://trading.example.org:8443',
})

describe('the Host check', () => {
  it.each([
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1:8080',
    '127.9.9.9',
    '[::1]:8080',
    'desk.example.org:9000',
    'desk.example.org.',
    '[2001:db8::7]:8080',
    'trading.example.org',
    'trading.example.org:8443',
    '10.0.0.5:8080',
  ])('accepts %s', (host) => {
    expect(check(host, '::ffff:10.0.0.5')).toBeUndefined()
  })

  it.each([
    'evil.example',
    'evil.example:8080',
    '169.254.169.254',
    '10.0.0.6',
    'localhost.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    'localhost:80:80',
    ' localhost',
    '127.0.0.1.evil.example',
    '[::1',
  ])('rejects %s as foreign', (host) => {
    expect(check(host, '10.0.0.5')).toBe('FOREIGN')
  })

  it.each([undefined, ''])('rejects %s as missing', (host) => {
    expect(check(host, '10.0.0.5')).toBe('MISSING')
  })

  it('follows a public address that is known only once the server listens', () => {
    let base = ''
    const later = createHostCheck({ allowed: [], publicBase: () => base })
    expect(later('box.example', undefined)).toBe('FOREIGN')
    base = 'http://box.example:8080'
    expect(later('box.example:8080', undefined)).toBeUndefined()
  })
})
