/** Account history as API bodies: fills and funding payments. */

import type { AccountTrade } from '../../contract/account.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printMoney } from '../domain/account/money.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import { exploratoryLabel } from '../domain/order/order.ts'
import type { Fill } from '../domain/position/position.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { Place } from './page.ts'
import type { AccountEntry } from './ports.ts'

/** Returns the entries that a fact adds to the account history. */
export const accountEntries = (fact: Fact): readonly AccountEntry[] => {
  if (fact.kind === 'executed') return fact.fills.map((fill) => ({ kind: 'fill', fill }))
  if (fact.kind !== 'fundingPaid') return []
  const { funding, positionId } = fact
  return [{ kind: 'funding', funding, positionId, ...exploratoryLabel(fact) }]
}

export const symbolOfEntry = (entry: AccountEntry): string =>
  entry.kind === 'fill' ? entry.fill.symbol : entry.funding.symbol

export const placeOfEntry = (entry: AccountEntry): Place =>
  entry.kind === 'fill'
    ? { atMs: entry.fill.executedAtMs, id: entry.fill.fillId }
    : { atMs: entry.funding.settledAtMs, id: entry.funding.fundingId }

export const accountTradeBody = (entry: AccountEntry, instrument: Instrument): AccountTrade =>
  entry.kind === 'fill' ? fillBody(entry, instrument) : fundingBody(entry)

type EntryByKind<Kind extends AccountEntry['kind']> = Extract<AccountEntry, { kind: Kind }>

const fillBody = ({ fill }: EntryByKind<'fill'>, instrument: Instrument): AccountTrade => ({
  fillId: fill.fillId,
  exchangeExecId: fill.execId,
  orderId: fill.orderId,
  positionId: fill.positionId,
  symbol: fill.symbol,
  ...(fill.kind === 'SETTLEMENT' ? NOTHING_TRADED : tradedBody(fill, instrument)),
  fee: printMoney(fill.fee),
  feeAsset: 'USDT',
  feeEstimated: fill.feeEstimated ?? false,
  kind: fill.kind,
  realizedPnl: printMoney(fill.realizedPnl),
  fundingRate: null,
  fundingEstimated: false,
  cashFlow: printMoney(fill.realizedPnl - fill.fee),
  exploratory: fill.exploratory ?? false,
  executedAt: toRfc3339(fill.executedAtMs),
})

const NOTHING_TRADED = { side: null, price: null, qty: null, notional: null, liquidity: null } as const

const tradedBody = ({ side, liquidity, ...fill }: Fill, { price, quantity }: Instrument) => ({
  side,
  price: price.print(fill.price),
  qty: quantity.print(fill.quantity),
  notional: printMoney(fill.value),
  liquidity,
})

const fundingBody = ({ funding, positionId, exploratory }: EntryByKind<'funding'>): AccountTrade => ({
  fillId: funding.fundingId,
  exchangeExecId: funding.fundingId,
  orderId: null,
  positionId,
  symbol: funding.symbol,
  ...NOTHING_TRADED,
  fee: printMoney(0n),
  feeAsset: 'USDT',
  feeEstimated: false,
  kind: 'FUNDING',
  realizedPnl: printMoney(0n),
  fundingRate: funding.rate,
  fundingEstimated: funding.estimated ?? false,
  cashFlow: printMoney(funding.amount),
  exploratory: exploratory ?? false,
  executedAt: toRfc3339(funding.settledAtMs),
})
