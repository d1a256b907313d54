import { readFileSync } from 'node:fs'
import { digestOf } from './core/digest.ts'
import type { Constitution } from './domain/risk/constitution.ts'
import { parseConstitution } from './domain/risk/parse-constitution.ts'
import { StartError } from './start-error.ts'

/** The limits of this run, and the hash that tells these from any others. */
export interface LoadedConstitution {
  readonly constitution: Constitution
  /** SHA-256, in hex, of the effective constitution as JSON with sorted keys. */
  readonly hash: string
  readonly source: 'BUILT_IN' | 'HOST_FILE'
}

/** The host's file over the built-in defaults, frozen; without a path the defaults alone. */
export const loadConstitution = (path: string | undefined): LoadedConstitution => {
  const parsed = parseConstitution(path === undefined ? {} : readJson(path))
  if (!parsed.ok) {
    throw new StartError(
      `The constitution ${path} cannot be used:\n${parsed.error.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  const constitution = parsed.value
  for (const section of Object.values(constitution)) Object.freeze(section)
  return {
    constitution: Object.freeze(constitution),
    hash: digestOf(constitution),
    source: path === undefined ? 'BUILT_IN' : 'HOST_FILE',
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(BYTE_ORDER_MARK, ''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The constitution ${path} cannot be read (${reason}). Give a file of JSON with --constitution.`,
    )
  }
}
