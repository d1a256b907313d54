import type { Exchange } from 'ccxt'
import type { AccountDialect } from '../../execution/order-dialect.ts'
import { toFields, toRows } from '../../fields.ts'

/**
 * Account settings and API key permissions on OKX: modes per account, leverage per instrument, cross margin per order.
 */
export const okxAccount: AccountDialect = {
  async isHedged(rest) {
    const { posMode } = await fetchConfig(rest)
    return posMode === 'net_mode' ? false : posMode === 'long_short_mode' ? true : undefined
  },
  setOneWay: (rest) => rest.privatePostAccountSetPositionMode({ posMode: 'net_mode' }),
  /** At level 2, each currency is margined separately; at levels 3 and 4, all assets cover each other's losses. */
  async isMultiAsset(rest) {
    const { acctLv } = await fetchConfig(rest)
    return acctLv === '2' ? false : acctLv === '3' || acctLv === '4' ? true : undefined
  },
  setCrossMargin: async () => undefined,
  setLeverage: (rest, { native }, leverage) =>
    rest.privatePostAccountSetLeverage({ instId: native, lever: String(leverage), mgnMode: 'cross' }),
  async permissions(rest) {
    const { perm, ip } = await fetchConfig(rest)
    const granted = permissionsIn(perm)
    return {
      trade: granted?.includes('trade') ?? null,
      withdraw: granted?.includes('withdraw') ?? null,
      transfer: null,
      boundToAddresses: typeof ip === 'string' ? ip !== '' : null,
      expiresAtMs: null,
    }
  },
}

const fetchConfig = async (rest: Exchange): Promise<Readonly<Record<string, unknown>>> =>
  toFields(toRows(toFields(await rest.privateGetAccountConfig()).data)[0])

const PERMISSIONS: ReadonlySet<string> = new Set(['read_only', 'trade', 'withdraw'])

/** Parses the permissions of a key, such as "read_only,trade"; undefined when they are missing or one is unknown. */
const permissionsIn = (perm: unknown): readonly string[] | undefined => {
  if (typeof perm !== 'string') return undefined
  const words = perm.split(',').map((word) => word.trim())
  return words.every((word) => PERMISSIONS.has(word)) ? words : undefined
}
