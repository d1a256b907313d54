import { toRfc3339 } from '../core/instant.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import type { RearmingDesk } from '../engine/desks/host-desk.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { readArguments, readReason, readText } from './arguments.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** Host commands that list the strategies, and quarantine one or lift its quarantine. */
export const strategyVerbs = ({ state, strategies, rearming }: StrategyVerbsParts): VerbTable => {
  const list = (): HostStrategies => ({
    items: definitionsIn(state).map((definition) => present(definition, state, strategies)),
    faulty: strategies.faulty.map(({ path, fault }) => ({ file: path, fault })),
  })
  const find = (strategyId: string): HostStrategy | null =>
    list().items.find((item) => item.strategyId === strategyId) ?? null
  return {
    'strategies.list': async () => list(),
    'strategies.quarantine': async (args): Promise<HostStrategy | null> => {
      const given = readArguments(args)
      const strategyId = readText(given, 'strategyId')
      const reason = readReason(given)
      if (!find(strategyId)) throw new HostRefusal('NOT_IN_SCOPE', `No trading scope has ${strategyId}.`, LIST)
      const quarantined = await rearming.quarantine(strategyId, reason)
      if (!quarantined.ok) throw new HostRefusal(quarantined.code, quarantined.detail, LIST)
      return find(strategyId)
    },
    'strategies.rearm': async (args): Promise<HostStrategy | null> => {
      const given = readArguments(args)
      const strategyId = readText(given, 'strategyId')
      const rearmed = await rearming.rearm(strategyId, readReason(given))
      if (!rearmed.ok) throw new HostRefusal(rearmed.code, rearmed.detail, LIST)
      return find(strategyId)
    },
  }
}

const LIST = 'List the strategies: plimsoll strategies.'

export interface HostStrategies {
  readonly items: readonly HostStrategy[]
  readonly faulty: readonly HostFaultyFile[]
}

interface StrategyVerbsParts {
  readonly state: EngineState
  readonly strategies: FileStrategies
  readonly rearming: RearmingDesk
}

/** A strategy as displayed on the host. */
export interface HostStrategy {
  readonly strategyId: string
  readonly name: string
  /** Null for a built-in strategy. */
  readonly file: string | null
  /** `DOWN`: the strategy threw, stalled or ended, and is not run until the next start. */
  readonly state: 'RUNNING' | 'QUARANTINED' | 'DOWN'
  /** Reason why it is not running, and since when. */
  readonly reason: string | null
  readonly since: string | null
  /** Number of its signals with an outcome, within the retained history. */
  readonly outcomes: number
}

/** A file from which no strategy could be loaded. */
interface HostFaultyFile {
  readonly file: string
  readonly fault: string
}

/** Status of the strategies loaded from files. */
interface FileStrategies {
  readonly files: readonly { readonly strategyId: string; readonly path: string }[]
  readonly faulty: readonly { readonly path: string; readonly fault: string }[]
  downWhy(strategyId: string): string | null
}

/** Returns every strategy of the trading scopes by ID, built-in ones first. */
const definitionsIn = ({ rules: { books, strategiesFor } }: EngineState): readonly StrategyDefinition[] => {
  const all = books.flatMap(({ intervals }) => intervals).flatMap(strategiesFor)
  return [...new Map(all.map((definition) => [definition.id, definition])).values()]
}

const present = (
  { id, name }: StrategyDefinition,
  { ledger, signals }: EngineState,
  { files, downWhy }: FileStrategies,
): HostStrategy => {
  const quarantine = ledger.quarantines.get(id)
  const down = downWhy(id)
  const records = [...signals.records].filter(([key]) => key.startsWith(`${id} `))
  return {
    strategyId: id,
    name,
    file: files.find(({ strategyId }) => strategyId === id)?.path ?? null,
    state: down !== null ? 'DOWN' : quarantine ? 'QUARANTINED' : 'RUNNING',
    reason: down ?? quarantine?.reason ?? null,
    since: quarantine ? toRfc3339(quarantine.atMs) : null,
    outcomes: records.reduce((sum, [, { known }]) => sum + known, 0),
  }
}
