/**
 * Rules of an engine run: builds them from configuration, limits and strategies, loads the user's strategies and
 * deployment, and stops the engine when its gates permit more than the constitution.
 */

import { relative } from 'node:path'
import type { Logger } from 'pino'
import { type LoadedStrategies, loadStrategies } from '../adapters/strategies/strategy-host.ts'
import { type AutotradingConfig, createBooks, isChosen, missingFrom, strategiesIn } from '../config/autotrading.ts'
import type { Config } from '../config/config.ts'
import type { LoadedConstitution } from '../config/constitution-file.ts'
import { type Deployment, loadDeployment, resolveDeployed } from '../config/deployment.ts'
import { getExecutionMode } from '../config/market.ts'
import { StartError } from '../core/errors.ts'
import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { isLooser } from '../domain/risk/probes/probe.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import type { OpenControlDesk } from '../engine/desks/control-desk.ts'
import type { Rules } from '../engine/state/turn.ts'
import type { ConstitutionProbes } from '../monitor/inputs/engine.ts'
import type { Exchange } from './exchange/exchange.ts'

/** Builds the rules of this run from the configuration of the host. */
export const createRules = (
  { market, autotrading }: Config,
  { limits, exchange: { execution, brackets, requestLifeMs }, strategies }: RulesParts,
): Rules => ({
  constitution: withRequestLife(limits.constitution, requestLifeMs),
  brackets,
  mode: getExecutionMode(market),
  autoResume: execution !== 'live',
  clockChecked: market.kind !== 'replay',
  restsWhileDown: execution === 'paper',
  ...createScope({ market, autotrading }, strategies),
})

interface RulesParts {
  readonly limits: LoadedConstitution
  readonly exchange: Pick<Exchange, 'execution' | 'brackets' | 'requestLifeMs'>
  readonly strategies: OpenedStrategies
}

/** Creates the trading scope: the selected strategies or, with a deployment, only its strategies. */
const createScope = (
  { market, autotrading }: Pick<Config, 'market' | 'autotrading'>,
  { definitions, deployed }: OpenedStrategies,
): Pick<Rules, 'books' | 'strategiesFor'> => {
  const mode = getExecutionMode(market)
  if (!deployed)
    return {
      books: createBooks(autotrading, mode, definitions),
      strategiesFor: strategiesIn(autotrading, definitions),
    }
  const { deployment, definition } = deployed
  const { symbols, intervals, exchange } = deployment
  const traded = market.kind === 'exchange' ? market.id : market.kind
  if (traded !== exchange && traded !== 'replay')
    throw new StartError(`The deployment was tested on ${exchange}. Start with --exchange ${exchange}.`)
  const strategies = [definition.id]
  const only: readonly StrategyDefinition[] = [definition]
  return {
    books: createBooks({ ...autotrading, intervals, strategies }, mode, definitions).map((book) => ({
      ...book,
      symbols,
    })),
    strategiesFor: (interval) => (intervals.includes(interval) ? only : NO_STRATEGIES),
  }
}

const NO_STRATEGIES: readonly StrategyDefinition[] = []

/** Extends the proof period of an order by the time in which an exchange may accept a request after our window ends. */
const withRequestLife = (constitution: Constitution, requestLifeMs: number | null): Constitution => {
  const { recvWindowMs, settleMs } = constitution.execution
  const longerMs = Math.max(0, (requestLifeMs ?? 0) - recvWindowMs)
  return { ...constitution, execution: { ...constitution.execution, settleMs: settleMs + longerMs } }
}

interface ConstitutionWatchParts {
  /** Result of the last probe of the limits; undefined until the first one. */
  readonly probes: () => ConstitutionProbes | undefined
  readonly desk: Pick<OpenControlDesk, 'stopFor'>
}

/** Returns a check function: limits that permit more than declared stop the engine, once per fault. */
export const createConstitutionWatch = ({ probes, desk }: ConstitutionWatchParts): (() => void) => {
  let lastReported = ''
  return () => {
    const broken = (probes()?.articles ?? [])
      .filter(isLooser)
      .map(({ path }) => path)
      .join(', ')
    if (broken !== '' && broken !== lastReported) void desk.stopFor('CONSTITUTION_BROKEN', `${LET_THROUGH}: ${broken}.`)
    lastReported = broken
  }
}

const LET_THROUGH = 'The gates allow more than the constitution does'

/** Interval of the check. The limits are probed every few minutes; the results are read more often. */
const CHECK_EVERY_MS = 5 * SECOND_MS

/** Checks now and then periodically; the returned function ends it. */
export const watchConstitution = (parts: ConstitutionWatchParts): (() => void) => {
  const check = createConstitutionWatch(parts)
  check()
  return every(CHECK_EVERY_MS, check)
}

interface StrategiesParts {
  readonly autotrading: AutotradingConfig
  readonly logger: Logger
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly resources: AsyncDisposableStack
}

/** Strategies of the user, and the deployment armed on the host. */
export type OpenedStrategies = LoadedStrategies & {
  readonly deployed: { readonly deployment: Deployment; readonly definition: StrategyDefinition } | null
}

/**
 * Loads the user's strategies. A strategy that cannot run is logged and omitted; a deployment that differs from the
 * tested one prevents the start.
 */
export const openStrategies = async ({
  autotrading,
  logger,
  monotonic,
  resources,
}: StrategiesParts): Promise<OpenedStrategies> => {
  const { strategiesDir: directory, strategies: chosen, deploymentPath } = autotrading
  const deployment = deploymentPath === null ? null : loadDeployment(deploymentPath)
  const { file = null, params = {} } = deployment?.strategy ?? {}
  const loading = loadStrategies({
    directory: deployment ? null : directory,
    only: file === null ? undefined : { path: file, params },
    isWanted: (id) => isChosen(chosen, id),
    print: (path, line) => logger.info({ file: relative(directory ?? '', path) }, line),
    monotonic,
  })
  const strategies = resources.adopt(await loading, (host) => host.close())
  for (const { path, fault } of strategies.faulty) {
    logger.warn({ file: path, fault, remedy: REMEDY }, 'a strategy is not loaded: its file has an error')
  }
  for (const strategyId of missingFrom(autotrading, strategies.definitions)) {
    logger.warn(
      { strategyId, remedy: REMEDY },
      'an unknown strategy is specified: it is neither built in nor in the folder',
    )
  }
  for (const { strategyId, path } of strategies.files) logger.info({ strategyId, file: path }, 'a strategy is running')
  if (!deployment) return Object.assign(strategies, { deployed: null })
  const definition = resolveDeployed(deployment, strategies.definitions[0])
  logger.info({ strategyId: definition.id, walkId: deployment.walkId }, 'the deployment is armed')
  return Object.assign(strategies, { deployed: { deployment, definition } })
}

const REMEDY = 'Fix it and start again; docs/guide/strategies.md describes what a file must contain.'
