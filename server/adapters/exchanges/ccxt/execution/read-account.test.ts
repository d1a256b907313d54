import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/instant.ts'
import { aDesk, anOracle, type Oracle, Refusal } from './desk-fixture.ts'
import type { RawOrder } from './order-dialect.ts'
import { readAccount } from './read-account.ts'
import { AT_MS, aRawFill, aRawOrder } from './reading-fixture.ts'

const A_POSITION = {
  native: 'BTC-USDT-SWAP',
  quantity: '0.5',
  entryPrice: '60000',
  liquidationPrice: '',
  leverage: undefined,
  maintenanceMargin: '1',
}

const paid = (atMs: number) => ({
  id: String(atMs),
  native: 'BTC-USDT-SWAP',
  amount: '-0.1',
  asset: 'USDT',
  rate: undefined,
  atMs,
})

/** An oracle that counts its questions. */
const counting = (overrides: Partial<Oracle> = {}) => {
  const questions: string[] = []
  const oracle = anOracle({ onQuery: (question) => void questions.push(question), ...overrides })
  return { oracle, questions, count: (question: string) => questions.filter((one) => one === question).length }
}

describe('a reading of the account', () => {
  it('returns everything the account has at the exchange', async () => {
    const oracle = anOracle({
      wallet: '1234.5',
      positions: [A_POSITION],
      openOrders: [aRawOrder(), aRawOrder({ id: '2', native: 'DOGE-USDT-SWAP' })],
      fills: [aRawFill()],
      funding: [paid(AT_MS - 1)],
    })
    const account = await readAccount(aDesk(oracle).desk, AT_MS - HOUR_MS)
    expect(account).toMatchObject({
      walletBalance: 123_450_000_000n,
      positions: [{ symbol: 'BTCUSDT', quantity: 5, leverage: 10 }],
      openOrders: [{ venueClientId: 'tE000100000000000000000000000A' }],
      fills: [{ execId: 'BTCUSDT:700001' }],
      funding: [{ amount: -10_000_000n, rate: '0' }],
      takenAtMs: AT_MS,
    })
  })

  it('fails while a watched position has isolated margin', async () => {
    const isolated = { ...A_POSITION, isolated: true }
    const { desk } = aDesk(anOracle({ positions: [isolated] }))
    expect(await readAccount(desk, AT_MS - HOUR_MS)).toBeUndefined()
    expect(desk.client.troubles.present.get('UNREADABLE')?.detail).toContain('isolated margin')
    for (const harmless of [{ ...isolated, quantity: '0' }, { ...isolated, native: 'DOGE-USDT-SWAP' }, A_POSITION]) {
      expect(await readAccount(aDesk(anOracle({ positions: [harmless] })).desk, AT_MS - HOUR_MS)).toBeDefined()
    }
  })

  it('is consistent: what moved during the reading is read again', async () => {
    const { oracle, count } = counting()
    let queryCount = 0
    oracle.onQuery = () => {
      if (++queryCount !== 4) return
      oracle.wallet = '999'
      oracle.positions = [A_POSITION]
      oracle.fills = [aRawFill()]
    }
    const account = await readAccount(aDesk(oracle).desk, AT_MS - HOUR_MS)
    expect(account).toMatchObject({
      walletBalance: 99_900_000_000n,
      positions: [{ quantity: 5 }],
      fills: [{ quantity: 5 }],
    })
    expect(count('wallet')).toBe(0)
  })

  it('fails when the state keeps moving, and when any part fails or cannot be read', async () => {
    const restless = counting()
    let wallet = 0
    restless.oracle.onQuery = () => {
      restless.oracle.wallet = String(++wallet)
    }
    expect(await readAccount(aDesk(restless.oracle).desk, 0)).toBeUndefined()
    for (const part of ['wallet', 'positions', 'openOrders conditional', 'executions', 'funding']) {
      const oracle = anOracle({
        onQuery(question) {
          if (question === part) throw new Error('lost')
        },
      })
      expect(await readAccount(aDesk(oracle).desk, AT_MS - 1)).toBeUndefined()
    }
    for (const overrides of [
      { wallet: undefined },
      { positions: [{ ...A_POSITION, quantity: '0.55' }] },
      { fills: [aRawFill({ price: 'x' })] },
      { funding: [{ ...paid(AT_MS - 1), amount: 'x' }] },
    ]) {
      expect(await readAccount(aDesk(anOracle(overrides)).desk, AT_MS - HOUR_MS)).toBeUndefined()
    }
  })

  it('omits an unreadable open order, reports it, and clears the trouble once all can be read', async () => {
    const oracle = anOracle({
      openOrders: [
        aRawOrder({ clientId: 'tE00010000000000000000000000000A', type: undefined }),
        aRawOrder({ id: '2', clientId: 'b' }),
      ],
    })
    const { desk } = aDesk(oracle)
    expect((await readAccount(desk, AT_MS))?.openOrders).toHaveLength(1)
    expect(desk.client.troubles.present.get('UNREADABLE')?.detail).toContain('type cannot be read')
    oracle.openOrders = []
    await readAccount(desk, AT_MS)
    expect(desk.client.troubles.present.has('UNREADABLE')).toBe(false)
  })

  it('omits an unreadable execution once it is an hour old, and fails before that', async () => {
    const oracle = anOracle({ fills: [aRawFill({ price: '60000.123' }), aRawFill({ id: '2' })] })
    const { desk, clock } = aDesk(oracle)
    clock.nowMs = AT_MS + HOUR_MS
    expect(await readAccount(desk, AT_MS - 1)).toBeUndefined()
    clock.nowMs = AT_MS + HOUR_MS + 1
    expect((await readAccount(desk, AT_MS - 1))?.fills.map(({ execId }) => execId)).toEqual(['BTCUSDT:2'])
    expect(desk.client.troubles.present.get('UNREADABLE')?.detail).toContain('price cannot be read')
  })

  it('fails in hedge mode, with the remedy', async () => {
    const oracle = anOracle({ positions: [A_POSITION, { ...A_POSITION, quantity: '-0.3' }] })
    const { desk } = aDesk(oracle)
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(desk.client.troubles.present.get('UNREADABLE')).toMatchObject({
      detail: expect.stringContaining('BTCUSDT has two positions'),
      remedy: expect.stringMatching(/Close what is open at Binance.*set one-way mode/),
    })
    oracle.positions = [A_POSITION, { ...A_POSITION, quantity: '0' }]
    expect((await readAccount(desk, AT_MS))?.positions).toHaveLength(1)
    expect(desk.client.troubles.present.has('UNREADABLE')).toBe(false)
  })

  it('fails while only one side is open in an account that separates them', async () => {
    const oracle = anOracle({ positions: [{ ...A_POSITION, hedged: true }] })
    const { desk } = aDesk(oracle)
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(desk.client.troubles.present.get('UNREADABLE')?.remedy).toContain('set one-way mode')
  })

  it('fails in the wrong mode with nothing open, and rereads the mode until it is correct', async () => {
    const oracle = anOracle({ hedged: true })
    const { desk, clock } = aDesk(oracle)
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(desk.client.troubles.present.get('UNREADABLE')?.detail).toContain('hedge mode')
    oracle.hedged = false
    expect(await readAccount(desk, AT_MS)).toBeDefined()
    oracle.hedged = true
    expect(await readAccount(desk, AT_MS)).toBeDefined()
    clock.nowMs += 5 * 60_000
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
  })

  it('continues without a symbol the exchange no longer knows, reports it, and resumes when it is relisted', async () => {
    const queries: string[] = []
    const oracle = anOracle({
      positions: [A_POSITION],
      onQuery(question) {
        queries.push(question)
        if (question === 'executions') throw new Refusal('-1121')
      },
    })
    const { desk } = aDesk(oracle)
    const reported: string[][] = []
    const unlisted = { report: (_who: string, symbols: Iterable<string>) => void reported.push([...symbols]) }
    const withUnlisted = { ...desk, client: { ...desk.client, unlisted } }
    expect(await readAccount(withUnlisted, AT_MS)).toMatchObject({ positions: [{ symbol: 'BTCUSDT' }], fills: [] })
    expect(reported.at(-1)).toEqual(['BTCUSDT'])
    oracle.onQuery = () => {}
    expect(await readAccount(withUnlisted, AT_MS)).toBeDefined()
    expect(reported.at(-1)).toEqual([])
  })

  it('lists the holdings in unwatched instruments', async () => {
    const elsewhere = { ...A_POSITION, native: 'DOGE-USDT-SWAP', quantity: '-2.50' }
    const positions = [A_POSITION, elsewhere, { ...elsewhere, native: 'XRP-USDT-SWAP', quantity: '0' }]
    const openOrders = [aRawOrder({ native: 'DOGE-USDT-SWAP' }), aRawOrder({ native: 'ADA-USDT-SWAP', id: '7' })]
    const { desk } = aDesk(anOracle({ positions, openOrders }))
    expect((await readAccount(desk, AT_MS))?.unwatched).toEqual([
      { symbol: 'ADA-USDT-SWAP', quantity: '0', orders: 1 },
      { symbol: 'DOGE-USDT-SWAP', quantity: '-2.5', orders: 1 },
    ])
  })

  it('includes orders in unwatched symbols, queried first, then every minute while there are some, otherwise every ten', async () => {
    const { oracle, questions } = counting({ ordersBySymbolUpTo: 8 })
    const elsewhere = aRawOrder({ native: 'ADA-USDT-SWAP', id: '7', list: 'conditional' })
    const { desk, clock } = aDesk(oracle)
    const readAfter = async (ms: number, openOrders: readonly RawOrder[]) => {
      clock.nowMs += ms
      oracle.openOrders = openOrders
      questions.length = 0
      const account = await readAccount(desk, AT_MS)
      const queries = questions.filter((question) => question.startsWith('openOrders'))
      return { queries, held: account?.unwatched?.length, ours: account?.openOrders.length }
    }
    const everywhere = ['openOrders regular everywhere', 'openOrders conditional everywhere']
    const bySymbol = ['openOrders regular', 'openOrders conditional']
    const ours = aRawOrder()
    expect(await readAfter(0, [ours, elsewhere])).toEqual({ queries: everywhere, held: 1, ours: 1 })
    expect(await readAfter(59_999, [ours])).toEqual({ queries: bySymbol, held: 1, ours: 1 })
    expect(await readAfter(1, [])).toEqual({ queries: everywhere, held: 0, ours: 0 })
    expect(await readAfter(10 * MINUTE_MS - 1, [ours, elsewhere])).toEqual({ queries: bySymbol, held: 0, ours: 1 })
    expect(await readAfter(1, [ours, elsewhere])).toEqual({ queries: everywhere, held: 1, ours: 1 })
  })

  it('queries the orders of all symbols again after a failure', async () => {
    const { oracle, questions } = counting({ ordersBySymbolUpTo: 8 })
    const { onQuery } = oracle
    oracle.onQuery = (question) => {
      onQuery(question)
      if (question.endsWith('everywhere') && questions.length < 8) throw new Error('other side closed')
    }
    const { desk } = aDesk(oracle)
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    questions.push(...Array.from({ length: 8 }, () => 'before'))
    expect(await readAccount(desk, AT_MS)).toMatchObject({ unwatched: [] })
    expect(questions.filter((question) => question.endsWith('everywhere'))).toHaveLength(4)
  })

  it('fails when the wallet is not listed: that is not an empty wallet', async () => {
    const { desk } = aDesk(anOracle({ wallet: undefined }))
    expect(await readAccount(desk, AT_MS)).toBeUndefined()
    expect(desk.client.troubles.present.get('UNREADABLE')?.detail).toContain('balance')
  })

  it('queries executions in ranges that the exchange allows, and no further back than it lists them', async () => {
    const { oracle, count } = counting()
    await readAccount(aDesk(oracle).desk, AT_MS - 20 * DAY_MS)
    expect(count('executions')).toBe(3)
    const ages = counting()
    await readAccount(aDesk(ages.oracle).desk, 0)
    expect(ages.count('executions')).toBe(26)
  })
})

