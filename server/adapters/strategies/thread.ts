import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../core/assert.ts'
import { breakSeries, createSeries, type Series, type Told, tellBar } from '../../domain/signal/series.ts'
import type { StrategyDefinition } from '../../domain/signal/strategy.ts'
import { StrategyFault } from './check-definition.ts'
import { checkIdea } from './check-idea.ts'
import { firstLine } from './first-line.ts'
import { loadDefinition } from './load-definition.ts'
import type { ThreadBar, ThreadIdea, ThreadOrder, ThreadWord } from './message.ts'

/** What runs in the thread of one strategy: the same series as in the engine, with that strategy alone. */
const run = async ({ path, progress }: ThreadOrder): Promise<void> => {
  const { begin, ...definition } = await loadDefinition(path)
  const checked = withChecks({ begin, ...definition })
  checked.begin(definition.params)
  const allSeries = new Map<string, Series>()
  const tell = (told: ThreadBar): Told | undefined => tellThread(allSeries, checked, told)
  say({ kind: 'loaded', definition })
  port.on('message', (bars: readonly ThreadBar[]) => answer(bars, tell, progress))
}

/** Ideas are made sure of, and what a rule is told cannot be changed by it. */
const withChecks = (definition: StrategyDefinition): StrategyDefinition => ({
  ...definition,
  begin(params) {
    const rule: unknown = definition.begin(params)
    if (typeof rule !== 'function') throw new StrategyFault('begin must return a rule: (bar, context) => idea or null')
    return (bar, context) => checkIdea(rule(Object.freeze(bar), Object.freeze(context)), bar)
  },
})

const tellThread = (
  allSeries: Map<string, Series>,
  definition: StrategyDefinition,
  { symbol, interval, bar, context }: ThreadBar,
): Told | undefined => {
  const key = `${symbol} ${interval}`
  const series = allSeries.get(key) ?? createSeries(interval, [definition])
  allSeries.set(key, series)
  if (bar) return tellBar(series, bar, context)[0]
  breakSeries(series)
  return undefined
}

const answer = (
  bars: readonly ThreadBar[],
  tell: (told: ThreadBar) => Told | undefined,
  progress: Int32Array,
): void => {
  const ideas: ThreadIdea[] = []
  for (const [index, told] of bars.entries()) {
    try {
      const heard = tell(told)
      if (heard) ideas.push({ index, said: { idea: heard.idea, gauge: heard.gauge, patternIds: heard.patternIds } })
    } catch (thrown) {
      say({ kind: 'answered', ideas })
      return fail(`${firstLine(thrown)}, on ${told.symbol} ${told.interval}`)
    }
    Atomics.add(progress, 0, 1)
  }
  say({ kind: 'answered', ideas })
}

const fail = (reason: string): void => {
  say({ kind: 'fault', reason })
  port.close()
}

const say = (word: ThreadWord): void => port.postMessage(word)

assert(parentPort, 'a strategy runs in a thread of its own')
const port = parentPort
await run(workerData).catch((thrown) => fail(firstLine(thrown)))
