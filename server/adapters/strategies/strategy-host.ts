/**
 * Host of the user's strategies: loads every file of a folder into its own thread, sends it bars, and collects its
 * ideas.
 */

import { resolve } from 'node:path'
import { every } from '../../core/every.ts'
import type { Params, StrategyDefinition } from '../../domain/signal/strategy.ts'
import type { StrategyHost, StrategySink } from '../../engine/model/ports.ts'
import type { StrategyEvent } from '../../engine/model/strategy-event.ts'
import { findStrategyFiles } from './load-definition.ts'
import { firstLine } from './message.ts'
import { beginPlugIn, type Outlet, type PlugIn, sendPending, sendToPlugIn, watchPlugIn } from './plug-in.ts'
import { type FaultyFile, type Loaded, startThread, untilLoaded } from './start-thread.ts'

/** Host of the loaded strategies. */
export interface LoadedStrategies extends StrategyHost {
  /** Definitions without rules: the rules run in the threads. */
  readonly definitions: readonly StrategyDefinition[]
  readonly files: readonly { readonly strategyId: string; readonly path: string }[]
  readonly faulty: readonly FaultyFile[]
  /** Returns the reason why a strategy is no longer run; null while it runs. */
  downWhy(strategyId: string): string | null
}

export interface StrategyHostParts {
  /** Folder of strategy files; null when the user has none. */
  readonly directory: string | null
  /** The only file to run, with parameters that replace its own; omitted to run every file of the folder. */
  readonly only?: { readonly path: string; readonly params: Params } | undefined
  /** Returns whether to run a strategy found in the folder. */
  readonly isWanted: (strategyId: string) => boolean
  /** Receives the output of a file, line by line. */
  readonly print: (path: string, line: string) => void
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Time limit per bar, ms; two seconds when omitted. */
  readonly deadlineMs?: number
  /** Time limit for loading a file, ms. */
  readonly loadMs?: number
}

const DEADLINE_MS = 2_000
const LOAD_MS = 10_000
const WATCH_MS = 100
const FILES_MAX = 32
/** Maximum number of files loaded in parallel, since more would delay each other. */
const LOADED_AT_ONCE = 4
/** Maximum wait for a thread to close, since native code can block it. */
const CLOSE_MS = 1_000

/**
 * Loads every strategy of the folder. Those that cannot be run are listed as faulty files, without affecting the
 * others.
 */
export const loadStrategies = async (parts: StrategyHostParts): Promise<LoadedStrategies> => {
  const { monotonic, deadlineMs = DEADLINE_MS } = parts
  const { loaded, faulty } = await loadChosen(parts)
  const outlet = createOutlet()
  const plugIns = loaded.map((one) => beginPlugIn(one, outlet))
  const passed = createStopwatch(monotonic)
  const stopWatching = every(WATCH_MS, () => watch(plugIns, outlet, { passedMs: passed(), deadlineMs }))
  return {
    definitions: loaded.map(({ definition }) => ({ ...definition, begin: () => () => null })),
    files: loaded.map(({ path, definition }) => ({ strategyId: definition.id, path })),
    faulty,
    downWhy: (strategyId) => plugIns.find((plugIn) => plugIn.strategyId === strategyId)?.down ?? null,
    open(sink) {
      outlet.sink = sink
    },
    publish(message) {
      for (const plugIn of plugIns) sendToPlugIn(plugIn, message)
    },
    async close() {
      stopWatching()
      outlet.sink = { offer: () => true }
      for (const plugIn of plugIns) plugIn.down ??= 'the platform is closed'
      await endAll(plugIns.map(({ thread }) => thread.worker.terminate()))
    },
  }
}

interface LoadOutcome {
  readonly loaded: readonly Loaded[]
  readonly faulty: readonly FaultyFile[]
}

const NONE: LoadOutcome = { loaded: [], faulty: [] }