describe('the owner of an execution', () => {
  const unownedFills = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      aRawFill({ id: `f${index}`, orderId: `o${index}`, clientId: undefined, kind: undefined }),
    )
  const createOrders = (count: number) =>
    Array.from({ length: count }, (_, index) => aRawOrder({ id: `o${index}`, clientId: `c${index}` }))

  it('is queried once, and remembered', async () => {
    const { oracle, count } = counting({ fills: unownedFills(3), orders: createOrders(3) })
    const { desk } = aDesk(oracle)
    for (let reading = 0; reading < 2; reading++) {
      const account = await readAccount(desk, AT_MS - HOUR_MS)
      expect(account?.fills.map(({ venueClientId }) => venueClientId)).toEqual(['c0', 'c1', 'c2'])
    }
    expect(count('findOrder regular')).toBe(3)
  })

  it('is queried for a limited number of orders at a time: the next reading continues', async () => {
    const { desk } = aDesk(anOracle({ fills: unownedFills(70), orders: createOrders(70) }))
    expect(await readAccount(desk, AT_MS - HOUR_MS)).toBeUndefined()
    expect((await readAccount(desk, AT_MS - HOUR_MS))?.fills).toHaveLength(70)
  })

  it('is empty when the exchange has forgotten the order, but not when its list may only be late', async () => {
    const { desk, clock } = aDesk(anOracle({ fills: unownedFills(1) }))
    expect(await readAccount(desk, AT_MS - HOUR_MS)).toBeUndefined()
    clock.nowMs += 2 * MINUTE_MS
    expect((await readAccount(desk, AT_MS - HOUR_MS))?.fills).toMatchObject([{ venueClientId: null, kind: 'TRADE' }])
  })

  it('is queried once for each forgotten order, so that any number of them is processed', async () => {
    const { oracle, count } = counting({ fills: unownedFills(120) })
    const { desk, clock } = aDesk(oracle)
    clock.nowMs += 2 * MINUTE_MS
    for (let reading = 0; reading < 2; reading++) expect(await readAccount(desk, AT_MS - HOUR_MS)).toBeUndefined()
    expect((await readAccount(desk, AT_MS - HOUR_MS))?.fills).toHaveLength(120)
    expect(count('findOrder regular')).toBe(120)
  })

  it('is known again when the exchange reports the order after all', async () => {
    const oracle = anOracle({ fills: unownedFills(1) })
    const { desk, clock } = aDesk(oracle)
    clock.nowMs += 2 * MINUTE_MS
    await readAccount(desk, AT_MS - HOUR_MS)
    oracle.openOrders = createOrders(1)
    await readAccount(desk, AT_MS - HOUR_MS)
    expect(await readAccount(desk, AT_MS - HOUR_MS)).toMatchObject({
      openOrders: [{ venueClientId: 'c0' }],
      fills: [{ venueClientId: 'c0' }],
    })
  })

  it('is empty for a liquidation', async () => {
    const orders = [aRawOrder({ id: 'o0', clientId: 'autoclose-1', ownKind: 'LIQUIDATION' })]
    const { desk } = aDesk(anOracle({ fills: unownedFills(1), orders }))
    expect((await readAccount(desk, AT_MS - HOUR_MS))?.fills).toMatchObject([
      { venueClientId: null, kind: 'LIQUIDATION' },
    ])
  })
})

describe('funding', () => {
  it('is requested when a payment may be due, and repeated from memory meanwhile', async () => {
    const { oracle, count } = counting({ funding: [paid(AT_MS - 1)] })
    const { desk, clock } = aDesk(oracle)
    const readAt = async (minutes: number): Promise<number> => {
      clock.nowMs = AT_MS + minutes * MINUTE_MS
      expect((await readAccount(desk, AT_MS - HOUR_MS))?.funding).toHaveLength(1)
      return count('funding')
    }
    expect([await readAt(0), await readAt(1)]).toEqual([1, 2])
    expect([await readAt(15), await readAt(16), await readAt(24)]).toEqual([3, 3, 3])
    expect([await readAt(26), await readAt(59), await readAt(60)]).toEqual([4, 5, 6])
  })
})
