import type { SurfaceContract } from './surface.ts'

/** Every monitor surface, in the order in which they are worked out. */
export const SURFACES: readonly SurfaceContract[] = []
