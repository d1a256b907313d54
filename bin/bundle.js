import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Sources of the bundle and of its start script; libraries change only with the lockfile. */
const SOURCES = ['bin', 'server', 'venue', 'contract', 'package-lock.json']

export const BUNDLE_DIRECTORY = join(ROOT, 'dist')

/** File of a bundle with the digest of its sources, written last: a bundle without it is incomplete. */
export const BUNDLE_STAMP = 'complete'

/** Returns whether a path changed at an instant, ms, or later: a file, or a folder whose files were added or removed. */
const hasChangedSince = (path, sinceMs) => {
  const stats = statSync(path)
  if (stats.mtimeMs >= sinceMs) return true
  return stats.isDirectory() && hasChangedBelow(path, sinceMs)
}

const hasChangedBelow = (folder, sinceMs) =>
  readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name.endsWith('.test.ts')) return false
    const path = `${folder}/${entry.name}`
    return statSync(path).mtimeMs >= sinceMs || (entry.isDirectory() && hasChangedBelow(path, sinceMs))
  })

/** Returns whether a project has a bundle of the server that is newer than each of its sources; a package has no sources. */
export const isBundleCurrent = (root = ROOT) => {
  if (!existsSync(join(root, 'server'))) return true
  const stamp = join(root, 'dist', BUNDLE_STAMP)
  if (!existsSync(stamp)) return false
  const builtAtMs = statSync(stamp).mtimeMs
  return SOURCES.map((path) => join(root, path)).every((path) => !existsSync(path) || !hasChangedSince(path, builtAtMs))
}
