/**
 * Read-only queries of an account for the checks before trading: wallet, permissions, modes, open orders and positions.
 */

import { ok } from '../../../../core/result.ts'
import type { KeyPermissions } from '../../../../domain/account/account.ts'
import type { Client } from '../client.ts'
import type { RawOrder, RawPosition } from '../execution/order-dialect.ts'
import { readPermissions } from '../execution/permissions.ts'
import { toSignedLots } from '../execution/reader.ts'
import { exactText } from '../fields.ts'
import type { Listing } from '../listing.ts'
import { type FactResult, mapFactResult, toFactResult } from './fact-result.ts'
import { findListings } from './inspect-symbols.ts'

/** Reads the USDT balance of the wallet. */
export const inspectWallet = async ({ dialect, call }: Client): Promise<FactResult<string>> => {
  const called = await call((rest) => dialect.orders.wallet(rest), { urgency: 'ACCOUNT' })
  return mapFactResult(toFactResult(called, dialect.errors.keyRefused), exactText)
}

interface OpenOrders {
  readonly regular: number
  readonly conditional: number
}

interface OpenPosition {
  readonly symbol: string
  readonly quantity: string
}

export const inspectPermissions = async (client: Client): Promise<FactResult<KeyPermissions>> =>
  toFactResult(await readPermissions(client), client.dialect.errors.keyRefused)

/** Returns whether the account is in hedge mode. */
export const inspectMode = async (client: Client, symbols: readonly string[]): Promise<FactResult<boolean>> => {
  const { account } = client.dialect.orders
  const listings = findListings(client, symbols)
  const called = await client.call((rest) => account.isHedged(rest, listings), { urgency: 'ACCOUNT' })
  return mapFactResult(toFactResult(called), (isHedged) => isHedged)
}

/** Reads the asset mode only: cross margin is set for each symbol when trading begins. */
export const inspectMargin = async ({
  dialect,
  call,
}: Client): Promise<FactResult<{ readonly isCross: null; readonly isMultiAsset: boolean | null }>> => {
  const { account } = dialect.orders
  const called = await call((rest) => account.isMultiAsset(rest), { urgency: 'ACCOUNT' })
  return mapFactResult(toFactResult(called), (isMultiAsset) => ({ isCross: null, isMultiAsset: isMultiAsset ?? null }))
}

export const inspectOrders = async (client: Client, symbols: readonly string[]): Promise<FactResult<OpenOrders>> => {
  const dialect = client.dialect.orders
  const listings = findListings(client, symbols)
  const orders: RawOrder[] = []
  for (const list of dialect.lists) {
    const fact = toFactResult(
      await client.call((rest) => dialect.openOrders(rest, listings, list), { urgency: 'ACCOUNT' }),
    )
    if (!fact.ok) return fact
    orders.push(...fact.value)
  }
  const conditional = orders.filter(isConditional).length
  return ok({ regular: orders.length - conditional, conditional })
}

/** Returns whether an order is conditional: some exchanges return both kinds in one list. */
const isConditional = ({ list, type }: RawOrder): boolean =>
  list === 'conditional' || type === 'STOP_MARKET' || type === 'TAKE_PROFIT_MARKET'

export const inspectPositions = async (
  client: Client,
  symbols: readonly string[],
): Promise<FactResult<OpenPosition[]>> => {
  const dialect = client.dialect.orders
  const listings = findListings(client, symbols)
  const called = await client.call((rest) => dialect.positions(rest, listings), { urgency: 'ACCOUNT' })
  return mapFactResult(toFactResult(called), (positions) =>
    positions.filter(({ quantity }) => Number(exactText(quantity)) !== 0).map((one) => readOpen(one, listings)),
  )
}

/** Returns the quantity in coins if the listing is known, else in the units of the exchange. */
const readOpen = (rawPosition: RawPosition, listings: readonly Listing[]): OpenPosition => {
  const listing = listings.find(({ native }) => native === rawPosition.native)
  const lots = listing && toSignedLots(listing, rawPosition.quantity)
  if (listing && lots !== undefined) {
    return { symbol: listing.instrument.symbol, quantity: listing.instrument.quantity.print(lots) }
  }
  return { symbol: String(rawPosition.native), quantity: exactText(rawPosition.quantity) ?? '?' }
}
