import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { BacktestRequest } from '../../cli/research-parts.ts'
import { assert } from '../../core/assert.ts'
import { errorMessage } from '../../core/errors.ts'
import { canonicalJson } from '../../core/json.ts'
import { historyReader } from '../stored-history.ts'
import { evaluateTrial } from './evaluate-trial.ts'
import { type PreparedRun, prepareRun } from './prepare-run.ts'
import type { TrialPoolOptions, TrialReply, TrialTask } from './trial-pool.ts'

/** Entry point of a worker thread that evaluates trials. The history of a backtest is read once for all its trials. */

assert(parentPort, 'this module runs in a worker thread')
const port = parentPort
const { niceness } = workerData as TrialPoolOptions
/** On Linux this is the priority of the thread; elsewhere it would be the priority of the process. */
if (process.platform === 'linux') setPriority(niceness)

const latest: { key: string; run: Promise<PreparedRun> | undefined } = { key: '', run: undefined }

const prepareOnce = (backtest: BacktestRequest): Promise<PreparedRun> => {
  const key = canonicalJson(backtest)
  if (latest.run === undefined || latest.key !== key) {
    latest.run = prepareRun(backtest, historyReader)
    latest.key = key
  }
  return latest.run
}

const evaluate = async ({ backtest, objective, params }: TrialTask): Promise<TrialReply> => {
  try {
    return { evaluation: evaluateTrial(await prepareOnce(backtest), params, objective) }
  } catch (error) {
    return { fault: errorMessage(error) }
  }
}

port.on('message', (task: TrialTask) => void evaluate(task).then((reply) => port.postMessage(reply)))
