import { afterEach, describe, expect, it, vi } from 'vitest'
import { setMessages } from '../messages/messages.ts'
import { findFaults } from '../ticket/faults.ts'
import { FRESH } from '../ticket/ticket-values.ts'
import { formatClock, formatInstant, formatInstantMs, setDateFormat } from './instants.ts'
import { displayedSign, formatExact, formatPercent, formatRate, formatUsdt, setNumberFormat } from './numbers.ts'
import { splitSentence } from './sentence.ts'

const AT_MS = Date.parse('2026-12-31T23:04:05.678Z')

afterEach(() => {
  setNumberFormat('comma-point')
  setDateFormat('iso')
  setMessages('en-US', {})
  vi.unstubAllGlobals()
})

describe.each([
  ['comma-point', ['1,234,567.50', '−0.25%', '0.0100%', '1,234.5']],
  ['point-comma', ['1.234.567,50', '−0,25%', '0,0100%', '1.234,5']],
  ['space-comma', ['1\u202f234\u202f567,50', '−0,25%', '0,0100%', '1\u202f234,5']],
] as const)('the number format %s', (format, [amount, percent, rate, exact]) => {
  it('is that of amounts, percentages, rates and quantities', () => {
    setNumberFormat(format)
    expect(formatUsdt('1234567.5')).toBe(amount)
    expect(formatPercent(-0.25)).toBe(percent)
    expect(formatRate('0.0001')).toBe(rate)
    expect(formatExact('1234.5')).toBe(exact)
    expect([displayedSign(formatUsdt('-0.001')), displayedSign(formatUsdt('-3'))]).toEqual([0, -1])
  })

  it('is that of the numbers in sentences of the server, and not of versions and addresses', () => {
    setNumberFormat(format)
    expect(splitSentence('is 1234.5 USDT at 127.0.0.1:8080, v1.2.34567')).toEqual([
      { kind: 'words', text: `is ${exact} USDT at 127.0.0.1:8080, v1.2.34567` },
    ])
  })
})

it('leaves the decimal point of inputs as it is, and refuses a comma', () => {
  setNumberFormat('point-comma')
  const find = (size: string) => findFaults({ ...FRESH, size }, { tickSize: '0.1', lotSize: '0.001' })
  expect([find('0.01'), find('0,01')]).toEqual([{}, { size: 'must be a number such as 0.001' }])
})

describe('the date format', () => {
  it('is ISO 8601 by default', () => {
    expect(formatInstant(AT_MS, 'UTC')).toBe('2026-12-31 23:04:05 UTC')
    expect(formatInstantMs(AT_MS, 'UTC')).toBe('2026-12-31 23:04:05.678 UTC')
    expect(formatClock(AT_MS, 'UTC')).toBe('23:04:05 UTC')
  })

  it('is that of the language when chosen, with the time unchanged', () => {
    vi.stubGlobal('navigator', { language: 'en-GB' })
    setDateFormat('local')
    expect(formatInstant(AT_MS, 'UTC')).toBe('31/12/2026 23:04:05 UTC')
    vi.stubGlobal('navigator', { language: 'en-US@posix' })
    expect(formatInstant(AT_MS, 'UTC')).toBe('12/31/2026 23:04:05 UTC')
    setMessages('de', {})
    expect(formatInstantMs(AT_MS, 'UTC')).toBe('31.12.2026 23:04:05.678 UTC')
    expect(formatClock(AT_MS, 'UTC')).toBe('23:04:05 UTC')
  })
})
