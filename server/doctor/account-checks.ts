/**
 * Checks of an exchange account before trading, for `plimsoll doctor`: keys, permissions, position and margin mode,
 * orders and positions.
 */

import { DAY_MS, type Instant } from '../core/instant.ts'
import type { KeyPermissions } from '../domain/account/account.ts'
import { formatDay, unavailable } from './exchange-checks.ts'
import type { FactResult, MarginSettings, OpenPosition } from './exchange-facts.ts'
import { type Finding, failed, fine, noted, warned } from './finding.ts'

/** Checks that the keys give access to the account. */
export const judgeKeys = (wallet: FactResult<string>): Finding => {
  if (wallet.ok) return fine('keys', `are accepted; ${wallet.value} USDT in the wallet`)
  return wallet.error.kind === 'REFUSED'
    ? failed('keys', `are rejected: ${wallet.error.detail}`, ADD)
    : unavailable('keys', wallet.error)
}

/** Remedy for keys that the exchange does not accept. */

const ADD = 'Check the key at the exchange (revoked, expired, address not allowed); then: plimsoll keys add --replace.'

const EXPIRES_SOON_MS = 14 * DAY_MS

/** Checks that the keys may trade, and reports any further permissions. */
export const judgePermissions = (permissions: FactResult<KeyPermissions>, nowMs: Instant): Finding[] => {
  if (!permissions.ok) return [unavailable('key permissions', permissions.error)]
  const { trade, withdraw, transfer, boundToAddresses, expiresAtMs } = permissions.value
  return [
    judgeTrading(trade),
    judgeMoving('withdrawals', withdraw),
    judgeMoving('transfers', transfer),
    judgeAddress(boundToAddresses),
    ...(expiresAtMs === null ? [] : [judgeExpiry(expiresAtMs, nowMs)]),
  ]
}

const judgeTrading = (trade: boolean | null): Finding => {
  const check = 'key: trading'
  if (trade === null)
    return warned(check, 'not reported', 'Check at the exchange that the key has permission to trade futures.')
  return trade
    ? fine(check, 'allowed')
    : failed(check, 'not allowed', 'Enable futures trading for the key at the exchange.')
}

const judgeMoving = (what: 'withdrawals' | 'transfers', allowed: boolean | null): Finding => {
  const check = `key: ${what}`
  if (allowed === null)
    return warned(check, 'not reported', `Check at the exchange that the key does not allow ${what}.`)
  return allowed
    ? failed(
        check,
        'allowed: anyone with the key can withdraw the funds',
        `Remove ${what} from the key at the exchange.`,
      )
    : fine(check, 'not allowed')
}

const judgeAddress = (bound: boolean | null): Finding => {
  const check = 'key: address'
  const remedy = 'Restrict the key to the address of this machine at the exchange.'
  if (bound === null) return warned(check, 'not reported', remedy)
  return bound ? fine(check, 'bound') : warned(check, 'valid from any address', remedy)
}

const judgeExpiry = (expiresAtMs: Instant, nowMs: Instant): Finding => {
  const check = 'key: expiry'
  const leftMs = expiresAtMs - nowMs
  if (leftMs <= 0) return failed(check, `ended on ${formatDay(expiresAtMs)}`, ADD)
  const observed = `ends on ${formatDay(expiresAtMs)}, in ${Math.floor(leftMs / DAY_MS)} days`
  return leftMs < EXPIRES_SOON_MS
    ? warned(
        check,
        observed,
        'Create a new key at the exchange before then; keys restricted to an address do not expire at some exchanges.',
      )
    : fine(check, observed)
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
