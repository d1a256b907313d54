import { describe, expect, it } from 'vitest'
import { type Instant, MINUTE_MS, SECOND_MS } from '../server/core/instant.ts'
import type { Money } from '../server/domain/account/money.ts'
import { lots, type Ticks, ticks } from '../server/domain/market/instrument.ts'
import { type OrderTerms, signOf } from '../server/domain/order/order.ts'
import type { AccountSnapshot, VenueReport } from '../server/domain/order/venue-report.ts'
import type { VenueEvent, VenueRequest } from '../server/engine/venue.ts'

/** An exchange over a market that moves when it is told to. */
export interface VenueOnTrial {
  readonly symbol: string
  readonly openingBalance: Money
  /** Everything it has told, across reopenings. */
  readonly events: readonly VenueEvent[]
  readonly nowMs: Instant
  send(request: VenueRequest): void
  /** Lets the market go on, and what is due happen. */
  pass(durationMs: number): void
  readonly mark: Ticks
  readonly touch: { readonly bid: Ticks; readonly ask: Ticks }
  /** Closes the exchange and opens it again over the same memory. */
  reopen(): void
}

type OfKind<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>

const FINAL = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])

/** What every exchange must do, whatever market it is over. */
export const venueContract = (name: string, open: () => VenueOnTrial): void => {
  const begin = () => {
    const venue = open()
    venue.pass(2 * SECOND_MS)
    let count = 0

    const of = <Kind extends VenueEvent['kind']>(kind: Kind): OfKind<Kind>[] =>
      venue.events.filter((event): event is OfKind<Kind> => event.kind === kind)

    const send = (request: VenueRequest): void => {
      venue.send(request)
      venue.pass(0)
    }

    const submit = (terms: Partial<OrderTerms>, id = `contract${++count}`) => {
      const complete: OrderTerms = {
        symbol: venue.symbol,
        side: 'BUY',
        type: 'LIMIT',
        quantity: lots(5),
        price: null,
        trigger: null,
        timeInForce: 'GTC',
        reduceOnly: false,
        ...terms,
      }
      send({
        kind: 'submit',
        submission: { venueClientId: id, terms: complete, signedAtMs: venue.nowMs, recvWindowMs: 3_000 },
      })
      const outcome = of('submitAnswered').findLast(({ venueClientId }) => venueClientId === id)?.outcome
      if (!outcome) throw new Error('the order was not answered')
      return { id, outcome }
    }

    const accepted = (terms: Partial<OrderTerms>, id?: string): string => {
      const placed = submit(terms, id)
      expect(placed.outcome).toMatchObject({ kind: 'accepted', report: { sequence: 1, filled: 0 } })
      return placed.id
    }

    const reportsOf = (id: string): VenueReport[] =>
      of('report').flatMap(({ report }) => (report.venueClientId === id ? [report] : []))

    const account = (): AccountSnapshot => {
      send({ kind: 'readAccount', sinceMs: 0, queryId: ++count })
      const snapshot = of('accountRead').at(-1)?.snapshot
      if (!snapshot) throw new Error('the account was not read')
      return snapshot
    }

    const query = (id: string) => {
      send({ kind: 'queryOrder', symbol: venue.symbol, venueClientId: id, queryId: ++count })
      return of('orderQueried').at(-1)?.outcome
    }

    const cancel = (id: string) => {
      send({ kind: 'cancel', symbol: venue.symbol, venueClientId: id })
      return of('cancelAnswered').at(-1)?.outcome
    }

    /** The last report of an order once it is over. */
    const endOf = (id: string): VenueReport | undefined => {
      for (let waited = 0; waited < 20 * MINUTE_MS; waited += SECOND_MS) {
        const last = reportsOf(id).at(-1)
        if (last && FINAL.has(last.status)) return last
        venue.pass(SECOND_MS)
      }
      return undefined
    }

    const far = (): Ticks => ticks(Math.round(venue.touch.bid * 0.9))
    return { venue, of, submit, accepted, reportsOf, account, query, cancel, endOf, far }
  }

  const market = { type: 'MARKET', price: null, timeInForce: 'IOC' } as const

  describe(`${name}, as any exchange,`, () => {
    it('says that its stream is connected, and tells its time', () => {
      const { venue, of } = begin()
      venue.send({ kind: 'readTime', queryId: 1 })
      venue.pass(0)
      expect(venue.events[0]).toEqual({ kind: 'stream', state: 'connected' })
      expect(of('timeRead')).toEqual([{ kind: 'timeRead', queryId: 1, serverTimeMs: venue.nowMs }])
      venue.pass(10 * SECOND_MS)
      expect(of('heartbeat').length).toBeGreaterThanOrEqual(2)
    })

    it('fills a market order at once, and its account says the same as its fills', () => {
      const { accepted, endOf, account, query, venue } = begin()
      const { ask } = venue.touch
      const id = accepted({ ...market, price: ticks(ask + 1_000), quantity: lots(7) })
      expect(endOf(id)).toMatchObject({ status: 'FILLED', filled: 7 })
      const { fills, positions, walletBalance } = account()
      expect(fills.every(({ price, liquidity }) => price >= ask && liquidity === 'TAKER')).toBe(true)
      expect(fills.reduce((sum, fill) => sum + signOf(fill.side) * fill.quantity, 0)).toBe(7)
      expect(positions).toMatchObject([{ symbol: venue.symbol, quantity: 7 }])
      expect(walletBalance).toBe(venue.openingBalance - fills.reduce((sum, { fee }) => sum + fee, 0n))
      expect(query(id)).toMatchObject({ kind: 'found', order: { status: 'FILLED' }, fills })
    })

    it('lets a limit order rest, shows it, and cancels it once', () => {
      const { accepted, account, cancel, far, reportsOf, query } = begin()
      const id = accepted({ price: far() })
      expect(account().openOrders).toMatchObject([{ venueClientId: id, status: 'NEW', terms: { price: far() } }])
      expect(cancel(id)).toMatchObject({ kind: 'canceled' })
      expect(cancel(id)).toEqual({ kind: 'notOpen' })
      expect(account().openOrders).toEqual([])
      expect(reportsOf(id).map(({ status, sequence }) => [status, sequence])).toEqual([
        ['NEW', 1],
        ['CANCELED', 2],
      ])
      expect(query(id)).toMatchObject({ kind: 'found', order: { status: 'CANCELED' } })
    })

    it('fills a limit order that waits at the touch when the market comes to it, as a maker at its own price', () => {
      const { accepted, endOf, account, venue } = begin()
      const { bid } = venue.touch
      const id = accepted({ price: bid })
      expect(endOf(id)).toMatchObject({ status: 'FILLED', filled: 5 })
      for (const fill of account().fills) expect(fill).toMatchObject({ price: bid, liquidity: 'MAKER' })
    })

    it('expires what an IOC, a FOK or a POST_ONLY order may not become', () => {
      const { accepted, endOf, venue, account } = begin()
      const { bid, ask } = venue.touch
      const ioc = accepted({ price: bid, timeInForce: 'IOC' })
      expect(endOf(ioc)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      const fok = accepted({ price: ask, timeInForce: 'FOK', quantity: lots(400_000), side: 'BUY', reduceOnly: false })
      expect(endOf(fok)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      const taking = accepted({ price: ticks(ask + 100), timeInForce: 'POST_ONLY' })
      expect(endOf(taking)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      expect(account()).toMatchObject({ fills: [], positions: [], openOrders: [] })
    })

    it('fills a FOK order that finds enough', () => {
      const { accepted, endOf, venue } = begin()
      const id = accepted({ price: ticks(venue.touch.ask + 1_000), timeInForce: 'FOK' })
      expect(endOf(id)).toMatchObject({ status: 'FILLED', filled: 5 })
    })

    it('keeps a stop and a take-profit until the mark reaches one of them; it closes, and the other expires', () => {
      const { accepted, endOf, venue, account, reportsOf } = begin()
      endOf(accepted({ ...market, price: ticks(venue.touch.ask + 1_000) }))
      const reducing = { side: 'SELL', price: null, reduceOnly: true } as const
      const near = Math.round(venue.mark * 0.0003)
      const stop = accepted({
        ...reducing,
        type: 'STOP_MARKET',
        trigger: { price: ticks(venue.mark - near), by: 'MARK' },
      })
      const take = accepted({
        ...reducing,
        type: 'TAKE_PROFIT_MARKET',
        trigger: { price: ticks(venue.mark + near), by: 'MARK' },
      })
      expect(account().openOrders.map(({ status }) => status)).toEqual(['UNTRIGGERED', 'UNTRIGGERED'])
      endOf(stop)
      const [closed, expired] = reportsOf(stop).some(({ status }) => status === 'TRIGGERED')
        ? [stop, take]
        : [take, stop]
      expect(reportsOf(closed).map(({ status }) => status)).toEqual(
        expect.arrayContaining(['UNTRIGGERED', 'TRIGGERED', 'FILLED']),
      )
      expect(reportsOf(expired).at(-1)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      expect(account()).toMatchObject({ positions: [], openOrders: [] })
    })

    it('refuses for certain what it will not have', () => {
      const { submit, accepted, venue, far } = begin()
      const trigger = { price: ticks(venue.mark + 1_000), by: 'MARK' } as const
      const id = accepted({ price: far() })
      const refused = [
        submit({ price: far() }, id),
        submit({ symbol: 'NOSUCHUSDT', price: far() }),
        submit({ price: far(), side: 'SELL', reduceOnly: true }),
        submit({ type: 'STOP_MARKET', side: 'SELL', trigger }),
        submit({ price: far(), quantity: lots(100_000_000) }),
      ]
      expect(refused.map(({ outcome }) => outcome.kind === 'rejected' && outcome.rejection.category)).toEqual([
        'DUPLICATE',
        'UNKNOWN_SYMBOL',
        'REDUCE_ONLY',
        'WOULD_TRIGGER',
        'INSUFFICIENT_MARGIN',
      ])
    })

    it('does not know an order it never accepted', () => {
      const { query } = begin()
      expect(query('never')).toEqual({ kind: 'notFound' })
    })

    it('opened again still has the account, its orders and its history', () => {
      const { accepted, endOf, venue, account, far, query, submit, cancel } = begin()
      const entry = accepted({ ...market, price: ticks(venue.touch.ask + 1_000) })
      endOf(entry)
      const rest = accepted({ price: far() })
      const trigger = { price: ticks(Math.round(venue.mark * 0.8)), by: 'MARK' } as const
      const stop = accepted({ type: 'STOP_MARKET', side: 'SELL', trigger, reduceOnly: true })
      const before = account()
      venue.reopen()
      venue.pass(2 * SECOND_MS)
      const after = account()
      expect([after.walletBalance, after.fills, after.openOrders]).toEqual([
        before.walletBalance,
        before.fills,
        before.openOrders,
      ])
      expect(after.positions).toMatchObject(before.positions.map(({ quantity, cost }) => ({ quantity, cost })))
      expect(query(entry)).toMatchObject({ kind: 'found', order: { status: 'FILLED' } })
      expect(submit({ price: far() }, entry).outcome).toMatchObject({ rejection: { category: 'DUPLICATE' } })
      expect([cancel(rest)?.kind, cancel(stop)?.kind]).toEqual(['canceled', 'canceled'])
    })
  })
}
