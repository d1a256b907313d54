import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { BTC, createHistory, createReader, walkMinutes } from '../../test/support/generated-history.ts'
import { FROM_MS } from '../../test/support/scripted-strategy.ts'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { parseConfig } from '../config/config.ts'
import { loadConstitution } from '../config/constitution-file.ts'
import type { Deployment } from '../config/deployment.ts'
import { HOUR_MS, MINUTE_MS } from '../core/instant.ts'
import { publishedBrackets } from '../domain/margin/brackets.ts'
import { definitionDigest } from '../domain/signal/strategies/definition-digest.ts'
import type { Trial } from '../research/search/trial.ts'
import { createRules, openStrategies } from './engine-rules.ts'
import { aBacktest } from './research/backtest-fixture.ts'
import { prepareRun } from './research/prepare-run.ts'
import { warmStartMs } from './research/run-backtest.ts'
import { createDeployment } from './research/run-walk-forward.ts'

const EXAMPLE = join(import.meta.dirname, '../../examples/strategies/ten-lines.ts')
const TO_MS = FROM_MS + HOUR_MS
const START_MS = warmStartMs(['1m'], FROM_MS)
const PAST = createHistory(START_MS, walkMinutes(3, (TO_MS - START_MS) / MINUTE_MS))

/** The deployment of a strategy with chosen parameters, as a walk-forward makes it. */
const deploy = async (strategy: string, params: Record<string, number>): Promise<Deployment> => {
  const order = aBacktest({
    dataDir: '/',
    strategy,
    symbols: [BTC.symbol],
    funding: false,
    fromMs: FROM_MS,
    toMs: TO_MS,
  })
  const prepared = await prepareRun({ ...order, exchange: 'simulated' }, () => createReader(PAST))
  const chosen: Trial = {
    number: 0,
    point: [],
    params,
    share: 1,
    value: 1,
    trades: 40,
    net: '1',
    returns: [],
    engine: 'fast',
  }
  const deployment = createDeployment(prepared, chosen, { walkId: 'walk_1', atMs: FROM_MS })
  if (!deployment) throw new Error('a chosen trial makes a deployment')
  return deployment
}

/** The rules of a platform that is started with this deployment. */
const start = async (deployment: unknown, flags: Record<string, string> = {}) => {
  const path = join(aTempDirectory(), 'deployment.json')
  writeFileSync(path, JSON.stringify(deployment))
  const config = parseConfig({}, { deployment: path, ...flags })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const resources = new AsyncDisposableStack()
  onTestFinished(() => resources.disposeAsync())
  const logger = pino({ level: 'silent' })
  const { autotrading } = config.value
  const strategies = await openStrategies({ autotrading, logger, monotonic: () => 0, resources })
  const exchange = { execution: 'paper', brackets: publishedBrackets, requestLifeMs: null } as const
  return createRules(config.value, { limits: loadConstitution(undefined), exchange, strategies })
}

it.each(['S05', EXAMPLE])('arms exactly what a walk-forward of %s tested', async (strategy) => {
  const deployment = await deploy(strategy, { stopAtr: 2.5 })
  const { books, strategiesFor } = await start(deployment)
  expect(books).toMatchObject([{ symbols: ['BTCUSDT'], intervals: ['1m'], strategies: [deployment.strategy.id] }])
  const [armed, ...others] = strategiesFor('1m')
  expect([armed?.params.stopAtr, others, strategiesFor('5m')]).toEqual([2.5, [], []])
  expect(armed && definitionDigest(armed)).toBe(deployment.strategy.definitionDigest)
})

it('rejects a strategy that differs from the tested one, and names both digests', async () => {
  const deployment = await deploy(EXAMPLE, {})
  const changed = { ...deployment, strategy: { ...deployment.strategy, params: { fast: 3 } } }
  await expect(start(changed)).rejects.toThrow(
    /EMA_CROSS is not the one that walk_1 tested: its digest is [0-9a-f]{64}, that of the deployment [0-9a-f]{64}/,
  )
  const missing = { ...deployment, strategy: { ...deployment.strategy, file: '/nowhere.ts' } }
  await expect(start(missing)).rejects.toThrow('The strategy EMA_CROSS of the deployment is not available.')
})

it('rejects a file that is not a deployment, another exchange, and a second choice of strategies', async () => {
  await expect(start({ format: 2 })).rejects.toThrow('is invalid. Specify the deployment.json of a walk-forward')
  const deployment = await deploy('S05', {})
  await expect(start({ ...deployment, exchange: 'bybit' })).rejects.toThrow('Start with --exchange bybit.')
  await expect(start(deployment, { strategies: 'S01' })).rejects.toThrow('cannot be used with a deployment')
})
