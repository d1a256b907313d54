/** Parameters of Bybit requests: parsed from query and JSON body, and read as strings, numbers, flags and choices. */

import { badParameter } from './refusal.ts'

/** Parameters by name, case-sensitive as at the exchange. */
export type Params = ReadonlyMap<string, string>

/** Parses a query; of a repeated parameter the first value counts. */
export const readQuery = (query: string): Params => {
  const params = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) if (!params.has(name)) params.set(name, value)
  return params
}

/** Parses a JSON body, with numbers and booleans as strings; null counts as missing. */
export const readJson = (body: string): Params => {
  const given = parseRecord(body === '' ? '{}' : body)
  return new Map(
    Object.entries(given).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const],
    ),
  )
}

const parseRecord = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    throw badParameter('Request parameter error: the body is not JSON.')
  }
  throw badParameter('Request parameter error: the body is not an object.')
}

/** Returns a string parameter; undefined when missing or empty. */
export const readText = (params: Params, name: string): string | undefined => params.get(name) || undefined

/** Returns a string parameter; refuses the request when it is missing. */
export const neededText = (params: Params, name: string): string => {
  const text = readText(params, name)
  if (text === undefined) throw badParameter(`params error: ${name} is required`)
  return text
}

const WHOLE = /^\d{1,16}$/

/** Returns a whole number, if given. */
export const readWhole = (params: Params, name: string): number | undefined => {
  const text = readText(params, name)
  if (text === undefined) return undefined
  if (!WHOLE.test(text)) throw badParameter(`params error: ${name} invalid`)
  return Number(text)
}

/** Returns the requested number of items, at most `most`. */
export const readLimit = (params: Params, usual: number, most: number): number => {
  const limit = readWhole(params, 'limit') ?? usual
  if (limit < 1) throw badParameter('params error: limit invalid')
  return Math.min(limit, most)
}

/** Returns a boolean parameter; undefined when missing. */
export const readFlag = (params: Params, name: string): boolean | undefined => {
  const text = readText(params, name)
  if (text === undefined || text === 'true' || text === 'false') return text === undefined ? undefined : text === 'true'
  throw badParameter(`params error: ${name} invalid`)
}

/** Returns a parameter that must be one of the choices; undefined when missing. */
export const readChoice = <T extends string>(params: Params, name: string, choices: readonly T[]): T | undefined => {
  const text = readText(params, name)
  const choice = choices.find((value) => value === text)
  if (text !== undefined && choice === undefined) throw badParameter(`params error: ${name} invalid`)
  return choice
}

/** Returns one of the choices; refuses the request when it is missing. */
export const neededChoice = <T extends string>(params: Params, name: string, choices: readonly T[]): T => {
  const choice = readChoice(params, name, choices)
  if (choice === undefined) throw badParameter(`params error: ${name} is required`)
  return choice
}
