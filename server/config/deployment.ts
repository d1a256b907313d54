/** Deployment file of a walk-forward: reads it, and resolves its strategy, which must be the tested one. */

import { readFileSync } from 'node:fs'
import { errorMessage, StartError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import { definitionDigest } from '../domain/signal/strategies/definition-digest.ts'
import { strategiesFor } from '../domain/signal/strategies/index.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'

/** Reads a deployment; throws a `StartError` if the file is not a deployment. */
export const loadDeployment = (path: string): Deployment => {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartError(`The deployment ${path} cannot be read (${errorMessage(error)}). ${REMEDY}`)
  }
  if (isDeployment(json)) return json
  throw new StartError(`The deployment ${path} is invalid. ${REMEDY}`)
}

/** Tradable result of a walk-forward: one strategy with its parameters. */
export interface Deployment {
  readonly format: 1
  readonly walkId: string
  readonly madeAt: string
  readonly exchange: string
  readonly symbols: readonly string[]
  readonly intervals: readonly Interval[]
  readonly strategy: {
    readonly id: string
    /** Absolute path of its file; null for a built-in strategy. */
    readonly file: string | null
    readonly params: Readonly<Record<string, number>>
    /** Digest of the definition with these parameters. */
    readonly definitionDigest: string
  }
}

const REMEDY = 'Specify the deployment.json of a walk-forward with --deployment.'

const isDeployment = (json: unknown): json is Deployment => {
  if (!isRecord(json) || json.format !== 1 || !isRecord(json.strategy)) return false
  const { symbols, intervals, walkId, strategy } = json
  const { id, file, params, definitionDigest: digest } = strategy
  return (
    [walkId, id, digest].every((text) => typeof text === 'string') &&
    (file === null || typeof file === 'string') &&
    isRecord(params) &&
    Object.values(params).every(Number.isFinite) &&
    isFilledList(symbols, (symbol) => typeof symbol === 'string') &&
    isFilledList(intervals, (interval) => INTERVALS.some((known) => known === interval))
  )
}

const isFilledList = (value: unknown, isEntry: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isEntry)

/**
 * Returns the definition that a deployment arms: the built-in strategy, or the loaded content of its file.
 * Throws a `StartError` if it has changed since it was tested.
 */
export const resolveDeployed = (deployment: Deployment, loaded: StrategyDefinition | undefined): StrategyDefinition => {
  const { strategy, intervals, walkId } = deployment
  const [interval = '1m'] = intervals
  const known = strategy.file === null ? strategiesFor(interval).find(({ id }) => id === strategy.id) : loaded
  if (!known) throw new StartError(`The strategy ${strategy.id} of the deployment is not available. ${REMEDY}`)
  const definition = { ...known, params: { ...known.params, ...strategy.params } }
  const digest = definitionDigest(definition)
  if (digest === strategy.definitionDigest) return definition
  throw new StartError(
    `The strategy ${strategy.id} is not the one that ${walkId} tested: its digest is ${digest}, that of the deployment ${strategy.definitionDigest}. Run the walk-forward again, or restore the strategy.`,
  )
}
