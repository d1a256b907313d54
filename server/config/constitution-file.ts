import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { computeDigest } from '../core/digest.ts'
import { errorMessage, StartError } from '../core/errors.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { parseConstitution } from '../domain/risk/parse-constitution.ts'

/**
 * Loads the constitution (the limits of a host) from a file over the built-in defaults, frozen, with its hash; without
 * a path, only the defaults.
 */
export const loadConstitution = (path: string | undefined): LoadedConstitution => {
  const file = path === undefined ? undefined : readFile(path)
  const parsed = parseConstitution(file === undefined ? {} : file.json)
  if (!parsed.ok) {
    throw new StartError(`The constitution ${path} is invalid:\n${parsed.error.map((line) => `  ${line}`).join('\n')}`)
  }
  const constitution = parsed.value
  for (const section of Object.values(constitution)) Object.freeze(section)
  return {
    constitution: Object.freeze(constitution),
    hash: computeDigest(constitution),
    ...(file
      ? { source: 'HOST_FILE', file: { digest: file.digest, names: namesIn(file.json) } }
      : { source: 'BUILT_IN' }),
  }
}

/** Limits of this run, and the hash that identifies them. */
export interface LoadedConstitution {
  readonly constitution: Constitution
  /** SHA-256, in hex, of the effective constitution as JSON with sorted keys. */
  readonly hash: string
  readonly source: 'BUILT_IN' | 'HOST_FILE'
  /** The host's constitution file; omitted if the built-in values apply. */
  readonly file?: {
    /** SHA-256, in hex, of its bytes. */
    readonly digest: string
    /** Settings in the file, such as `limits.maxLeverage`. */
    readonly names: readonly string[]
  }
}

/** Returns the names of the settings in the sections of a parsed file. */
const namesIn = (json: unknown): string[] =>
  Object.entries(Object(json)).flatMap(([section, settings]) =>
    Object.keys(Object(settings)).map((name) => `${section}.${name}`),
  )

const BYTE_ORDER_MARK = /^\uFEFF/

const readFile = (path: string): { readonly json: unknown; readonly digest: string } => {
  try {
    const bytes = readFileSync(path)
    const json: unknown = JSON.parse(bytes.toString('utf8').replace(BYTE_ORDER_MARK, ''))
    return { json, digest: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    const reason = errorMessage(error)
    throw new StartError(
      `The constitution ${path} cannot be read (${reason}). Specify a JSON file with --constitution.`,
    )
  }
}
