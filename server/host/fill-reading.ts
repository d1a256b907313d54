/** Result of the comparison of paper fills, as `plimsoll compare` sends it and the file of checks stores it. */

import { isRecord } from '../core/json.ts'
import { isPrintable } from '../core/printable.ts'
import type { FillReading } from '../monitor/inputs/go-live.ts'

/** Parses a result; undefined when it is invalid. */
export const parseFillReading = (value: unknown): FillReading | undefined => {
  if (!isRecord(value)) return undefined
  const { medianBps, incomplete, fromMs, toMs } = value
  if (!(medianBps === null || isDistance(medianBps))) return undefined
  if (!(incomplete === null || isLine(incomplete))) return undefined
  if (!isInstant(fromMs) || !isInstant(toMs) || fromMs > toMs) return undefined
  return { medianBps, incomplete, fromMs, toMs }
}

const LINE_MAX = 500

const isLine = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LINE_MAX && isPrintable(value)

const isDistance = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value)

const INSTANT_MAX = 8.64e15

const isInstant = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(Number(value)) <= INSTANT_MAX
