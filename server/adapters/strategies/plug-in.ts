/**
 * Operation of one user strategy in its thread: sends bars in batches, publishes its ideas, and stops it when it fails
 * or stalls.
 */

import { type BoundedQueue, createBoundedQueue } from '../../core/bounded-queue.ts'
import type { PlugInIdea, StrategyEvent, StrategyMessage } from '../../engine/model/strategy-event.ts'
import type { ThreadBar, ThreadIdea, ThreadMessage } from './message.ts'
import { describeEnd, type Loaded, type Thread } from './start-thread.ts'

/** User strategy running in its thread. Changed only by the functions of this file. */
export interface PlugIn {
  readonly strategyId: string
  readonly thread: Thread
  readonly outlet: Outlet
  readonly waiting: BoundedQueue<StrategyMessage>
  /** The batch in progress, and the number of bars processed before it. */
  inProgress: readonly StrategyMessage[]
  doneBefore: number
  /** Number of bars processed at the last check, and how long it has not changed. */
  lastDone: number
  stalledMs: number
  /** Ideas for each symbol's history, until that history is complete. */
  readonly past: Map<string, PlugInIdea[]>
  /** Reason why it is no longer run. */
  down: string | null
}

/** Destination of the ideas that strategies return. */
export interface Outlet {
  /** While blocked, strategies receive no further bars. */
  isBlocked(): boolean
  offer(event: StrategyEvent): void
}

/** Maximum number of bars in one batch. */
const BATCH_MAX = 64
/** Number of bars beyond which a strategy that is behind never catches up. */
const BEHIND_MAX = 500_000

export const beginPlugIn = ({ thread, definition }: Loaded, outlet: Outlet): PlugIn => {
  const plugIn: PlugIn = {
    strategyId: definition.id,
    thread,
    outlet,
    waiting: createBoundedQueue(BEHIND_MAX),
    inProgress: [],
    doneBefore: 0,
    lastDone: 0,
    stalledMs: 0,
    past: new Map(),
    down: null,
  }
  thread.worker
    .on('message', (message: ThreadMessage) => onMessage(plugIn, message))
    .on('error', (error) => endPlugIn(plugIn, describeEnd(error)))
    .on('exit', (code) => endPlugIn(plugIn, `it exited with code ${code}`))
  return plugIn
}

export const sendToPlugIn = (plugIn: PlugIn, message: StrategyMessage): void => {
  if (plugIn.down !== null) return
  if (!plugIn.waiting.offer(message)) endPlugIn(plugIn, `it is ${BEHIND_MAX} bars behind`)
  else sendPending(plugIn)
}

/** Sends the next bars once those before are processed and their ideas have been accepted. */
export const sendPending = (plugIn: PlugIn): void => {
  const { waiting, outlet, thread } = plugIn
  while (plugIn.inProgress.length === 0 && plugIn.down === null && waiting.size > 0 && !outlet.isBlocked()) {
    const next = takeBatch(waiting)
    const bars = next.flatMap((message): ThreadBar | ThreadBar[] => (message.kind === 'bar' ? threadBar(message) : []))
    plugIn.inProgress = next
    plugIn.doneBefore = thread.barsDone()
    plugIn.lastDone = plugIn.doneBefore
    plugIn.stalledMs = 0
    if (bars.length > 0) thread.worker.postMessage(bars)
    else onAnswer(plugIn, [])
  }
}

/**
 * Stops a strategy that has not completed a bar within the deadline; the given time has passed since the last check.
 */
export const watchPlugIn = (
  plugIn: PlugIn,
  { passedMs, deadlineMs }: { readonly passedMs: number; readonly deadlineMs: number },
): void => {
  if (plugIn.inProgress.length === 0 || plugIn.down !== null) return
  const done = plugIn.thread.barsDone()
  const at = plugIn.inProgress.filter((message) => message.kind === 'bar')[done - plugIn.doneBefore]
  plugIn.stalledMs = done === plugIn.lastDone && at ? plugIn.stalledMs + passedMs : 0
  plugIn.lastDone = done
  if (!at || plugIn.stalledMs < deadlineMs) return
  const { symbol, interval } = at.candle
  endPlugIn(plugIn, `it did not respond within ${deadlineMs / 1_000} s, on ${symbol} ${interval}`)
}

const takeBatch = (waiting: BoundedQueue<StrategyMessage>): StrategyMessage[] => {
  const some: StrategyMessage[] = []
  while (some.length < BATCH_MAX) {
    const next = waiting.take()
    if (!next) break
    some.push(next)
  }
  return some
}

type BarMessage = Extract<StrategyMessage, { kind: 'bar' }>

const threadBar = ({ candle, bar, context }: BarMessage): ThreadBar => ({
  symbol: candle.symbol,
  interval: candle.interval,
  bar,
  context,
})

const onMessage = (plugIn: PlugIn, message: ThreadMessage): void => {
  if (plugIn.down !== null) return
  if (message.kind === 'fault') endPlugIn(plugIn, message.reason)
  else if (message.kind === 'answered') onAnswer(plugIn, message.ideas)
}

const onAnswer = (plugIn: PlugIn, ideas: readonly ThreadIdea[]): void => {
  const strategyIdeas = new Map(ideas.map((idea) => [idea.index, idea.strategyIdea]))
  let bars = 0
  for (const message of plugIn.inProgress) {
    if (message.kind === 'live') handOnPast(plugIn, message.symbol)
    else noteIdea(plugIn, message, strategyIdeas.get(bars++))
  }
  plugIn.inProgress = []
  sendPending(plugIn)
}

const noteIdea = (
  plugIn: PlugIn,
  { candle, origin, evaluatedBy }: BarMessage,
  strategyIdea: ThreadIdea['strategyIdea'] | undefined,
): void => {
  const { strategyId, outlet, past } = plugIn
  if (!strategyIdea || origin === null || evaluatedBy?.includes(strategyId)) return
  const idea: PlugInIdea = { candle, origin, strategyIdea }
  if (origin === 'LIVE') return outlet.offer({ kind: 'ideas', strategyId, ideas: [idea] })
  const ideas = past.get(candle.symbol) ?? []
  past.set(candle.symbol, ideas)
  ideas.push(idea)
}

const handOnPast = ({ past, strategyId, outlet }: PlugIn, symbol: string): void => {
  const ideas = past.get(symbol)
  past.delete(symbol)
  if (ideas) outlet.offer({ kind: 'ideas', strategyId, ideas })
}

const endPlugIn = (plugIn: PlugIn, reason: string): void => {
  if (plugIn.down !== null) return
  plugIn.down = reason
  plugIn.inProgress = []
  plugIn.past.clear()
  while (plugIn.waiting.take());
  void plugIn.thread.worker.terminate()
  plugIn.outlet.offer({ kind: 'failed', strategyId: plugIn.strategyId, reason })
}
