import { fieldsOf } from '../../fields-of.ts'
import { rowsOf } from '../fields.ts'
import type { AccountDialect } from '../order-dialect.ts'

/** Modes and permissions as Bybit keeps them: position mode and leverage by symbol, margin mode for the account. */
export const bybitAccount: AccountDialect = {
  async isHedged(rest, listings) {
    for (const { native } of listings) {
      const answer = fieldsOf(await rest.privateGetV5PositionList({ category: 'linear', symbol: native }))
      const kept = rowsOf(fieldsOf(answer.result).list).map((row) => Number(fieldsOf(row).positionIdx))
      if (kept.some((index) => index !== 0)) return true
    }
    return false
  },
  setOneWay: (rest) => rest.privatePostV5PositionSwitchMode({ category: 'linear', coin: 'USDT', mode: 0 }),
  // Other assets may stand in for losses in every unified account; its USDT are told apart from them all the same.
  isMultiAsset: async () => false,
  async setCrossMargin(rest) {
    const { result } = fieldsOf(await rest.privateGetV5AccountInfo())
    if (fieldsOf(result).marginMode === 'REGULAR_MARGIN') return undefined
    return rest.privatePostV5AccountSetMarginMode({ setMarginMode: 'REGULAR_MARGIN' })
  },
  setLeverage: (rest, { native }, leverage) =>
    rest.privatePostV5PositionSetLeverage({
      category: 'linear',
      symbol: native,
      buyLeverage: String(leverage),
      sellLeverage: String(leverage),
    }),
  async permissions(rest) {
    const { result } = fieldsOf(await rest.privateGetV5UserQueryApi())
    const key = fieldsOf(result)
    const granted = fieldsOf(key.permissions)
    const wallet = wordsOf(granted.Wallet)
    const trades = wordsOf(granted.ContractTrade).length > 0 || wordsOf(granted.Derivatives).length > 0
    const endsAtMs = Date.parse(String(key.expiredAt))
    return {
      trade: key.readOnly === 1 || key.readOnly === '1' ? false : trades,
      withdraw: wallet.includes('Withdraw'),
      transfer: wallet.some((word) => word.includes('Transfer')),
      boundToAddresses: wordsOf(key.ips).some((address) => address !== '*'),
      expiresAtMs: endsAtMs > 0 ? endsAtMs : null,
    }
  },
}

const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
