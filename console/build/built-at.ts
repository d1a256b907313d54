import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Source folders and files of the console. */
const SOURCES = ['console', 'client', 'contract', 'package-lock.json']

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]): string => spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).stdout ?? ''

/**
 * Returns the build time: the commit time if the sources are unchanged since, so that builds of a commit are
 * byte-identical. A time in seconds (`SOURCE_DATE_EPOCH`) takes precedence.
 */
export const builtAt = (sourceDateEpoch = ''): Date => {
  if (/^\d+$/.test(sourceDateEpoch)) return new Date(Number(sourceDateEpoch) * 1_000)
  const committedAt = git('log', '-1', '--format=%cI').trim()
  const isUnchanged = committedAt !== '' && git('status', '--porcelain', '--', ...SOURCES) === ''
  return isUnchanged ? new Date(committedAt) : new Date()
}
