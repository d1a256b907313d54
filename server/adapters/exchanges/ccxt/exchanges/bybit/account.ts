import type { AccountDialect } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'

/**
 * Account settings and API key permissions on Bybit: position mode and leverage per symbol, margin mode per account.
 */
export const bybitAccount: AccountDialect = {
  /** Derives the mode from the position sides of a symbol, the only source; they are listed even when empty. */
  async isHedged(rest, listings) {
    const indexes: unknown[] = []
    for (const { native } of listings) {
      const answer = toFields(await rest.privateGetV5PositionList({ category: 'linear', symbol: native }))
      const rows = toRows(toFields(answer.result).list)
      if (rows.length === 0) return undefined
      indexes.push(...rows.map((row) => String(toFields(row).positionIdx)))
    }
    if (indexes.some((index) => index === '1' || index === '2')) return true
    return indexes.length > 0 && indexes.every((index) => index === '0') ? false : undefined
  },
  setOneWay: (rest) => rest.privatePostV5PositionSwitchMode({ category: 'linear', coin: 'USDT', mode: 0 }),
  // Other assets may cover losses in every unified account; its USDT balance is still reported separately.
  isMultiAsset: async () => false,
  async setCrossMargin(rest) {
    const { result } = toFields(await rest.privateGetV5AccountInfo())
    if (toFields(result).marginMode === 'REGULAR_MARGIN') return undefined
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
    const { result } = toFields(await rest.privateGetV5UserQueryApi())
    const key = toFields(result)
    const granted = toFields(key.permissions)
    const wallet = wordsIn(granted.Wallet)
    const trades = [wordsIn(granted.ContractTrade), wordsIn(granted.Derivatives)].filter((words) => words !== null)
    const endsAtMs = Date.parse(String(key.expiredAt))
    return {
      trade: isReadOnly(key.readOnly) ? false : trades.length > 0 ? trades.some((words) => words.length > 0) : null,
      withdraw: wallet?.includes('Withdraw') ?? null,
      transfer: wallet?.some((word) => word.includes('Transfer')) ?? null,
      boundToAddresses: wordsIn(key.ips)?.some((address) => address !== '*') ?? null,
      expiresAtMs: endsAtMs > 0 ? endsAtMs : null,
    }
  },
}

const isReadOnly = (value: unknown): boolean => value === 1 || value === '1'

/** Returns the items of a list as strings; null when there is no list, which differs from an empty one. */
const wordsIn = (value: unknown): readonly string[] | null => (Array.isArray(value) ? value.map(String) : null)
