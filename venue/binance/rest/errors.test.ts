import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared-data.ts'
import { ERROR_CODES, Refused, refusedWith } from './errors.ts'

describe('a rejection', () => {
  it('inserts its subject into the message of the exchange', () => {
    const refused = new Refused('-1102', 'symbol')
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: -1102, msg: "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed." },
    ])
  })

  it('may have its own message for a code', () => {
    expect(refusedWith('-1000', 'Service Unavailable.').body).toEqual({ code: -1000, msg: 'Service Unavailable.' })
  })
})

const codes = sharedData('binance-usdm-error-codes/codes.json')

describe.skipIf(codes === undefined)('the table of codes', () => {
  it('contains only codes of the exchange, except for four that the collection lacks: three of the Algo Service, one of unknown paths', () => {
    const known = Object.keys(JSON.parse(readFileSync(codes ?? '', 'utf8')))
    expect(ERROR_CODES.filter((code) => !known.includes(code))).toEqual(['-4120', '-4130', '-4509', '-5000'])
  })
})
