import { describe, expect, it } from 'vitest'
import { aClient, Refusal } from './desk-fixture.ts'
import { prepareAccount } from './prepare.ts'
import { SOME_LISTINGS } from './reading-fixture.ts'

const USUAL = {
  ipRestrict: true,
  enableReading: true,
  enableFutures: true,
  enableWithdrawals: false,
  enableInternalTransfer: false,
  permitsUniversalTransfer: false,
}

const CONFIG = { dualSidePosition: false, multiAssetsMargin: false }

/** The library at an account; what holds already is refused as the exchange does it. */
const anAccount = (overrides: Readonly<Record<string, unknown>> = {}) => {
  const requests: string[] = []
  const answers: Readonly<Record<string, unknown>> = {
    sapiGetAccountApiRestrictions: USUAL,
    fapiPrivateGetAccountConfig: CONFIG,
    fapiPrivatePostPositionSideDual: new Refusal('-4059'),
    fapiPrivatePostMarginType: new Refusal('-4046'),
    fapiPrivatePostLeverage: {},
    ...overrides,
  }
  const rest = Object.fromEntries(
    Object.entries(answers).map(([method, answer]) => [
      method,
      async (params: object) => {
        requests.push([method, ...Object.values(params ?? {})].join(' '))
        if (answer instanceof Error) throw answer
        return answer
      },
    ]),
  )
  return { client: aClient(rest), requests }
}

const prepare = async (overrides: Readonly<Record<string, unknown>> = {}, live = false) => {
  const { client, requests } = anAccount(overrides)
  return { prepared: await prepareAccount(client, SOME_LISTINGS, { leverage: 5, keyExpiryDays: 30, live }), requests }
}

describe('an account', () => {
  it('with the required settings needs no change but its leverage', async () => {
    const { prepared, requests } = await prepare()
    expect(prepared).toEqual({ ok: true, value: { notes: [] } })
    expect(requests).toContain('fapiPrivatePostLeverage BTC-USDT-SWAP 5')
    expect(requests.join()).not.toContain('PostPositionSideDual')
  })

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['may withdraw', { enableWithdrawals: true }, /withdrawal permission: remove it/],
    ['may transfer', { permitsUniversalTransfer: true }, /transfer permission/],
    ['cannot trade', { enableFutures: false }, /cannot trade futures: add the permission/],
  ])('whose key %s is refused before anything is changed', async (_what, may, problem) => {
    const { prepared, requests } = await prepare({ sapiGetAccountApiRestrictions: { ...USUAL, ...may } })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringMatching(problem) }] })
    expect(requests).toHaveLength(1)
  })

  it('with a refused key is refused', async () => {
    const { prepared } = await prepare({ sapiGetAccountApiRestrictions: new Refusal('-2015') })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining('-2015') }] })
  })

  it('whose key permissions cannot be read is accepted for practice with a note, as is a key without an address restriction', async () => {
    const unread = await prepare({ sapiGetAccountApiRestrictions: new Error('not offered in practice') })
    expect(unread.prepared).toMatchObject({
      ok: true,
      value: { notes: [expect.stringContaining('could not be read')] },
    })
    const { prepared } = await prepare({ sapiGetAccountApiRestrictions: new Error('HTTP 503') }, true)
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining('could not be read') }] })
    const { enableWithdrawals: _may, ...incomplete } = USUAL
    const silent = await prepare({ sapiGetAccountApiRestrictions: incomplete }, true)
    expect(silent.prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining('does not report') }] })
    const anywhere = await prepare({ sapiGetAccountApiRestrictions: { ...USUAL, ipRestrict: false } })
    expect(anywhere.prepared).toMatchObject({ ok: true, value: { notes: [expect.stringContaining('not restricted')] } })
  })

  it('in hedge mode is set to one-way, and refused when that fails', async () => {
    const hedged = { fapiPrivateGetAccountConfig: { ...CONFIG, dualSidePosition: true } }
    const set = await prepare({ ...hedged, fapiPrivatePostPositionSideDual: {} })
    expect(set.prepared.ok).toBe(true)
    expect(set.requests).toContain('fapiPrivatePostPositionSideDual false')
    const { prepared } = await prepare({ ...hedged, fapiPrivatePostPositionSideDual: new Refusal('-4068') })
    expect(prepared).toMatchObject({
      ok: false,
      error: [{ words: expect.stringMatching(/hedge mode.*-4068.*close its positions/) }],
    })
  })

  it.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ['in multi-assets mode', { fapiPrivateGetAccountConfig: { ...CONFIG, multiAssetsMargin: true } }, /single-asset/],
    [
      'of unknown position mode',
      { fapiPrivateGetAccountConfig: { multiAssetsMargin: false } },
      /position mode could not be read/,
    ],
    ['whose margin stays isolated', { fapiPrivatePostMarginType: new Refusal('-4047') }, /cross margin \(-4047/],
    ['whose leverage stays', { fapiPrivatePostLeverage: new Refusal('-4028') }, /leverage of BTCUSDT.*-4028/],
    ['that does not respond', { fapiPrivatePostLeverage: new Error('lost') }, /leverage.*lost/],
  ])('%s is refused', async (_what, overrides, problem) => {
    expect((await prepare(overrides)).prepared).toMatchObject({
      ok: false,
      error: [{ words: expect.stringMatching(problem) }],
    })
  })
})
