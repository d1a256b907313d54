/**
 * Reads and checks the arguments of host commands: strings, lists, numbers, and the reason recorded in the audit log.
 */

import { isPrintable, printable } from '../core/printable.ts'
import { HostRefusal } from './verb.ts'

/** Arguments of a host command as an object; each reader checks the type of its member. */
export type Arguments = Readonly<Record<string, unknown>>

export const readArguments = (args: unknown): Arguments => {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) throw bad('The arguments must be an object.')
  return { ...args }
}

export const readText = (args: Arguments, name: string): string =>
  readOptionalText(args, name) ?? missing(name, 'a string')

export const readOptionalText = (args: Arguments, name: string): string | undefined => {
  const value = own(args, name)
  if (value === undefined || typeof value === 'string') return value
  throw bad(`'${name}' must be a string.`)
}

export const readTexts = (args: Arguments, name: string): readonly string[] =>
  readOptionalTexts(args, name) ?? missing(name, 'a list of strings')

export const readOptionalTexts = (args: Arguments, name: string): readonly string[] | undefined => {
  const value = own(args, name)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw bad(`'${name}' must be a list of strings.`)
  return value.map((item: unknown) => (typeof item === 'string' ? item : missing(name, 'a list of strings')))
}

export const readOptionalNumber = (args: Arguments, name: string): number | undefined => {
  const value = own(args, name)
  if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
  throw bad(`'${name}' must be a number.`)
}

const own = (args: Arguments, name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined)

const bad = (message: string): HostRefusal => new HostRefusal('BAD_ARGUMENT', message)

const missing = (name: string, what: string): never => {
  throw bad(`'${name}' must be ${what}.`)
}

const REASON_MAX = 500

/** Reads the reason for the audit log: one line, not empty. Characters beyond 500 are truncated. */
export const readReason = (args: Arguments): string => {
  const reason = readText(args, 'reason')
  if (reason.trim() === '') {
    throw new HostRefusal(
      'BAD_ARGUMENT',
      "'reason' must not be empty.",
      'Specify a reason: it is recorded in the audit log.',
    )
  }
  if (isPrintable(reason)) return reason.slice(0, REASON_MAX)
  throw new HostRefusal('BAD_ARGUMENT', "'reason' must be one line without control or formatting characters.")
}

/** Returns the reason of a command that is never refused because of it; null unless it is a string. */
export const reasonGiven = (reason: unknown): string | null =>
  typeof reason === 'string' ? printable(reason).slice(0, REASON_MAX).toWellFormed() : null
