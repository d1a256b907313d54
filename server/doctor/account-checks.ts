/**
 * Checks of an exchange account before trading, for `plimsoll doctor`: keys, permissions, position and margin mode,
 * orders and positions.
 */

import { DAY_MS, type Instant } from '../core/instant.ts'
import type { KeyPermissions } from '../domain/account/account.ts'
import { judgeKey, type KeyFinding, type KeyLimits, type KeyRequirement } from '../domain/account/key-permissions.ts'
import { formatDay, unavailable } from './exchange-checks.ts'
import type { FactResult, MarginSettings, OpenPosition } from './exchange-facts.ts'
import { type Finding, failed, fine, noted, warned } from './finding.ts'

/** Checks that the keys give access to the account. */
export const judgeKeys = (wallet: FactResult<string>): Finding => {
  if (wallet.ok) return fine('keys', `are accepted; ${wallet.value} USDT in the wallet`)
  const { kind } = wallet.error
  return kind === 'REFUSED' || kind === 'KEY_REJECTED'
    ? failed('keys', `are rejected: ${wallet.error.detail}`, ADD)
    : unavailable('keys', wallet.error)
}

/** Remedy for keys that the exchange does not accept. */
const ADD = 'Check the key at the exchange (revoked, expired, address not allowed); then: plimsoll keys add --replace.'

/** Checks that the keys may trade, and reports any further permissions. */
export const judgePermissions = (permissions: FactResult<KeyPermissions>, limits: KeyLimits): Finding[] => {
  if (!permissions.ok) return [unavailable('key permissions', permissions.error)]
  const findings = judgeKey(permissions.value, limits)
  return findings.map(({ requirement, ...finding }) =>
    requirement === 'EXPIRY'
      ? reportExpiry(finding, permissions.value.expiresAtMs ?? limits.nowMs, limits)
      : reportPermission(requirement, finding),
  )
}

const reportPermission = (
  requirement: keyof typeof PERMISSIONS,
  { result, blocksTrading }: Omit<KeyFinding, 'requirement'>,
): Finding => {
  const { check, met, broken, remedy, verify = remedy } = PERMISSIONS[requirement]
  if (result === 'MET') return fine(check, met)
  if (result === 'NOT_REPORTED') return warned(check, 'not reported', verify)
  return (blocksTrading ? failed : warned)(check, broken, remedy)
}

const reportExpiry = (
  { result, blocksTrading }: Omit<KeyFinding, 'requirement'>,
  expiresAtMs: Instant,
  { nowMs, expiryDays }: KeyLimits,
): Finding => {
  const check = 'key: expiry'
  if (blocksTrading) return failed(check, `ended on ${formatDay(expiresAtMs)}`, ADD)
  const observed = `ends on ${formatDay(expiresAtMs)}, in ${Math.floor((expiresAtMs - nowMs) / DAY_MS)} days`
  if (result === 'MET') return fine(check, observed)
  const remedy = `Create a new key at the exchange: live trading requires ${expiryDays} days (LR16). Keys restricted to an address do not expire at some exchanges.`
  return warned(check, observed, remedy)
}

interface PermissionWords {
  readonly check: string
  readonly met: string
  readonly broken: string
  readonly remedy: string
  /** Remedy when the exchange does not report the permission, where it differs. */
  readonly verify?: string
}

const movesFunds = (what: 'withdrawals' | 'transfers'): PermissionWords => ({
  check: `key: ${what}`,
  met: 'not allowed',
  broken: 'allowed: anyone with the key can withdraw the funds',
  remedy: `Remove ${what} from the key at the exchange.`,
  verify: `Check at the exchange that the key does not allow ${what}.`,
})

const PERMISSIONS: Readonly<Record<Exclude<KeyRequirement, 'EXPIRY'>, PermissionWords>> = {
  TRADE: {
    check: 'key: trading',
    met: 'allowed',
    broken: 'not allowed',
    remedy: 'Enable futures trading for the key at the exchange.',
    verify: 'Check at the exchange that the key has permission to trade futures.',
  },
  NO_WITHDRAWALS: movesFunds('withdrawals'),
  NO_TRANSFERS: movesFunds('transfers'),
  ADDRESS: {
    check: 'key: address',
    met: 'bound',
    broken: 'valid from any address',
    remedy: 'Restrict the key to the address of this machine at the exchange: live trading requires it (LR16).',
  },
}

export const judgePositionMode = (isHedged: FactResult<boolean>): Finding => {
  const check = 'position mode'
  if (!isHedged.ok) return unavailable(check, isHedged.error)
  return isHedged.value
    ? failed(
        check,
        'hedge mode: long and short are separate positions',
        'Set one-way mode at the exchange, with all positions closed.',
      )
    : fine(check, 'one-way')
}

export const judgeMargin = (margin: FactResult<MarginSettings>): Finding[] => {
  if (!margin.ok) return [unavailable('margin mode', margin.error)]
  const { isCross, isMultiAsset } = margin.value
  return [
    isCross === null || isCross
      ? fine('margin mode', isCross === null ? 'set per symbol when trading starts' : 'cross')
      : warned('margin mode', 'isolated', 'Set cross margin at the exchange: limits apply to the whole account.'),
    judgeAssets(isMultiAsset),
  ]
}

const judgeAssets = (isMultiAsset: boolean | null): Finding => {
  const check = 'multi-asset margin'
  const remedy = 'Set single-asset mode at the exchange: other assets are not supported.'
  if (isMultiAsset === null) return warned(check, 'not reported', remedy)
  return isMultiAsset ? warned(check, 'on: other assets are used as margin', remedy) : fine(check, 'off')
}

export const judgeOrders = (
  orders: FactResult<{ readonly regular: number; readonly conditional: number }>,
): Finding => {
  if (!orders.ok) return unavailable('open orders', orders.error)
  const { regular, conditional } = orders.value
  return noted('open orders', regular + conditional === 0 ? 'none' : `${regular} resting, ${conditional} conditional`)
}

export const judgePositions = (positions: FactResult<readonly OpenPosition[]>): Finding => {
  if (!positions.ok) return unavailable('open positions', positions.error)
  const list = positions.value.map(({ symbol, quantity }) => `${symbol} ${quantity}`).join(', ')
  return noted('open positions', list === '' ? 'none' : list)
}
