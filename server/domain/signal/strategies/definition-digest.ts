import { computeDigest } from '../../../core/digest.ts'
import type { StrategyDefinition } from '../strategy.ts'

/** Names a definition by what it does, so that two with one figure different never pass for the same. */
export const definitionDigest = (definition: StrategyDefinition): string => {
  const known = digests.get(definition) ?? computeDigest(whatItDoes(definition))
  digests.set(definition, known)
  return known
}

/** A definition does not change, and every signal is named by it. */
const digests = new WeakMap<StrategyDefinition, string>()

const whatItDoes = ({ id, version, params, warmupBars, horizonBars, sourceDigest }: StrategyDefinition): object => ({
  id,
  version,
  params,
  warmupBars,
  horizonBars,
  ...(sourceDigest !== undefined && { sourceDigest }),
})
