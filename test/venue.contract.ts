import { describe, expect, it } from 'vitest'
import { HOUR_MS, type Instant, SECOND_MS } from '../server/core/instant.ts'
import type { Money } from '../server/domain/account/money.ts'
import { lots, type Ticks, ticks } from '../server/domain/market/instrument.ts'
import { type OrderTerms, sideSign } from '../server/domain/order/order.ts'
import type { AccountSnapshot, VenueReport } from '../server/domain/order/venue-report.ts'
import type { Submission, SubmitOutcome, VenueEvent, VenueRequest } from '../server/engine/model/venue.ts'

/** Exchange under test, on a moving market. */
export interface VenueOnTrial {
  readonly symbol: string
  readonly openingBalance: Money
  /** All its events, across reopenings. */
  readonly events: readonly VenueEvent[]
  readonly nowMs: Instant
  /** Time, on the same clock, by which every expected market event has happened. */
  readonly timeoutMs: number
  send(request: VenueRequest): void
  /** Advances the time briefly, with the market and all due events. */
  step(): Promise<void> | void
  readonly mark: Ticks
  readonly touch: { readonly bid: Ticks; readonly ask: Ticks }
  /** Distance from the mark at which a trigger is soon reached. */
  readonly nearby: number
  /** True when a client order ID can never be reused; otherwise it is free again once the order has ended. */
  readonly namesAreForEver: boolean
  /** True when a reduce-only conditional order remains after its position has closed; otherwise it expires. */
  readonly keepsConditionals?: boolean
  /** Closes the exchange and reopens it on the same storage. */
  reopen(): Promise<void> | void
}

type OfKind<Kind extends VenueEvent['kind']> = Extract<VenueEvent, { kind: Kind }>

/** Results that mean the market had already passed the price. */
const PASSED: ReadonlySet<string> = new Set(['WOULD_TRIGGER', 'WOULD_TAKE'])
const TRIES_MAX = 20

const FINAL = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'])

const isAnswerTo =
  ({ venueClientId }: Submission) =>
  (event: VenueEvent): event is OfKind<'submitAnswered' | 'notSent'> =>
    (event.kind === 'submitAnswered' || event.kind === 'notSent') && event.venueClientId === venueClientId

