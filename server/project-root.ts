import { fileURLToPath } from 'node:url'

/** Folder of the project, ending in a separator: the sources lie in `server`, the bundle in `dist`, both directly below it. */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url))
