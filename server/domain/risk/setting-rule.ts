/** Rules for the values of constitution settings: form, range, and whether null is allowed. */

import { HOUR_MS } from '../../core/instant.ts'

/** Allowed values of a constitution setting. A value outside the range is an error. */
export interface SettingRule {
  /** A decimal string is quoted so that it stays exact. */
  readonly form: 'number' | 'whole' | 'decimalText' | 'wholeText' | 'boolean'
  readonly from: number
  readonly to: number
  /** True when `null`, "not configured", is allowed. */
  readonly nullable: boolean
}

/** A setting of the constitution. */
export interface Setting<Value> {
  readonly default: Value
  readonly allowed: SettingRule
}

const rule =
  (form: SettingRule['form'], nullable: boolean) =>
  (from: number, to: number): SettingRule => ({ form, from, to, nullable })

export const number = rule('number', true)
export const whole = rule('whole', true)
export const decimalText = rule('decimalText', true)
export const wholeText = rule('wholeText', true)
export const requiredNumber = rule('number', false)
export const requiredWhole = rule('whole', false)
export const requiredDecimal = rule('decimalText', false)
export const yesOrNo = rule('boolean', false)(0, 1)

/** Amount in USDT. */
export const amount = decimalText(0, 1e12)
export const collarBps = number(0, 5_000)
export const age = whole(1, HOUR_MS)
export const percent = number(0, 100)

/** Maximum time a position may be without a stop. */
export const UNPROTECTED_MAX_MS = 15_000
