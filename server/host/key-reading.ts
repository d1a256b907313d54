/** Reading of an exchange key: its permissions or its rejection, as `plimsoll doctor` sends it and the file of checks stores it. */

import { isRecord } from '../core/json.ts'
import { isPrintable } from '../core/printable.ts'
import type { KeyOutcome } from '../domain/account/key-permissions.ts'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { KeyReading } from '../monitor/inputs/go-live.ts'

/** Parses a reading; undefined when it is invalid. */
export const parseKeyReading = (value: unknown): KeyReading | undefined => {
  if (!isRecord(value)) return undefined
  const { url, apiKey } = value
  const exchange = EXCHANGE_IDS.find((id) => id === value.exchange)
  if (!exchange || !isLine(apiKey) || !(url === null || isLine(url))) return undefined
  const outcome = parseOutcome(value)
  return outcome && { exchange, url, apiKey, ...outcome }
}

/** Parses the outcome; records of earlier versions have permissions only. */
const parseOutcome = ({ permissions, rejection = null }: Readonly<Record<string, unknown>>): KeyOutcome | undefined => {
  if (permissions === null) return isLine(rejection) ? { permissions, rejection } : undefined
  if (!isRecord(permissions) || rejection !== null) return undefined
  const { trade, withdraw, transfer, boundToAddresses, expiresAtMs } = permissions
  if (!isRight(trade) || !isRight(withdraw) || !isRight(transfer) || !isRight(boundToAddresses)) return undefined
  if (!(expiresAtMs === null || isInstant(expiresAtMs))) return undefined
  return { permissions: { trade, withdraw, transfer, boundToAddresses, expiresAtMs }, rejection }
}

const LINE_MAX = 500

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LINE_MAX && isPrintable(value)

const isRight = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const isInstant = (value: unknown): value is number => Number.isSafeInteger(value)
