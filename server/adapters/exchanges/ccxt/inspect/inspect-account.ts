import { ok } from '../../../../core/result.ts'
import type { KeyPermissions } from '../../../../domain/account/key-permissions.ts'
import type { Client } from '../client.ts'
import { exactText } from '../exact.ts'
import { orderDialectOf } from '../execution/dialects/index.ts'
import type { ToldOrder, ToldPosition } from '../execution/order-dialect.ts'
import { readPermissions } from '../execution/permissions.ts'
import { signedLotsOf } from '../execution/reader.ts'
import type { Listing } from '../listing.ts'
import { listingsOf } from './inspect-symbols.ts'
import { mapTold, type Told, toldBy } from './told.ts'

interface OpenOrders {
  readonly regular: number
  readonly conditional: number
}

interface OpenPosition {
  readonly symbol: string
  readonly quantity: string
}

/** USDT in the wallet. */
export const inspectWallet = async ({ dialect, call }: Client): Promise<Told<string>> => {
  const called = await call((rest) => orderDialectOf(dialect.id).wallet(rest), { urgency: 'ACCOUNT' })
  return mapTold(toldBy(called), exactText)
}

export const inspectPermissions = async (client: Client): Promise<Told<KeyPermissions>> =>
  toldBy(await readPermissions(client))

/** Whether long and short are kept apart. */
export const inspectMode = async (client: Client, symbols: readonly string[]): Promise<Told<boolean>> => {
  const { account } = orderDialectOf(client.dialect.id)
  const listings = listingsOf(client, symbols)
  const called = await client.call((rest) => account.isHedged(rest, listings), { urgency: 'ACCOUNT' })
  return mapTold(toldBy(called), (isHedged) => isHedged)
}

/** Cross margin is set for each symbol when trading begins, so that only the assets are asked for. */
export const inspectMargin = async ({
  dialect,
  call,
}: Client): Promise<Told<{ readonly isCross: null; readonly isMultiAsset: boolean | null }>> => {
  const { account } = orderDialectOf(dialect.id)
  const called = await call((rest) => account.isMultiAsset(rest), { urgency: 'ACCOUNT' })
  return mapTold(toldBy(called), (isMultiAsset) => ({ isCross: null, isMultiAsset: isMultiAsset ?? null }))
}

export const inspectOrders = async (client: Client, symbols: readonly string[]): Promise<Told<OpenOrders>> => {
  const dialect = orderDialectOf(client.dialect.id)
  const listings = listingsOf(client, symbols)
  const orders: ToldOrder[] = []
  for (const list of dialect.lists) {
    const told = toldBy(await client.call((rest) => dialect.openOrders(rest, listings, list), { urgency: 'ACCOUNT' }))
    if (!told.ok) return told
    orders.push(...told.value)
  }
  const conditional = orders.filter(isConditional).length
  return ok({ regular: orders.length - conditional, conditional })
}

/** Some exchanges keep both kinds in one list. */
const isConditional = ({ list, type }: ToldOrder): boolean =>
  list === 'conditional' || type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'

export const inspectPositions = async (client: Client, symbols: readonly string[]): Promise<Told<OpenPosition[]>> => {
  const dialect = orderDialectOf(client.dialect.id)
  const listings = listingsOf(client, symbols)
  const called = await client.call((rest) => dialect.positions(rest, listings), { urgency: 'ACCOUNT' })
  return mapTold(toldBy(called), (told) =>
    told.filter(({ quantity }) => Number(exactText(quantity)) !== 0).map((one) => readOpen(one, listings)),
  )
}

/** In coins where the listing is known, as the exchange counts where it is not. */
const readOpen = (told: ToldPosition, listings: readonly Listing[]): OpenPosition => {
  const listing = listings.find(({ native }) => native === told.native)
  const lots = listing && signedLotsOf(listing, told.quantity)
  if (listing && lots !== undefined) {
    return { symbol: listing.instrument.symbol, quantity: listing.instrument.quantity.print(lots) }
  }
  return { symbol: String(told.native), quantity: exactText(told.quantity) ?? '?' }
}
