import { type Money, printMoney } from '../../domain/account/money.ts'
import type { Instrument, Ticks } from '../../domain/market/instrument.ts'
import { markTicksOf } from '../../domain/market/touch.ts'
import type { AccountSnapshot, VenuePosition } from '../../domain/order/venue-report.ts'
import type { VenueState } from '../venue-state.ts'
import { leverageOf } from './leverages.ts'
import { readAccount } from './order-desk.ts'
import { type SymbolRisk, symbolRisk } from './risk-figures.ts'

/** One symbol of the account, at the mark. */
export interface SymbolFigures extends SymbolRisk {
  readonly instrument: Instrument
  readonly mark: Ticks | undefined
  readonly leverage: number
  /** As the exchange tells it; undefined without a position. */
  readonly told: VenuePosition | undefined
  readonly updatedAtMs: number
}

/** The account at one instant, as it is committed. */
export interface AccountFigures {
  readonly snapshot: AccountSnapshot
  readonly wallet: Money
  readonly symbols: readonly SymbolFigures[]
}

/** Reads the account, and values it at the marks of now. */
export const accountFigures = async (state: VenueState): Promise<AccountFigures> => {
  const snapshot = await readAccount(state.desk)
  return { snapshot, wallet: snapshot.walletBalance, symbols: figuresOf(state, snapshot) }
}

const figuresOf = ({ board, book, exchange }: VenueState, { positions }: AccountSnapshot): SymbolFigures[] =>
  [...board.listings.values()].map(({ entry }) => {
    const { instrument } = entry
    const mark = markTicksOf(entry)
    const leverage = leverageOf(exchange.leverages, instrument.symbol)
    const risk = symbolRisk(book, { instrument, mark, leverage, brackets: exchange.brackets(instrument.symbol) })
    const told = positions.find(({ symbol }) => symbol === instrument.symbol)
    const updatedAtMs = book.positions.get(instrument.symbol)?.updatedAtMs ?? 0
    return { ...risk, instrument, mark, leverage, told, updatedAtMs }
  })

/** The sums of the account, in the words of `account` and `balance`. */
export const totalsOf = ({ wallet, symbols }: AccountFigures) => {
  const sum = (amount: (figures: SymbolFigures) => Money): Money => symbols.reduce((all, one) => all + amount(one), 0n)
  const unrealized = sum((one) => one.unrealized)
  const initial = sum((one) => one.initialMargin)
  const positions = sum((one) => one.positionMargin)
  const free = wallet + unrealized - initial
  const available = free > 0n ? free : 0n
  return {
    wallet: printMoney(wallet),
    unrealized: printMoney(unrealized),
    margin: printMoney(wallet + unrealized),
    maintenance: printMoney(sum((one) => one.maintenance)),
    initial: printMoney(initial),
    positions: printMoney(positions),
    orders: printMoney(initial - positions),
    available: printMoney(available),
    withdrawable: printMoney(available < wallet ? available : wallet),
  }
}
