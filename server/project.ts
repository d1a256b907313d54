import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folder of the project, ending in a separator: the sources are in `server`, the bundle is in `dist`, both directly
 * below it.
 */
export const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url))

const lockfileOfClone = join(PROJECT_ROOT, 'package-lock.json')

/** File with the versions and digests of the libraries; a package contains it under the only name that npm includes. */
export const LOCKFILE = existsSync(lockfileOfClone) ? lockfileOfClone : join(PROJECT_ROOT, 'npm-shrinkwrap.json')

/** Host command as typed: installed by a package, or in the folder of a clone. */
export const COMMAND = existsSync(join(PROJECT_ROOT, 'server')) ? 'npx --no plimsoll' : 'plimsoll'

export const { version: VERSION } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
  readonly version: string
}
