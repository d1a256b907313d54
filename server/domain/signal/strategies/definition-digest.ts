import { digestOf } from '../../../core/digest.ts'
import type { StrategyDefinition } from '../strategy.ts'

/** Names a definition by what it does, so that two with one figure different never pass for the same. */
export const definitionDigest = (definition: StrategyDefinition): string => {
  const { id, version, params, warmupBars, horizonBars, sourceDigest } = definition
  return digestOf({ id, version, params, warmupBars, horizonBars, ...(sourceDigest !== undefined && { sourceDigest }) })
}
