import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { assert } from '../../core/assert.ts'
import { errorMessage } from '../../core/errors.ts'
import { canonicalJson } from '../../core/json.ts'
import type { StoredTrades } from '../../research/history.ts'
import { RUNGS } from '../../research/search/asha.ts'
import { historyReader, tradesReader } from '../stored-history.ts'
import { evaluateTrial } from './evaluate-trial.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import type { TrialPoolOptions, TrialReply, TrialTask } from './trial-pool.ts'

/**
 * Entry point of a worker thread that evaluates trials. The history of a backtest is read once for all its trials, on
 * each of the ranges of a pruned search.
 */

assert(parentPort, 'this module must run in a worker thread')
const port = parentPort
const { niceness } = workerData as TrialPoolOptions
/** On Linux this is the priority of the thread; elsewhere it would be the priority of the process. */
if (process.platform === 'linux') setPriority(niceness)

/** A backtest with the trades that its trials have read. */
interface Prepared {
  readonly run: Promise<PreparedRun>
  readonly trades: StoredTrades
}

const prepared = new Map<string, Prepared>()

const prepareOnce = (backtest: BacktestRequest): Prepared => {
  const key = canonicalJson(backtest)
  const known = prepared.get(key)
  if (known !== undefined) return known
  const [oldest] = prepared.keys()
  if (oldest !== undefined && prepared.size === RUNGS.length) prepared.delete(oldest)
  const newest = { run: prepareRun(backtest, historyReader), trades: tradesReader(backtest) }
  prepared.set(key, newest)
  return newest
}

const evaluate = async ({ backtest, objective, params }: TrialTask): Promise<TrialReply> => {
  try {
    const { run, trades } = prepareOnce(backtest)
    return { evaluation: await evaluateTrial(await run, { params, objective }, trades) }
  } catch (error) {
    return { fault: errorMessage(error) }
  }
}

port.on('message', (task: TrialTask) => void evaluate(task).then((reply) => port.postMessage(reply)))
