import { canonicalJson } from '../../core/canonical-json.ts'
import { ID_PATTERN } from '../../core/id.ts'
import { printable } from '../../core/printable.ts'
import type { StopCode } from '../../domain/control/stop.ts'
import type { StopOrder } from '../../engine/model/events.ts'

/** The stop of a file, its reason printable; null unless the file is, byte for byte, the one line this program writes. */
export const parseStopOrder = (text: string): StopOrder | null => {
  const value = parseJson(text)
  if (!isStopOrder(value) || `${canonicalJson(value)}\n` !== text) return null
  return { ...value, reason: printable(value.reason) }
}

const CODES: Readonly<Record<StopCode, true>> = {
  EMERGENCY_STOP: true,
  STOP_FILE: true,
  FOREIGN_EPOCH: true,
  QTY_MISMATCH: true,
  UNPROTECTED_UNCLOSABLE: true,
  UNRESOLVED_OUTCOME: true,
  OVERFILLED: true,
  STORE_FAILED: true,
  AUDIT_BROKEN: true,
  CONSTITUTION_BROKEN: true,
  LEDGER_BEHIND: true,
}

type Parsed = Readonly<Record<string, unknown>>

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isStopOrder = (value: unknown): value is StopOrder =>
  hasExactly(value, ['atMs', 'auditId', 'by', 'code', 'flatten', 'reason', 'stopId']) &&
  isId(value.stopId, 'stp') &&
  isId(value.auditId, 'aud') &&
  typeof value.code === 'string' &&
  Object.hasOwn(CODES, value.code) &&
  (value.flatten === 'NONE' || value.flatten === 'REDUCE_ONLY') &&
  typeof value.reason === 'string' &&
  Number.isSafeInteger(value.atMs) &&
  isActor(value.by)

const isActor = (value: unknown): boolean =>
  hasExactly(value, ['ip', 'sid', 'sub', 'type']) &&
  (value.type === 'USER' || value.type === 'HOST' || value.type === 'ENGINE') &&
  [value.ip, value.sid, value.sub].every((part) => part === null || typeof part === 'string')

const hasExactly = (value: unknown, names: readonly string[]): value is Parsed =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).toSorted().join() === names.join()

const SHAPE = new RegExp(ID_PATTERN)

const isId = (value: unknown, prefix: string): boolean =>
  typeof value === 'string' && value.startsWith(`${prefix}_`) && SHAPE.test(value)
