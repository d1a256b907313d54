import type { AccountTrade } from '../../contract/account.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { AccountEntry } from '../engine/ports.ts'
import type { Place } from './cursor.ts'

export const symbolOfEntry = (entry: AccountEntry): string =>
  entry.kind === 'fill' ? entry.fill.symbol : entry.funding.symbol

export const placeOfEntry = (entry: AccountEntry): Place =>
  entry.kind === 'fill'
    ? { atMs: entry.fill.executedAtMs, id: entry.fill.fillId }
    : { atMs: entry.funding.settledAtMs, id: entry.funding.fundingId }

export const accountTradeBody = (entry: AccountEntry, instrument: Instrument): AccountTrade =>
  entry.kind === 'fill' ? fillBody(entry, instrument) : fundingBody(entry)

type EntryOf<Kind extends AccountEntry['kind']> = Extract<AccountEntry, { kind: Kind }>

const fillBody = ({ fill }: EntryOf<'fill'>, { price, quantity }: Instrument): AccountTrade => ({
  fillId: fill.fillId,
  exchangeExecId: fill.execId,
  orderId: fill.orderId,
  positionId: fill.positionId,
  symbol: fill.symbol,
  side: fill.side,
  price: price.print(fill.price),
  qty: quantity.print(fill.quantity),
  notional: printMoney(fill.value),
  fee: printMoney(fill.fee),
  feeAsset: 'USDT',
  liquidity: fill.liquidity,
  kind: fill.kind,
  realizedPnl: printMoney(fill.realizedPnl),
  fundingRate: null,
  cashFlow: printMoney(fill.realizedPnl - fill.fee),
  executedAt: toRfc3339(fill.executedAtMs),
})

const fundingBody = ({ funding, positionId }: EntryOf<'funding'>): AccountTrade => ({
  fillId: funding.fundingId,
  exchangeExecId: funding.fundingId,
  orderId: null,
  positionId,
  symbol: funding.symbol,
  side: null,
  price: null,
  qty: null,
  notional: null,
  fee: printMoney(0n),
  feeAsset: 'USDT',
  liquidity: null,
  kind: 'FUNDING',
  realizedPnl: printMoney(0n),
  fundingRate: funding.rate,
  cashFlow: printMoney(funding.amount),
  executedAt: toRfc3339(funding.settledAtMs),
})
