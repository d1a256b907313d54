/**
 * Entry point of the worker thread of one user strategy: loads its file and evaluates its rule on the bars it receives.
 */

import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../core/assert.ts'
import {
  breakSeries,
  createSeries,
  evaluateStrategies,
  type Series,
  type StrategyIdea,
} from '../../domain/signal/series.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { StrategyFault } from './check-definition.ts'
import { checkIdea } from './check-idea.ts'
import { loadDefinition } from './load-definition.ts'
import { firstLine, type ThreadBar, type ThreadIdea, type ThreadMessage, type ThreadOptions } from './message.ts'

/**
 * Loads the strategy and answers batches of bars. Indicators are computed as in the engine, for this strategy alone.
 */
const run = async ({ path, params, progress }: ThreadOptions): Promise<void> => {
  const { begin, ...loaded } = await loadDefinition(path)
  const definition = { ...loaded, params: { ...loaded.params, ...params } }
  const checked = withChecks({ begin, ...definition })
  checked.begin(definition.params)
  const allSeries = new Map<string, Series>()
  const evaluate = (threadBar: ThreadBar): StrategyIdea | undefined => evaluateThreadBar(allSeries, checked, threadBar)
  send({ kind: 'loaded', definition })
  port.on('message', (bars: readonly ThreadBar[]) => answer(bars, evaluate, progress))
}

/** Validates the ideas of a definition and freezes the input of its rules. */
const withChecks = (definition: StrategyDefinition): StrategyDefinition => ({
  ...definition,
  begin(params) {
    const rule: unknown = definition.begin(params)
    if (typeof rule !== 'function') throw new StrategyFault('begin must return a rule: (bar, context) => idea or null')
    return (bar, context) => checkIdea(rule(Object.freeze(bar), Object.freeze(context)), bar)
  },
})

const evaluateThreadBar = (
  allSeries: Map<string, Series>,
  definition: StrategyDefinition,
  { symbol, interval, bar, context }: ThreadBar,
): StrategyIdea | undefined => {
  const key = `${symbol} ${interval}`
  const series = allSeries.get(key) ?? createSeries(interval, [definition])
  allSeries.set(key, series)
  if (bar) return evaluateStrategies(series, bar, context)[0]
  breakSeries(series)
  return undefined
}

const answer = (
  bars: readonly ThreadBar[],
  evaluate: (threadBar: ThreadBar) => StrategyIdea | undefined,
  progress: Int32Array,
): void => {
  const ideas: ThreadIdea[] = []
  for (const [index, threadBar] of bars.entries()) {
    try {
      const result = evaluate(threadBar)
      if (result)
        ideas.push({ index, strategyIdea: { idea: result.idea, regime: result.regime, patternIds: result.patternIds } })
    } catch (thrown) {
      send({ kind: 'answered', ideas })
      return fail(`${firstLine(thrown)}, on ${threadBar.symbol} ${threadBar.interval}`)
    }
    Atomics.add(progress, 0, 1)
  }
  send({ kind: 'answered', ideas })
}

const fail = (reason: string): void => {
  send({ kind: 'fault', reason })
  port.close()
}

const send = (message: ThreadMessage): void => port.postMessage(message)

assert(parentPort, 'a strategy must run in a worker thread')
const port = parentPort
await run(workerData).catch((thrown) => fail(firstLine(thrown)))
