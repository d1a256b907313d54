import { toRfc3339 } from '../core/instant.ts'
import type { RearmingDesk } from '../engine/desks/host-desk.ts'
import type { EngineState } from '../engine/state/turn.ts'
import { readArguments, readReason, readText } from './arguments.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** Host command that returns a manually controlled position to autotrading. */
export const positionVerbs = ({ state, rearming }: PositionVerbsParts): VerbTable => ({
  'positions.handBack': async (args): Promise<HandedBack> => {
    const given = readArguments(args)
    const symbol = readText(given, 'symbol').toUpperCase()
    const handed = await rearming.handBack(symbol, readReason(given))
    if (!handed.ok) throw new HostRefusal(handed.code, handed.detail, 'Check the positions in the console or the API.')
    return handedBack(state, symbol)
  },
})

interface PositionVerbsParts {
  readonly state: EngineState
  readonly rearming: RearmingDesk
}

/** A position returned to autotrading. */
export interface HandedBack {
  readonly positionId: string
  readonly symbol: string
  readonly direction: 'LONG' | 'SHORT'
  readonly qty: string
  readonly strategyId: string
  readonly horizonEndsAt: string
  /** True when its horizon has passed or its strategy has exited meanwhile; the position is then closed immediately. */
  readonly isDue: boolean
}

const handedBack = ({ ledger, market, signals }: EngineState, symbol: string): HandedBack => {
  const position = ledger.positions.get(symbol)
  const instrument = market.instruments.get(symbol)?.instrument
  if (!position?.cause || !instrument)
    throw new HostRefusal('NO_POSITION', `The position in ${symbol} has just been closed.`)
  const { positionId, direction, quantity, cause } = position
  return {
    positionId,
    symbol,
    direction,
    qty: instrument.quantity.print(quantity),
    strategyId: cause.strategyId,
    horizonEndsAt: toRfc3339(cause.horizonEndMs),
    isDue: market.clockMs >= cause.horizonEndMs || signals.leaving.has(positionId),
  }
}
