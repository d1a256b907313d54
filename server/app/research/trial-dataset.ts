/**
 * Dataset of a trial on a shared store: publishes the history, strategy file and constitution of a backtest, and
 * fetches them on a worker.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { replaceFile } from '../../adapters/store/disk.ts'
import type { SharedFiles } from '../../adapters/store/postgres/shared-files.ts'
import { loadDefinition } from '../../adapters/strategies/load-definition.ts'
import { usageFailure } from '../../cli/failure.ts'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { computeDigest } from '../../core/digest.ts'
import { periodAt } from '../../research/data/period.ts'
import type { PeriodKey } from '../../research/data/stored-period.ts'
import { openStoreAt } from '../stored-history.ts'
import { warmStartMs } from './run-backtest.ts'

/** Publishes everything a backtest reads to the workers: its history, its strategy file and its constitution. */
export const publishDataset = async (backtest: BacktestRequest, shared: SharedFiles): Promise<Dataset> => {
  const { dataDir, symbols, intervals, fromMs, toMs, resolve, strategy, constitution } = backtest
  const files: DatasetFile[] = []
  const publish = async (path: string, from: string): Promise<string> => {
    files.push({ path, sha256: await shared.add(readFileSync(from)) })
    return path
  }
  const isRead = ({ symbol, kind, period }: PeriodKey): boolean => {
    if (!symbols.includes(symbol) || (kind === 'trades' && resolve === 'none')) return false
    const startMs = kind === 'trades' ? fromMs : warmStartMs(intervals, fromMs)
    return period >= periodAt(kind, startMs) && period <= periodAt(kind, toMs - 1)
  }
  for (const file of openStoreAt(backtest).files())
    if (isRead(file)) await publish(relative(dataDir, file.path), file.path)
  const isFile = existsSync(strategy)
  if (isFile) await refuseImports(strategy)
  return {
    backtest: {
      ...backtest,
      dataDir: '',
      strategy: isFile ? await publish(`strategy/${basename(strategy)}`, strategy) : strategy,
      constitution: constitution && (await publish(`constitution/${basename(constitution)}`, constitution)),
    },
    files,
  }
}

/** A backtest whose paths are relative to a folder with these files. */
export interface Dataset {
  readonly backtest: BacktestRequest
  readonly files: readonly DatasetFile[]
}

interface DatasetFile {
  readonly path: string
  readonly sha256: string
}

/** Returns the backtest with the files of the dataset in a folder below `directory`; each file is fetched once. */
export const fetchDataset = async (
  { backtest, files }: Dataset,
  shared: SharedFiles,
  directory: string,
): Promise<BacktestRequest> => {
  const folder = join(directory, computeDigest(files).slice(0, 16))
  for (const { path, sha256 } of files) {
    const to = join(folder, path)
    if (relative(folder, to).startsWith('..')) throw new Error(`${path} is outside the dataset.`)
    if (existsSync(to)) continue
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    replaceFile(to, Buffer.from(await shared.read(sha256)), `${to}.${process.pid}.new`)
  }
  return {
    ...backtest,
    dataDir: folder,
    strategy: backtest.strategy.startsWith('strategy/') ? join(folder, backtest.strategy) : backtest.strategy,
    constitution: backtest.constitution && join(folder, backtest.constitution),
  }
}

/** The digest of a strategy that imports other user files differs from the digest of its own file. */
const refuseImports = async (path: string): Promise<void> => {
  const { sourceDigest } = await loadDefinition(path)
  if (sourceDigest === createHash('sha256').update(readFileSync(path)).digest('hex')) return
  throw usageFailure(`${path} imports other files, which workers do not have. Put the strategy into one file.`)
}
