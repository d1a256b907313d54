import type { Exchange } from 'ccxt'
import type { AccountDialect } from '../../execution/order-dialect.ts'
import { toFields } from '../../fields.ts'

/** Account settings and API key permissions on Binance: modes per account, margin mode and leverage per symbol. */
export const binanceAccount: AccountDialect = {
  isHedged: async (rest) => flagIn((await readConfig(rest)).dualSidePosition),
  setOneWay: (rest) => rest.fapiPrivatePostPositionSideDual({ dualSidePosition: 'false' }),
  isMultiAsset: async (rest) => flagIn((await readConfig(rest)).multiAssetsMargin),
  setCrossMargin: (rest, { native }) => rest.fapiPrivatePostMarginType({ symbol: native, marginType: 'CROSSED' }),
  setLeverage: (rest, { native }, leverage) => rest.fapiPrivatePostLeverage({ symbol: native, leverage }),
  async permissions(rest) {
    const may = toFields(await rest.sapiGetAccountApiRestrictions())
    const transfers = [flagIn(may.enableInternalTransfer), flagIn(may.permitsUniversalTransfer)]
    const endsAtMs = Number(may.tradingAuthorityExpirationTime)
    return {
      trade: flagIn(may.enableFutures) ?? null,
      withdraw: flagIn(may.enableWithdrawals) ?? null,
      transfer: transfers.includes(true) ? true : transfers.includes(false) ? false : null,
      boundToAddresses: flagIn(may.ipRestrict) ?? null,
      expiresAtMs: endsAtMs > 0 ? endsAtMs : null,
    }
  },
}

/** Reads the modes of the account, for a sixth of the weight of the endpoint of each mode. */
const readConfig = async (rest: Exchange) => toFields(await rest.fapiPrivateGetAccountConfig())

const flagIn = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : undefined
}
