import type { StrategyDefinition } from '../../domain/signal/strategy.ts'

/** Those that are not come from a file, and run beside the engine. */
export const isBuiltIn = ({ sourceDigest }: StrategyDefinition): boolean => sourceDigest === undefined
