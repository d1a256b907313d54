import type { StrategyDefinition } from '../../domain/signal/strategy.ts'

/** Returns whether a strategy is built in; others come from a file and run beside the engine. */
export const isBuiltIn = ({ sourceDigest }: StrategyDefinition): boolean => sourceDigest === undefined
