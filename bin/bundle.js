import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What the bundle is made from; libraries change with the lockfile alone. */
const SOURCES = ['server', 'venue', 'contract', 'package-lock.json']

export const BUNDLE_DIRECTORY = join(ROOT, 'dist')

/** Below the bundle's directory, written last: a bundle without it is incomplete. */
export const BUNDLE_STAMP = 'complete'

/** Time of the last change below a path, ms: of a file, or of a folder whose files were added or removed. */
const changedAtMs = (path) => {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const files = readdirSync(path).filter((name) => !name.endsWith('.test.ts'))
  return Math.max(stats.mtimeMs, ...files.map((name) => changedAtMs(join(path, name))))
}

/** Returns whether a project has a bundle of the server that is newer than each of its sources. */
export const isBundleCurrent = (root = ROOT) => {
  const stamp = join(root, 'dist', BUNDLE_STAMP)
  if (!existsSync(stamp)) return false
  const builtAtMs = statSync(stamp).mtimeMs
  return SOURCES.map((path) => join(root, path)).every((path) => !existsSync(path) || changedAtMs(path) < builtAtMs)
}
