/** Reading of the permissions of an exchange key, as `plimsoll doctor` sends it and the file of checks stores it. */

import { isRecord } from '../core/json.ts'
import { isPrintable } from '../core/printable.ts'
import { EXCHANGE_IDS } from '../domain/market/exchanges.ts'
import type { KeyReading } from '../monitor/inputs/go-live.ts'

/** Parses a reading; undefined when it is invalid. */
export const parseKeyReading = (value: unknown): KeyReading | undefined => {
  if (!isRecord(value) || !isRecord(value.permissions)) return undefined
  const { url, apiKey } = value
  const { trade, withdraw, transfer, boundToAddresses, expiresAtMs } = value.permissions
  const exchange = EXCHANGE_IDS.find((id) => id === value.exchange)
  if (!exchange || !isLine(apiKey) || !(url === null || isLine(url))) return undefined
  if (!isRight(trade) || !isRight(withdraw) || !isRight(transfer) || !isRight(boundToAddresses)) return undefined
  if (!(expiresAtMs === null || isInstant(expiresAtMs))) return undefined
  return { exchange, url, apiKey, permissions: { trade, withdraw, transfer, boundToAddresses, expiresAtMs } }
}

const LINE_MAX = 500

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LINE_MAX && isPrintable(value)

const isRight = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const isInstant = (value: unknown): value is number => Number.isSafeInteger(value)