const loadChosen = async (parts: StrategyHostParts): Promise<LoadOutcome> => {
  const { only, directory, print, loadMs = LOAD_MS } = parts
  if (only) {
    const { path, params } = only
    return withoutDoubles([
      await untilLoaded(
        path,
        startThread(path, (line) => print(path, line), params),
        loadMs,
      ),
    ])
  }
  return directory === null ? NONE : loadAll(directory, parts)
}

const loadAll = async (
  directory: string,
  { print, isWanted, loadMs = LOAD_MS }: StrategyHostParts,
): Promise<LoadOutcome> => {
  const files = filesIn(resolve(directory))
  if (!Array.isArray(files)) return { loaded: [], faulty: [files] }
  const load = (path: string) =>
    untilLoaded(
      path,
      startThread(path, (line) => print(path, line)),
      loadMs,
    )
  const opened: (Loaded | FaultyFile)[] = []
  while (opened.length < Math.min(files.length, FILES_MAX)) {
    const next = files.slice(opened.length, Math.min(opened.length + LOADED_AT_ONCE, FILES_MAX))
    opened.push(...(await Promise.all(next.map(load))))
  }
  const tooMany = files.slice(FILES_MAX).map((path) => ({ path, fault: `there are more than ${FILES_MAX} files` }))
  const { loaded, faulty } = withoutDoubles(opened)
  const unwanted = loaded.filter(({ definition }) => !isWanted(definition.id))
  for (const { thread } of unwanted) void thread.worker.terminate()
  return { loaded: loaded.filter((one) => !unwanted.includes(one)), faulty: [...faulty, ...tooMany] }
}

const filesIn = (directory: string): string[] | FaultyFile => {
  try {
    return findStrategyFiles(directory)
  } catch (error) {
    return { path: directory, fault: `the folder cannot be read: ${firstLine(error)}` }
  }
}

/** Returns the loaded strategies without those whose ID is already used by another file. */
const withoutDoubles = (opened: readonly (Loaded | FaultyFile)[]): LoadOutcome => {
  const loaded = new Map<string, Loaded>()
  const faulty: FaultyFile[] = []
  for (const one of opened) {
    if ('fault' in one) faulty.push(one)
    else {
      const { id } = one.definition
      const first = loaded.get(id)
      if (!first) loaded.set(id, one)
      else {
        void one.thread.worker.terminate()
        faulty.push({ path: one.path, fault: `its ID ${id} is already that of ${first.path}` })
      }
    }
  }
  return { loaded: [...loaded.values()], faulty }
}

interface OpenOutlet extends Outlet {
  /** Null until a sink is connected. */
  sink: StrategySink | null
  /** Events not yet accepted, oldest first. */
  readonly owed: StrategyEvent[]
}

const createOutlet = (): OpenOutlet => {
  const outlet: OpenOutlet = {
    sink: null,
    owed: [],
    isBlocked: () => outlet.owed.length > 0,
    offer(event) {
      if (outlet.owed.length > 0 || !outlet.sink?.offer(event)) outlet.owed.push(event)
    },
  }
  return outlet
}

/** Measures the time between checks, excluding time in which the whole process was suspended. */
const createStopwatch = (monotonic: () => number): (() => number) => {
  let lastMs = monotonic()
  return () => {
    const nowMs = monotonic()
    const passedMs = Math.min(nowMs - lastMs, 2 * WATCH_MS)
    lastMs = nowMs
    return passedMs
  }
}

const watch = (plugIns: readonly PlugIn[], outlet: OpenOutlet, time: Parameters<typeof watchPlugIn>[1]): void => {
  while (outlet.owed[0] && outlet.sink?.offer(outlet.owed[0])) outlet.owed.shift()
  for (const plugIn of plugIns) {
    watchPlugIn(plugIn, time)
    sendPending(plugIn)
  }
}

const endAll = (ending: readonly Promise<unknown>[]): Promise<unknown> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, CLOSE_MS)
  return Promise.race([Promise.all(ending), late.promise]).finally(() => clearTimeout(timer))
}
