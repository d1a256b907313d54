import { hash32 } from '../../../../core/random.ts'

/** One number for a seed and a name, so that a new instrument leaves the paths of the others as they were. */
export const deriveKey = (seed: number, name: string): number =>
  hash32(seed, ...Array.from(name, (letter) => letter.charCodeAt(0)))
