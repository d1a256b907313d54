import { computeDigest } from '../../../core/digest.ts'
import type { StrategyDefinition } from '../strategy.ts'

/** Returns the digest of a strategy definition; definitions that differ in any parameter have different digests. */
export const definitionDigest = (definition: StrategyDefinition): string => {
  const known = digests.get(definition) ?? computeDigest(definitionContent(definition))
  digests.set(definition, known)
  return known
}

/** Cached digests by definition: definitions never change, and every signal needs a digest. */
const digests = new WeakMap<StrategyDefinition, string>()

const definitionContent = ({
  id,
  version,
  params,
  warmupBars,
  horizonBars,
  sourceDigest,
}: StrategyDefinition): object => ({
  id,
  version,
  params,
  warmupBars,
  horizonBars,
  ...(sourceDigest !== undefined && { sourceDigest }),
})
