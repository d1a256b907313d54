/** Validation of the strategy definition that a user's file exports, and the error for faults in such files. */

import { PERIOD_BARS } from '../../domain/signal/series.ts'
import { type Family, isStrategyId, type Params, type StrategyDefinition } from '../../domain/signal/strategy.ts'

/**
 * Returns a validated copy of the strategy definition a file exports; throws a `StrategyFault` with the first error.
 */
export const checkDefinition = (exported: unknown): StrategyDefinition => {
  if (typeof exported !== 'object' || exported === null) {
    throw new StrategyFault('its default export is not a strategy: export default defineStrategy({…})')
  }
  const given: Readonly<Record<string, unknown>> = { ...exported }
  const id = textIn(given, 'id')
  if (!isPlugInId(id)) {
    throw new StrategyFault(
      `its id '${id.slice(0, NAME_MAX)}' cannot be used: choose 2 to 32 capital letters, digits and underscores, none of S01 to S15`,
    )
  }
  const { begin } = given
  if (typeof begin !== 'function') throw new StrategyFault('begin must be a function that returns a rule')
  return {
    id,
    name: textIn(given, 'name'),
    family: oneIn(given, 'family', FAMILIES),
    version: wholeIn(given, 'version', [1, VERSION_MAX]),
    params: checkParams(given.params),
    warmupBars: wholeIn(given, 'warmupBars', [0, PERIOD_BARS]),
    horizonBars: wholeIn(given, 'horizonBars', [1, PERIOD_BARS]),
    needs: checkNeeds(given.needs),
    begin: (params) => begin(params),
  }
}

/** A fault in a user's strategy file, with a message that helps fix it. */
export class StrategyFault extends Error {
  override readonly name = 'StrategyFault'
}

const FAMILIES: readonly Family[] = ['TREND', 'MOMENTUM', 'MEAN_REVERSION', 'VOLATILITY', 'CARRY', 'PATTERN']
const NEEDS: StrategyDefinition['needs'] = ['FUNDING', 'BASIS', 'OPEN_INTEREST']
const VERSION_MAX = 1_000_000
const PARAMS_MAX = 64
const NAME_MAX = 64

/** Returns whether the ID has the form of a strategy loaded from a file; IDs of built-in strategies do not. */
export const isPlugInId = (id: string): boolean => isStrategyId(id) && !/^S(0[1-9]|1[0-5])$/.test(id)

type Given = Readonly<Record<string, unknown>>

const textIn = (given: Given, name: string): string => {
  const value = given[name]
  if (typeof value === 'string' && value !== '' && value.length <= NAME_MAX) return value
  throw new StrategyFault(`${name} must be a string of 1 to ${NAME_MAX} characters`)
}

const oneIn = <T extends string>(given: Given, name: string, all: readonly T[]): T => {
  const match = all.find((one) => one === given[name])
  if (match !== undefined) return match
  throw new StrategyFault(`${name} must be one of ${all.join(', ')}`)
}

const wholeIn = (given: Given, name: string, [min, max]: readonly [number, number]): number => {
  const value = given[name]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value
  throw new StrategyFault(`${name} must be a whole number from ${min} to ${max}`)
}

const checkParams = (value: unknown): Params => {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : undefined
  if (!entries || Array.isArray(value) || entries.length > PARAMS_MAX) {
    throw new StrategyFault(`params must be an object of at most ${PARAMS_MAX} numbers`)
  }
  return Object.fromEntries(
    entries.map(([name, figure]: [string, unknown]) => {
      if (typeof figure === 'number' && Number.isFinite(figure)) return [name, figure]
      throw new StrategyFault(`params.${name} must be a finite number`)
    }),
  )
}

const checkNeeds = (value: unknown): StrategyDefinition['needs'] => {
  const needs = NEEDS.filter((need) => Array.isArray(value) && value.includes(need))
  if (Array.isArray(value) && value.length === needs.length) return needs
  throw new StrategyFault(`needs must be a list of any of ${NEEDS.join(', ')}`)
}
