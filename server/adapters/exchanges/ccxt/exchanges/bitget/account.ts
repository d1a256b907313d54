import type { Exchange } from 'ccxt'
import type { AccountDialect } from '../../execution/order-dialect.ts'
import { toFields } from '../../fields.ts'
import type { Listing } from '../../listing.ts'

/**
 * Account settings and API key permissions on Bitget: position mode for all USDT futures, margin mode and leverage per
 * symbol.
 */
export const bitgetAccount: AccountDialect = {
  async isHedged(rest, [first]) {
    const { posMode } = await fetchAccount(rest, first)
    return posMode === 'one_way_mode' ? false : posMode === 'hedge_mode' ? true : undefined
  },
  setOneWay: (rest) => rest.privateMixPostV2MixAccountSetPositionMode({ ...FUTURES, posMode: 'one_way_mode' }),
  async isMultiAsset(rest) {
    const { assetMode } = await fetchAccount(rest, undefined)
    return assetMode === 'single' ? false : assetMode === 'union' ? true : undefined
  },
  async setCrossMargin(rest, listing) {
    const { marginMode } = await fetchAccount(rest, listing)
    if (marginMode === 'crossed') return undefined
    return rest.privateMixPostV2MixAccountSetMarginMode({ ...IN_USDT, symbol: listing.native, marginMode: 'crossed' })
  },
  setLeverage: (rest, { native }, leverage) =>
    rest.privateMixPostV2MixAccountSetLeverage({ ...IN_USDT, symbol: native, leverage: String(leverage) }),
  async permissions(rest) {
    const { authorities, ips } = toFields(toFields(await rest.privateSpotGetV2SpotAccountInfo()).data)
    const granted = Array.isArray(authorities) ? authorities.map(String) : undefined
    return {
      trade: granted?.some((word) => TRADES.has(word)) ?? null,
      withdraw: granted?.some((word) => WITHDRAWS.has(word)) ?? null,
      transfer: granted?.some((word) => TRANSFERS.has(word)) ?? null,
      boundToAddresses: typeof ips === 'string' ? ips !== '' : null,
      expiresAtMs: null,
    }
  },
}

/** Request parameters that select Bitget's USDT perpetuals. */
export const FUTURES = { productType: 'USDT-FUTURES' }
export const IN_USDT = { ...FUTURES, marginCoin: 'USDT' }

/** Names of the permissions for contract orders, withdrawals and transfers, in full and abbreviated. */
const TRADES: ReadonlySet<string> = new Set(['trade', 'contract', 'contract_trade', 'coow', 'cpow'])
const WITHDRAWS: ReadonlySet<string> = new Set(['withdraw', 'wwow'])
const TRANSFERS: ReadonlySet<string> = new Set(['transfer', 'wtow'])

const fetchAccount = async (rest: Exchange, listing: Listing | undefined): Promise<Readonly<Record<string, unknown>>> =>
  toFields(
    toFields(await rest.privateMixGetV2MixAccountAccount({ ...IN_USDT, symbol: listing?.native ?? 'BTCUSDT' })).data,
  )