/** Declares the tests that every exchange must pass, whatever its market. */
export const venueContract = (name: string, open: () => Promise<VenueOnTrial> | VenueOnTrial): void => {
  const begin = async () => {
    const venue = await open()
    let count = 0

    const of = <Kind extends VenueEvent['kind']>(kind: Kind): OfKind<Kind>[] =>
      venue.events.filter((event): event is OfKind<Kind> => event.kind === kind)

    /** Resolves with the result of `look` once there is one. */
    const until = async <T>(check: () => T | undefined): Promise<T> => {
      for (const endMs = venue.nowMs + venue.timeoutMs; venue.nowMs < endMs; await venue.step()) {
        const result = check()
        if (result !== undefined) return result
      }
      throw new Error('what was waited for did not come')
    }

    const requestEvent = async <Kind extends VenueEvent['kind']>(
      kind: Kind,
      request: VenueRequest,
    ): Promise<OfKind<Kind>> => {
      const before = of(kind).length
      venue.send(request)
      return until(() => of(kind)[before])
    }

    const answerTo = async (submission: Submission): Promise<SubmitOutcome | undefined> => {
      const sent = venue.events.length
      venue.send({ kind: 'submit', submission })
      const answer = await until(() => venue.events.slice(sent).find(isAnswerTo(submission)))
      return answer.kind === 'submitAnswered' ? answer.outcome : undefined
    }

    /** Submits an order, and retries when it was not sent because of the exchange's rate limit. */
    const submit = async (terms: Partial<OrderTerms>, id = `contract${++count}`): Promise<Submitted> => {
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
      for (const endMs = venue.nowMs + venue.timeoutMs; venue.nowMs < endMs; await venue.step()) {
        const submission = { venueClientId: id, terms: complete, signedAtMs: venue.nowMs, recvWindowMs: 3_000 }
        const outcome = await answerTo(submission)
        if (outcome) return { id, outcome }
      }
      throw new Error('the order could not be sent')
    }

    const accepted = async (terms: Partial<OrderTerms>, id?: string): Promise<string> => {
      const placed = await submit(terms, id)
      expect(placed.outcome).toMatchObject({ kind: 'accepted', report: { venueClientId: placed.id } })
      return placed.id
    }

    /** Places an order, or returns undefined when the market has passed its price since it was read. */
    const placed = async (terms: () => Partial<OrderTerms>, tries = TRIES_MAX): Promise<string | undefined> => {
      const { id, outcome } = await submit(terms())
      const passed = outcome.kind === 'rejected' && PASSED.has(outcome.rejection.category)
      if (outcome.kind !== 'accepted' && !passed) return undefined
      if (!passed && !(await expiredAtOnce(id))) return id
      return tries > 1 ? placed(terms, tries - 1) : undefined
    }

    /**
     * Returns whether the order expired immediately: an exchange may accept an order that must not trade, and end it.
     */
    const expiredAtOnce = async (id: string): Promise<boolean> => {
      const result = await query(id)
      return result.kind === 'found' && result.order.status === 'EXPIRED'
    }

    const reportsFor = (id: string): VenueReport[] =>
      of('report').flatMap(({ report }) => (report.venueClientId === id ? [report] : []))

    const account = async (): Promise<AccountSnapshot> => {
      const request = { kind: 'readAccount', sinceMs: venue.nowMs - HOUR_MS, queryId: ++count } as const
      const { snapshot } = await requestEvent('accountRead', request)
      if (!snapshot) throw new Error('the account was not read')
      return snapshot
    }

    const query = async (id: string) => {
      const request = { kind: 'queryOrder', symbol: venue.symbol, venueClientId: id, queryId: ++count } as const
      return (await requestEvent('orderQueried', request)).outcome
    }

    const cancel = async (id: string) =>
      (await requestEvent('cancelAnswered', { kind: 'cancel', symbol: venue.symbol, venueClientId: id })).outcome

    /** Returns the final report of an order. */
    const awaitFinalReport = (id: string): Promise<VenueReport> =>
      until(() => reportsFor(id).findLast(({ status }) => FINAL.has(status)))

    const bought = async (quantity: number): Promise<string> => {
      const id = await accepted({ ...market, price: ticks(venue.touch.ask + 1_000), quantity: lots(quantity) })
      expect(await awaitFinalReport(id)).toMatchObject({ status: 'FILLED', filled: quantity })
      return id
    }

    /**
     * Opens a position with stop and take-profit; starts over when the market reaches one before the other is placed.
     */
    const surrounded = async (tries = TRIES_MAX): Promise<readonly [stop: string, take: string]> => {
      const beside = (type: OrderTerms['type'], sign: number) => () =>
        ({ ...reducing, type, trigger: { price: ticks(venue.mark + sign * venue.nearby), by: 'MARK' } }) as const
      await bought(5)
      const stop = await placed(beside('STOP_MARKET', -1))
      if (!stop || tries === 0) throw new Error('the market never settled')
      const take = await placed(beside('TAKE_PROFIT_MARKET', 1))
      if (take) return [stop, take]
      await awaitFinalReport(stop)
      return surrounded(tries - 1)
    }

    const far = (): Ticks => ticks(Math.round(venue.touch.bid * 0.9))
    await until(() => (venue.mark > 0 && of('stream').length > 0 ? true : undefined))
    return {
      venue,
      of,
      until,
      requestEvent,
      submit,
      accepted,
      placed,
      surrounded,
      reportsFor,
      account,
      query,
      cancel,
      awaitFinalReport,
      bought,
      far,
    }
  }

  const market = { type: 'MARKET', price: null, timeInForce: 'IOC' } as const
  const reducing = { side: 'SELL', price: null, reduceOnly: true } as const

  describe(`${name}, as any exchange,`, () => {
    it('reports its stream as connected, then heartbeats, and its time', async () => {
      const { venue, of, until, requestEvent, accepted, far } = await begin()
      expect(venue.events[0]).toEqual({ kind: 'stream', state: 'connected' })
      const { queryId, serverTimeMs } = await requestEvent('timeRead', { kind: 'readTime', queryId: 7 })
      expect(queryId).toBe(7)
      expect(Math.abs(Number(serverTimeMs) - venue.nowMs)).toBeLessThan(SECOND_MS)
      await accepted({ price: far() })
      await until(() => of('heartbeat')[0])
    })

    it('fills a market order immediately, and its account agrees with its fills', async () => {
      const { bought, account, query, venue } = await begin()
      const { ask } = venue.touch
      const id = await bought(7)
      const { fills, positions, walletBalance } = await account()
      expect(fills.every(({ price, liquidity }) => price >= ask - 1_000 && liquidity === 'TAKER')).toBe(true)
      expect(fills.every(({ venueClientId }) => venueClientId === id)).toBe(true)
      expect(fills.reduce((sum, fill) => sum + sideSign(fill.side) * fill.quantity, 0)).toBe(7)
      expect(positions).toMatchObject([{ symbol: venue.symbol, quantity: 7 }])
      expect(walletBalance).toBe(venue.openingBalance - fills.reduce((sum, { fee }) => sum + fee, 0n))
      expect(await query(id)).toMatchObject({ kind: 'found', order: { status: 'FILLED' }, fills })
    })

    it('reports each fill as it happens, under the id of its later reports', async () => {
      const { bought, account, of, until } = await begin()
      await bought(7)
      const { fills } = await account()
      await until(() => (of('fill').length >= fills.length ? true : undefined))
      expect(of('fill').map(({ fill }) => fill)).toEqual(fills)
    })

    it('rests a limit order, lists it, and cancels it once', async () => {
      const { accepted, account, cancel, far, reportsFor, awaitFinalReport, query } = await begin()
      const price = far()
      const id = await accepted({ price })
      expect((await account()).openOrders).toMatchObject([{ venueClientId: id, status: 'NEW', terms: { price } }])
      expect(await cancel(id)).toMatchObject({ kind: 'canceled', report: { status: 'CANCELED', filled: 0 } })
      expect(await cancel(id)).toEqual({ kind: 'notOpen' })
      expect((await account()).openOrders).toEqual([])
      await awaitFinalReport(id)
      const reports = reportsFor(id)
      expect(reports.map(({ status }) => status)).toEqual(['NEW', 'CANCELED'])
      expect(Number(reports[0]?.sequence)).toBeLessThan(Number(reports[1]?.sequence))
      expect(await query(id)).toMatchObject({ kind: 'found', order: { status: 'CANCELED' } })
    })

    it('fills a limit order at the best price as a maker when the market reaches it', async () => {
      const { placed, until, reportsFor, account, venue } = await begin()
      const prices = new Map<string | undefined, Ticks>()
      for (const side of ['BUY', 'SELL'] as const) {
        let price = venue.touch.bid
        const resting = () => {
          price = side === 'BUY' ? venue.touch.bid : venue.touch.ask
          return { side, price, timeInForce: 'POST_ONLY' } as const
        }
        prices.set(await placed(resting), price)
      }
      const id = await until(() => [...prices.keys()].find((one) => one && reportsFor(one).at(-1)?.status === 'FILLED'))
      const fills = (await account()).fills.filter(({ venueClientId }) => venueClientId === id)
      expect(fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
      for (const fill of fills) expect(fill).toMatchObject({ price: prices.get(id), liquidity: 'MAKER' })
    })

    it('enforces IOC, FOK and POST_ONLY', async () => {
      const { accepted, submit, awaitFinalReport, venue, account } = await begin()
      const { bid, ask } = venue.touch
      const ioc = await accepted({ price: ticks(bid - 1_000), timeInForce: 'IOC' })
      expect(await awaitFinalReport(ioc)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      const fok = await accepted({ price: ask, timeInForce: 'FOK', quantity: lots(40_000) })
      expect(await awaitFinalReport(fok)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      const taking = await submit({ price: ticks(ask + 1_000), timeInForce: 'POST_ONLY' })
      if (taking.outcome.kind === 'accepted') {
        expect(await awaitFinalReport(taking.id)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      } else expect(taking.outcome).toMatchObject({ kind: 'rejected', rejection: { category: 'WOULD_TAKE' } })
      expect(await account()).toMatchObject({ fills: [], positions: [], openOrders: [] })
    })

    it('fills a FOK order with enough liquidity', async () => {
      const { accepted, awaitFinalReport, venue } = await begin()
      const id = await accepted({ price: ticks(venue.touch.ask + 1_000), timeInForce: 'FOK' })
      expect(await awaitFinalReport(id)).toMatchObject({ status: 'FILLED', filled: 5 })
    })

    it('keeps a stop and a take-profit until the mark reaches one of them, which closes the position', async () => {
      const { surrounded, until, awaitFinalReport, account, reportsFor, query, cancel, venue } = await begin()
      const [stop, take] = await surrounded()
      const isFilled = (id: string): boolean => reportsFor(id).some(({ status }) => status === 'FILLED')
      const closed = await until(() => [stop, take].find(isFilled))
      const other = closed === stop ? take : stop
      expect(reportsFor(closed).map(({ status }) => status)).toEqual(
        expect.arrayContaining(['UNTRIGGERED', 'TRIGGERED', 'FILLED']),
      )
      if (venue.keepsConditionals) {
        expect(reportsFor(other).at(-1)).toMatchObject({ status: 'UNTRIGGERED' })
        expect(await cancel(other)).toMatchObject({ kind: 'canceled' })
      } else expect(await awaitFinalReport(other)).toMatchObject({ status: 'EXPIRED', filled: 0 })
      const { fills, positions, openOrders } = await account()
      expect({ positions, openOrders }).toEqual({ positions: [], openOrders: [] })
      const result = await query(closed)
      expect(result).toMatchObject({ kind: 'found', order: { status: 'FILLED', filled: 5 } })
      const own = fills.filter(({ venueClientId }) => venueClientId === closed)
      expect(result.kind === 'found' && result.fills).toEqual(own)
      expect(own.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
    })

    it('lists waiting stops, and cancels them by client order id', async () => {
      const { accepted, bought, venue, account, cancel, query } = await begin()
      await bought(5)
      const trigger = { price: ticks(Math.round(venue.mark * 0.9)), by: 'MARK' } as const
      const stop = await accepted({ ...reducing, type: 'STOP_MARKET', trigger })
      expect((await account()).openOrders).toMatchObject([
        { venueClientId: stop, status: 'UNTRIGGERED', terms: { type: 'STOP_MARKET', trigger, reduceOnly: true } },
      ])
      expect(await query(stop)).toMatchObject({ kind: 'found', order: { status: 'UNTRIGGERED', terms: { trigger } } })
      expect(await cancel(stop)).toMatchObject({ kind: 'canceled' })
      expect(await cancel(stop)).toEqual({ kind: 'notOpen' })
      expect((await account()).openOrders).toEqual([])
    })

    it('rejects invalid orders definitely', async () => {
      const { submit, accepted, bought, venue, far } = await begin()
      await bought(5)
      const trigger = { price: ticks(venue.mark + 10_000), by: 'MARK' } as const
      const id = await accepted({ price: far() })
      const refused = [
        await submit({ price: far() }, id),
        await submit({ symbol: 'NOSUCHUSDT', price: far() }),
        await submit({ price: far(), reduceOnly: true }),
        await submit({ ...reducing, type: 'STOP_MARKET', trigger }),
        await submit({ price: far(), quantity: lots(300_000) }),
      ]
      expect(refused.map(({ outcome }) => outcome.kind === 'rejected' && outcome.rejection.category)).toEqual([
        'DUPLICATE',
        'UNKNOWN_SYMBOL',
        'REDUCE_ONLY',
        'WOULD_TRIGGER',
        'INSUFFICIENT_MARGIN',
      ])
    })

    it('reports an order it never accepted as unknown', async () => {
      const { query, cancel } = await begin()
      expect(await query('never')).toEqual({ kind: 'notFound' })
      expect(await cancel('never')).toEqual({ kind: 'notOpen' })
    })

    it('retains the account, its orders and its history after a reopen', async () => {
      const { accepted, bought, venue, account, far, query, submit, cancel } = await begin()
      const entry = await bought(5)
      const rest = await accepted({ price: far() })
      const trigger = { price: ticks(Math.round(venue.mark * 0.8)), by: 'MARK' } as const
      const stop = await accepted({ ...reducing, type: 'STOP_MARKET', trigger })
      const before = await account()
      await venue.reopen()
      const after = await account()
      expect([after.walletBalance, after.fills, after.openOrders]).toEqual([
        before.walletBalance,
        before.fills,
        before.openOrders,
      ])
      expect(after.positions).toMatchObject(before.positions.map(({ quantity, cost }) => ({ quantity, cost })))
      expect(await query(entry)).toMatchObject({ kind: 'found', order: { status: 'FILLED' } })
      const taken = await submit({ price: far() }, venue.namesAreForEver ? entry : rest)
      expect(taken.outcome).toMatchObject({ rejection: { category: 'DUPLICATE' } })
      expect([(await cancel(rest)).kind, (await cancel(stop)).kind]).toEqual(['canceled', 'canceled'])
    })
  })
}

interface Submitted {
  readonly id: string
  readonly outcome: SubmitOutcome
}
