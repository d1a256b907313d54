import { describe, expect, it } from 'vitest'
import { requestTime } from '../../server/adapters/exchanges/ccxt/request-time.ts'
import { openScripted } from './scripted-place.ts'

/** A place whose time passes only while something waits for its turn. */
const aQuietPlace = async () => {
  const now = { ms: 0 }
  const waits: number[] = []
  const place = await openScripted('bybit', {
    monotonic: () => now.ms,
    async delay(ms) {
      waits.push(ms)
      now.ms += ms
    },
  })
  place.answer(200, {
    retCode: 0,
    retMsg: 'OK',
    result: { list: [], timeNano: '1700000000000000000' },
    time: 1_700_000_000_000,
  })
  const { client } = place
  const query = (urgency: 'LOOKUP' | 'ACCOUNT' | 'TRADE' | 'PROTECT') =>
    client.call((rest) => rest.privateGetV5UserQueryApi(), { urgency })
  return { ...place, now, waits, query }
}

describe('when the request allowance is used up', () => {
  it('a query waits for its turn, risk-increasing requests fail immediately, and account and protective requests go first', async () => {
    const { query, waits, troubles } = await aQuietPlace()
    for (let count = 0; count < 8; count++) expect((await query('LOOKUP')).kind).toBe('answered')
    expect(await query('TRADE')).toEqual({
      kind: 'notSent',
      reason: 'the request allowance of the exchange is used up',
    })
    expect([...troubles.present.keys()]).toEqual(['RATE_LIMITED'])
    for (const urgency of ['ACCOUNT', 'ACCOUNT', 'PROTECT'] as const)
      expect((await query(urgency)).kind).toBe('answered')
    expect(waits).toEqual([])
    expect((await query('ACCOUNT')).kind).toBe('answered')
    expect(waits).toEqual([1_000])
    expect([...troubles.present.keys()]).toEqual([])
  })

  it('the exchange time is measured from when the query was sent, excluding its wait', async () => {
    const { client, now, waits } = await aQuietPlace()
    const parts = { clock: () => 1_000_000 + now.ms, monotonic: () => now.ms }
    for (let count = 0; count < 8; count++) await requestTime(client, parts)
    expect(waits).toEqual([])
    expect(await requestTime(client, parts)).toMatchObject({ value: { requestedAtMs: 1_001_000, roundTripMs: 0 } })
    expect(waits).toEqual([1_000])
  })
})

describe('a refused key', () => {
  it.each([
    ['binanceusdm', 400, { code: -1022, msg: 'Signature for this request is not valid.' }],
    ['binanceusdm', 401, { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' }],
    ['bybit', 200, { retCode: 10003, retMsg: 'API key is invalid.' }],
    ['bybit', 401, { retCode: 10004, retMsg: 'Error sign.' }],
    ['bybit', 200, { retCode: 10005, retMsg: 'Permission denied.' }],
    ['okx', 401, { code: '50111', msg: 'Invalid OK-ACCESS-KEY', data: [] }],
    ['okx', 401, { code: '50113', msg: 'Invalid Sign', data: [] }],
    ['bitget', 400, { code: '40009', msg: 'sign signature error', data: null }],
    ['bitget', 400, { code: '40012', msg: 'apikey/password is incorrect', data: null }],
  ] as const)('is reported as trouble at %s under status %i in %o', async (id, status, body) => {
    const { client, answer, troubles } = await openScripted(id)
    answer(status, body)
    const called = await client.call((rest) => rest.fetchBalance(), { urgency: 'ACCOUNT' })
    expect(called.kind).toBe('refused')
    expect(troubles.present.get('KEY_REFUSED')?.remedy).toContain('plimsoll keys add')
  })
})

it('reports rate limiting signalled by a code alone, until the exchange answers again', async () => {
  const { client, answer, troubles } = await openScripted('bybit')
  const query = () => client.call((rest) => rest.privateGetV5UserQueryApi(), { urgency: 'ACCOUNT' })
  answer(200, { retCode: 10006, retMsg: 'Too many visits!', result: {} })
  expect(await query()).toMatchObject({ kind: 'refused', fault: { code: '10006' } })
  expect(troubles.present.get('RATE_LIMITED')?.detail).toContain('10006')
  answer(200, { retCode: 0, retMsg: 'OK', result: {} })
  await query()
  expect([...troubles.present.keys()]).toEqual([])
})

describe('an address that Bybit has banned', () => {
  const query = ({ client }: Awaited<ReturnType<typeof openScripted>>) =>
    client.call((rest) => rest.privateGetV5UserQueryApi(), { urgency: 'ACCOUNT' })

  it('exceeds the rate limit, and sends nothing until retries are allowed', async () => {
    const now = { ms: 0 }
    const place = await openScripted('bybit', { monotonic: () => now.ms })
    const { answer, answerPage, troubles, headers } = place
    answerPage(403, 'access too frequent')
    expect((await query(place)).kind).toBe('unclear')
    expect([...troubles.present.keys()]).toEqual(['RATE_LIMITED'])
    now.ms = 9_999
    const before = headers.length
    expect((await place.client.call((rest) => rest.fetchTime(), { urgency: 'TRADE' })).kind).toBe('notSent')
    expect(headers).toHaveLength(before)
    now.ms = 10_000
    await query(place)
    expect(troubles.present.get('RATE_LIMITED')?.detail).toContain('20 s')
    now.ms = 30_000
    answer(200, { retCode: 0, retMsg: 'OK', result: {} })
    expect((await query(place)).kind).toBe('answered')
    expect([...troubles.present.keys()]).toEqual([])
  })

  it('differs from a country that is not served', async () => {
    const place = await openScripted('bybit')
    place.answerPage(403, '<html><title>ERROR: The request could not be satisfied</title></html>')
    await query(place)
    expect([...place.troubles.present.keys()]).toEqual(['UNREACHABLE'])
  })
})

it('reports a proxy page in one line without markup', async () => {
  const { client, answerPage, troubles } = await openScripted('bybit')
  answerPage(503, `<html><head></head><body>${'x'.repeat(5_000)}</body></html>`)
  await client.call((rest) => rest.fetchTime(), { urgency: 'ACCOUNT' })
  expect(troubles.present.get('UNREACHABLE')?.detail).toMatch(/HTTP 503: .*a page of 5,0\d\d characters\.$/)
})
