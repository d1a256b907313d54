import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Folder beside the repository with recorded markets, which are too large for it. */
const folder = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Returns the path of a recorded market, or undefined when it is missing beside the repository. */
export const sharedData = (name: string): string | undefined => (existsSync(folder + name) ? folder + name : undefined)
