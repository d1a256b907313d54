import { relative } from 'node:path'
import type { Logger } from 'pino'
import { type LoadedStrategies, loadStrategies } from '../adapters/strategies/strategy-host.ts'
import { type AutotradingConfig, isChosen, missingFrom } from '../config/autotrading.ts'

interface StrategiesParts {
  readonly autotrading: AutotradingConfig
  readonly logger: Logger
  /** Never runs backwards. */
  readonly monotonic: () => number
  readonly resources: AsyncDisposableStack
}

/** Opens the user's own strategies. One that cannot run is logged and does not prevent a start. */
export const openStrategies = async ({
  autotrading,
  logger,
  monotonic,
  resources,
}: StrategiesParts): Promise<LoadedStrategies> => {
  const { strategiesDir: directory, strategies: chosen } = autotrading
  const loading = loadStrategies({
    directory,
    isWanted: (id) => isChosen(chosen, id),
    print: (path, line) => logger.info({ file: relative(directory ?? '', path) }, line),
    monotonic,
  })
  const strategies = resources.adopt(await loading, (host) => host.close())
  for (const { path, fault } of strategies.faulty) {
    logger.warn({ file: path, fault, remedy: REMEDY }, 'a strategy is not run: its file is faulty')
  }
  for (const strategyId of missingFrom(autotrading, strategies.definitions)) {
    logger.warn({ strategyId, remedy: REMEDY }, 'a strategy is named that is neither built in nor in the folder')
  }
  for (const { strategyId, path } of strategies.files) logger.info({ strategyId, file: path }, 'a strategy is run')
  return strategies
}

const REMEDY = 'Fix it and start again; docs/guide/strategies.md describes what a file must contain.'
