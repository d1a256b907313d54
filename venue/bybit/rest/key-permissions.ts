/** Permissions of the key, as returned by `user/query-api`. */
export interface BybitPermissions {
  readonly readOnly: boolean
  /** True when it is bound to an address; a key that is not expires after three months. */
  readonly ipBound: boolean
  /** The names of what was granted. */
  readonly granted: ReadonlySet<string>
}

/** Every permission, under the product it is listed with. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
  ContractTrade: ['Order', 'Position'],
  Spot: ['SpotTrade'],
  Wallet: ['AccountTransfer', 'SubMemberTransfer', 'Withdraw'],
  Options: ['OptionsTrade'],
  Derivatives: ['DerivativesTrade'],
  CopyTrading: [],
  BlockTrade: [],
  Exchange: ['ExchangeHistory'],
  NFT: [],
  Affiliate: [],
  Earn: ['Earn'],
  FiatP2P: [],
  FiatConvertBroker: [],
  FiatGlobalPay: [],
  FiatBitPay: [],
  BitCard: [],
  ByXPost: [],
}

/** Permission names that can be granted or revoked, and the key properties. */
export const PERMISSION_NAMES: readonly string[] = ['readOnly', 'ipRestrict', ...Object.values(PRODUCTS).flat()]

/** A key made as one should: for contracts alone, from one address, without withdrawals. */
export const USUAL_BYBIT_PERMISSIONS: BybitPermissions = {
  readOnly: false,
  ipBound: true,
  granted: new Set(['Order', 'Position']),
}

/** Names with a leading `-` are taken away, others granted: `Withdraw,-ipRestrict`; undefined for an unknown name. */
export const parseBybitPermissions = (text: string): BybitPermissions | undefined => {
  const parts = text.split(',').map((part) => part.trim())
  const known = parts.every((part) => PERMISSION_NAMES.includes(part.replace(/^-/, '')))
  return known ? parts.reduce(withPart, USUAL_BYBIT_PERMISSIONS) : undefined
}

const withPart = (permissions: BybitPermissions, part: string): BybitPermissions => {
  const name = part.replace(/^-/, '')
  const grants = name === part
  if (name === 'readOnly') return { ...permissions, readOnly: grants }
  if (name === 'ipRestrict') return { ...permissions, ipBound: grants }
  const granted = new Set(permissions.granted)
  if (grants) granted.add(name)
  else granted.delete(name)
  return { ...permissions, granted }
}

/** Returns whether a key has the permission that a route requires. */
export const mayDo = ({ readOnly, granted }: BybitPermissions, needs: 'key' | 'Order' | 'Position'): boolean =>
  needs === 'key' || (!readOnly && granted.has(needs))

/** The permissions by product, each with what was granted of it. */
export const groupByProduct = ({ granted }: BybitPermissions): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(PRODUCTS).map(([product, names]) => [product, names.filter((name) => granted.has(name))]),
  )
