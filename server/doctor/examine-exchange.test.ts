import { describe, expect, it } from 'vitest'
import { err, ok } from '../core/result.ts'
import { examineExchange } from './examine-exchange.ts'
import type { ExchangeFacts, FactResult } from './exchange-facts.ts'
import { exchangeFacts } from './exchange-fixture.ts'

const AWAY: FactResult<never> = err({ kind: 'UNREACHABLE', detail: 'connect ECONNREFUSED' })
const OPTIONS = { symbols: ['BTCUSDT'], now: () => Date.UTC(2026, 10, 21), keyExpiryDays: 30 }

const examined = async (over: Partial<ExchangeFacts> = {}): Promise<string[]> =>
  (await examineExchange({ ...exchangeFacts(), ...over }, OPTIONS)).findings.map(
    ({ level, check }) => `${level} ${check}`,
  )

describe('an examination of an exchange', () => {
  it('runs every check once, in order', async () => {
    expect(await examined()).toEqual([
      'ok exchange',
      'ok clock offset',
      'ok BTCUSDT',
      'ok separate stops',
      'ok attached stops',
      'ok mark-price triggers',
      'ok keys',
      'ok key: trading',
      'ok key: withdrawals',
      'ok key: transfers',
      'ok key: address',
      'ok position mode',
      'ok margin mode',
      'ok multi-asset margin',
      'info open orders',
      'info open positions',
      'ok rate limit',
    ])
  })

  it('requests the time five times', async () => {
    let requests = 0
    const { clock } = exchangeFacts()
    await examined({
      clock: () => {
        requests++
        return clock()
      },
    })
    expect(requests).toBe(5)
  })

  it('sends one request and nothing else when there is no answer', async () => {
    const never = (): never => {
      throw new Error('a request was sent anyway')
    }
    let requests = 0
    const clock = async () => {
      requests++
      return AWAY
    }
    expect(await examined({ clock, symbols: never, stops: never, rate: never })).toEqual(['fail exchange'])
    expect(requests).toBe(1)
  })

  it('checks the account only with keys, and stops when they are refused', async () => {
    expect(await examined({ account: null })).toContain('info keys')
    const { account } = exchangeFacts()
    if (!account) throw new Error('the sample has an account')
    const refused = { ...account, wallet: async () => err({ kind: 'REFUSED' as const, detail: '-2015' }) }
    expect((await examined({ account: refused })).filter((line) => line.includes('key'))).toEqual(['fail keys'])
  })

  it.each(['wallet', 'permissions'] as const)(
    'returns the rejection of the key by a query of its %s',
    async (query) => {
      const { account } = exchangeFacts()
      const fault = (kind: 'KEY_REJECTED' | 'REFUSED') => async () => err({ kind, detail: '-2015 Invalid API-key' })
      const examine = async (kind: 'KEY_REJECTED' | 'REFUSED') => {
        const facts = { ...exchangeFacts(), account: account && { ...account, [query]: fault(kind) } }
        return (await examineExchange(facts, OPTIONS)).key
      }
      expect(await examine('KEY_REJECTED')).toEqual({ permissions: null, rejection: '-2015 Invalid API-key' })
      expect(await examine('REFUSED')).toBeNull()
    },
  )

  it('continues when a single query has no answer', async () => {
    const findings = await examined({
      symbols: async () => AWAY,
      rate: async () => AWAY,
      stops: async () => ok({ separate: true, attached: true, byMarkPrice: true }),
    })
    expect(findings).toContain('warn symbols')
    expect(findings.at(-1)).toBe('warn rate limit')
  })
})
