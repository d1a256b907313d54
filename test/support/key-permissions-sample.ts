import type { KeyPermissions } from '../../server/domain/account/account.ts'

/** Permissions of a key that may trade and nothing else. */
export const TRADING_KEY: KeyPermissions = {
  trade: true,
  withdraw: false,
  transfer: false,
  boundToAddresses: true,
  expiresAtMs: null,
}
