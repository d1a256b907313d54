import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Recorded markets too large for the repository lie in a folder beside it. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Where a recorded market lies, or undefined when it was not put beside the repository. */
export const sharedData = (name: string): string | undefined => (existsSync(folder + name) ? folder + name : undefined)
