import { describe, expect, it } from 'vitest'
import { aHost, anAllowance } from '../../../test/support/host-samples.ts'
import { TRADING_KEY } from '../../../test/support/key-permissions-sample.ts'
import { createLocalThrottle } from '../../app/exchange/exchange.ts'
import { auditVerificationReader, exchangeKeyReader, readBudget } from './host.ts'

const now = () => 7

describe('exchange readings', () => {
  it.each([
    ['a key', TRADING_KEY, { value: { rights: TRADING_KEY }, observedAtMs: 7 }],
    ['no key', null, { value: { rights: null }, observedAtMs: 7 }],
    ['nothing where it does not respond', undefined, undefined],
  ])('are %s', async (_name, rights, reading) => {
    expect(await exchangeKeyReader.read({ host: aHost({ keyPermissions: async () => rights }), now })).toEqual(reading)
  })

  it('count the rejections of a local exchange, which has no budget', () => {
    const { note, allowance } = createLocalThrottle(() => 0)
    note('venueCode')
    note('venueCode')
    note('http429')
    expect(readBudget(aHost({ allowance }), 1_000)).toEqual({
      venue: 'the simulated exchange',
      counts: [],
      rejected1h: { http429: 1, http418: 0, venueCode: 2 },
      delayedLately: 0,
      silentUntilMs: null,
    })
  })

  it('count recent waits', () => {
    const allowance = anAllowance({ delayedWithin: (ms) => ms / 100, silentUntilMs: 9 })
    expect(readBudget(aHost({ allowance: () => allowance, venueName: 'Binance' }), 1_000)).toMatchObject({
      venue: 'Binance',
      delayedLately: 10,
      silentUntilMs: 9,
    })
  })
})

it('report the audit findings, as old as the start of the verification', async () => {
  const verifyAudit = async () => ({ size: 9, checkpoints: 2, findings: 1, first: 'SEQ_GAP' })
  expect(await auditVerificationReader.read({ host: aHost({ verifyAudit }) }, 5)).toEqual({
    value: { size: 9, checkpoints: 2, findings: 1, first: 'SEQ_GAP' },
    observedAtMs: 5,
    sampleSize: 9,
  })
})
