import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openHistoryStore } from '../../adapters/store/history/history-store.ts'
import { assert } from '../../core/assert.ts'
import { errorMessage } from '../../core/errors.ts'
import { readHistory } from '../../research/data/read-history.ts'
import { evaluateTrial } from './evaluate-trial.ts'
import { prepareRun } from './prepare-run.ts'
import type { TrialOrder, TrialReply, TrialTask } from './trial-threads.ts'

/** Entry point of a thread that evaluates the trials of one search. It reads the history once. */

assert(parentPort, 'this module runs in a worker thread')
const port = parentPort
const { backtest, objective, niceness } = workerData as TrialOrder
/** On Linux this is the priority of the thread; elsewhere it would be that of the process. */
if (process.platform === 'linux') setPriority(niceness)

const { dataDir, exchange } = backtest
const { read } = openHistoryStore(join(dataDir, 'market', exchange), exchange)
const prepared = prepareRun(backtest, () => (query) => readHistory(read, query))

const evaluate = async (params: TrialTask): Promise<TrialReply> => {
  try {
    return { evaluation: evaluateTrial(await prepared, params, objective) }
  } catch (error) {
    return { fault: errorMessage(error) }
  }
}

port.on('message', (task: TrialTask) => void evaluate(task).then((reply) => port.postMessage(reply)))
