import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePosition } from '../../../server/adapters/exchanges/clearing/execution.ts'
import { lots, ticks } from '../../../server/domain/market/instrument.ts'
import type { VenueFill } from '../../../server/domain/order/venue-report.ts'
import { anInstrument } from '../../../test/support/market-samples.ts'
import {
  type AccountBook,
  addFill,
  addOrder,
  createAccountBook,
  nothingBooked,
} from '../../exchange/account/account-book.ts'
import { NO_STOPS, type StopLevel, type StopLevels } from '../../exchange/account/wire-record.ts'
import type { WireStore } from '../../exchange/ports.ts'
import { applyFill, levelsAfter, levelsIn, openPositionStops, setLevels } from './position-stops.ts'

const at = (price: number): StopLevel => ({ price: ticks(price), by: 'MARK_PRICE' })
const stopAt = (price: number): StopLevels => ({ stopLoss: at(price), takeProfit: null })

describe('the levels of a position after an execution', () => {
  const NONE = { levels: NO_STOPS, attached: NO_STOPS }
  const OLD = { levels: { stopLoss: at(1), takeProfit: at(9) }, attached: NO_STOPS }
  it.each([
    ['that opens it are those it brings along', { ...NONE, attached: stopAt(2) }, [5, 5], stopAt(2)],
    ['that adds without any stay', OLD, [5, 9], OLD.levels],
    ['that adds with one have that one', { ...OLD, attached: stopAt(2) }, [5, 9], { ...OLD.levels, stopLoss: at(2) }],
    [
      'that reduces it are unchanged, whatever stops its order has attached',
      { ...OLD, attached: stopAt(2) },
      [-2, 3],
      OLD.levels,
    ],
    ['that closes are gone', { ...OLD, attached: stopAt(2) }, [-5, 0], NO_STOPS],
    ['that turns round are the new ones alone', { ...OLD, attached: stopAt(7) }, [-8, -3], stopAt(7)],
    ['that turns round without any are none', OLD, [-8, -3], NO_STOPS],
    ['of a short that grows', { ...OLD, attached: stopAt(7) }, [-2, -5], { ...OLD.levels, stopLoss: at(7) }],
  ] as const)('%s', (_what, { levels, attached }, [moved, positionAfter], after) => {
    const fill = { side: moved > 0 ? 'BUY' : 'SELL', quantity: lots(Math.abs(moved)), positionAfter } as const
    expect(levelsAfter(levels, fill, attached)).toEqual(after)
  })
})

const BTC = anInstrument()

const aStore = (): WireStore & { readonly settings: Map<string, string> } => {
  const settings = new Map<string, string>()
  return {
    settings,
    readRecords: () => [],
    putRecord: () => {},
    removeRecord: () => {},
    readSettings: () => settings,
    putSetting: (name, value) => void settings.set(name, value),
  }
}

const aBook = (): AccountBook =>
  createAccountBook({ changePosition, instruments: new Map([['BTCUSDT', BTC]]), wallet: 100_000_000_000n })

/** An order with a stop attached, or none. */
const enter = (book: AccountBook, key: string, stop: number | null, side: 'BUY' | 'SELL'): void =>
  addOrder(book, {
    record: {
      key,
      clientId: '',
      algoId: null,
      symbol: 'BTCUSDT',
      side,
      type: 'MARKET',
      timeInForce: 'IOC',
      quantity: lots(100),
      price: null,
      triggerPrice: null,
      workingType: 'CONTRACT_PRICE',
      reduceOnly: false,
      closePosition: false,
      priceProtect: false,
      createdAtMs: 1,
      bybit: {
        stopOrderType: null,
        triggerDirection: 0,
        closeOnTrigger: false,
        attached: stop === null ? NO_STOPS : stopAt(stop),
        lastPrice: null,
        replaces: null,
      },
    },
    orderId: key,
    status: 'NEW',
    filled: lots(0),
    tickLots: 0n,
    booked: nothingBooked(),
    quantity: lots(100),
    reason: null,
    triggeredAtMs: 0,
    updatedAtMs: 1,
  })

const aFill = (execId: number, key: string, side: 'BUY' | 'SELL', quantity: number): VenueFill => ({
  execId: String(execId),
  exchangeOrderId: key,
  venueClientId: key,
  symbol: 'BTCUSDT',
  side,
  price: ticks(500_000),
  quantity: lots(quantity),
  fee: 0n,
  liquidity: 'TAKER',
  kind: 'TRADE',
  executedAtMs: execId,
})

describe('the stops of a position', () => {
  it('are created with the first execution of an order, and not again with the next', () => {
    const [book, store] = [aBook(), aStore()]
    const stops = openPositionStops(store, book)
    enter(book, 'a', 2, 'BUY')
    const take = (fill: VenueFill): boolean => {
      const booked = addFill(book, fill)
      return booked !== undefined && applyFill(stops, book, booked)
    }
    expect(take(aFill(1, 'a', 'BUY', 3))).toBe(true)
    setLevels(stops, 'BTCUSDT', stopAt(4))
    expect(take(aFill(2, 'a', 'BUY', 3))).toBe(false)
    expect(levelsIn(stops, 'BTCUSDT')).toEqual(stopAt(4))
  })

  it('are restored, with the executions of the meantime applied', () => {
    const [book, store] = [aBook(), aStore()]
    enter(book, 'a', 2, 'BUY')
    addFill(book, aFill(1, 'a', 'BUY', 3))
    expect(levelsIn(openPositionStops(store, book), 'BTCUSDT')).toEqual(stopAt(2))
    addFill(book, aFill(2, 'b', 'SELL', 3))
    expect(levelsIn(openPositionStops(store, book), 'BTCUSDT')).toEqual(NO_STOPS)
  })

  it('are always the same whether folded live or read after a restart, and none without a position', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 25 }), (steps) => {
        const life = aLife()
        for (const step of steps) {
          const { levels, positionAfter } = life.take(step)
          if (positionAfter === 0) expect(levels).toEqual(NO_STOPS)
          expect(life.afterRestart()).toEqual(levels)
        }
      }),
    )
  })
})

const aStep = fc.record({
  order: fc.constantFrom('a' as const, 'b' as const, 'c' as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  moved: fc.option(fc.integer({ min: 10, max: 99 })),
})

const SIDES = { a: 'BUY', b: 'SELL', c: 'SELL' } as const

/** A position that is traded and whose stops are moved by hand, and that may be restarted at any time. */
const aLife = () => {
  const [book, store] = [aBook(), aStore()]
  enter(book, 'a', 2, 'BUY')
  enter(book, 'b', 7, 'SELL')
  enter(book, 'c', null, 'SELL')
  let stops = openPositionStops(store, book)
  let number = 0
  return {
    take({ order, quantity, moved }: { order: 'a' | 'b' | 'c'; quantity: number; moved: number | null }) {
      const fill = addFill(book, aFill(++number, order, SIDES[order], quantity))
      if (fill) applyFill(stops, book, fill)
      if (moved !== null && fill?.positionAfter !== 0) setLevels(stops, 'BTCUSDT', stopAt(moved))
      return { levels: levelsIn(stops, 'BTCUSDT'), positionAfter: fill?.positionAfter }
    },
    afterRestart() {
      stops = openPositionStops(store, book)
      return levelsIn(stops, 'BTCUSDT')
    },
  }
}
