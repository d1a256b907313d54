import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project, ending in a separator: the sources lie in `server`, the bundle in `dist`, both directly below it. */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url))

export const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
}
