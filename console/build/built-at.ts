import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the console is built from. */
const SOURCES = ['console', 'client', 'contract', 'package-lock.json']

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

const git = (...args: string[]): string => spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).stdout ?? ''

/**
 * Returns the time of a build: the time of the commit if nothing has changed since, so that each build of a commit is the
 * same to the byte. A time in seconds (`SOURCE_DATE_EPOCH`) takes precedence.
 */
export const builtAt = (sourceDateEpoch = ''): Date => {
  if (/^\d+$/.test(sourceDateEpoch)) return new Date(Number(sourceDateEpoch) * 1_000)
  const committedAt = git('log', '-1', '--format=%cI').trim()
  const isUnchanged = committedAt !== '' && git('status', '--porcelain', '--', ...SOURCES) === ''
  return isUnchanged ? new Date(committedAt) : new Date()
}
