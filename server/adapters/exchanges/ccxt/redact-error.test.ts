import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactError } from './redact-error.ts'

const PAGE = `<!DOCTYPE html>\n<html><head>${' '.repeat(300)}</head><body><h1>Oops</h1></body></html>`

describe('the text of an error', () => {
  it.each([
    ['binanceusdm GET https://fapi.binance.com/fapi/v1/time?signature=abc 429 Too Many', '429 Too Many'],
    ['bybit GET https://api.bybit.com/v5 fetch failed: connect ECONNREFUSED', 'connect ECONNREFUSED'],
    [
      `bybit GET https://api.bybit.com/v5 503 Service Unavailable ${PAGE}`,
      '503 Service Unavailable a page of 368 characters',
    ],
    [
      'okx POST https://www.okx.com/api 502 Bad Gateway <html><head><title>502 Bad\n Gateway</title></head></html>',
      '502 Bad Gateway a page "502 Bad Gateway"',
    ],
    ['two\nlines\u2028and\ta tab', 'two lines and a tab'],
  ])('of %j is %j', (message, words) => {
    expect(redactError(new Error(message))).toBe(words)
  })

  it('is one line of at most two hundred characters, without markup or addresses, whatever the error', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom(PAGE, 'https://a.b/c?signature=d', '<html>', '<title>', '\n'))
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const words = redactError(new Error(parts.join(' ')))
        expect(words.length).toBeLessThanOrEqual(200)
        expect(words).not.toMatch(/\n|signature=|<html|<title|<body/i)
      }),
    )
  })
})
