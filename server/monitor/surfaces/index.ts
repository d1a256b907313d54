import type { Surface } from '../surface.ts'

/** Every surface, in the order in which they are worked out: those that speak of others come after them. */
export const SURFACES: readonly Surface[] = []
