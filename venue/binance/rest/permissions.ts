/** Permissions of the key, as returned by `account/apiRestrictions`. */
export interface KeyPermissions {
  readonly ipRestrict: boolean
  readonly enableReading: boolean
  readonly enableFutures: boolean
  readonly enableWithdrawals: boolean
  readonly enableInternalTransfer: boolean
  readonly permitsUniversalTransfer: boolean
  readonly enableVanillaOptions: boolean
  readonly enableMargin: boolean
  readonly enableSpotAndMarginTrading: boolean
}

/** A key made as one should: for futures alone, from one address, without withdrawals. */
export const USUAL_PERMISSIONS: KeyPermissions = {
  ipRestrict: true,
  enableReading: true,
  enableFutures: true,
  enableWithdrawals: false,
  enableInternalTransfer: false,
  permitsUniversalTransfer: false,
  enableVanillaOptions: false,
  enableMargin: false,
  enableSpotAndMarginTrading: false,
}

/** Names with a leading `-` are taken away, others granted: `enableWithdrawals,-ipRestrict`; undefined for an unknown name. */
export const parsePermissions = (text: string): KeyPermissions | undefined => {
  const changed: Record<string, boolean> = {}
  for (const part of text.split(',').map((name) => name.trim())) {
    const name = part.replace(/^-/, '')
    if (!Object.hasOwn(USUAL_PERMISSIONS, name)) return undefined
    changed[name] = name === part
  }
  return { ...USUAL_PERMISSIONS, ...changed }
}
