import { createHash, type Hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that make up a running server, below the project folder. */
const PARTS = ['bin/*.js', 'contract/**/*.ts', 'server/**/*.ts', 'venue/**/*.ts', 'package-lock.json']

/** SHA-256, in hexadecimal, of the code in a folder, but for its tests, and of the libraries it is locked to. */
export const buildDigest = (root: string): string => {
  const hash = createHash('sha256')
  for (const file of shippedFiles(root)) addFile(hash, file, readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Takes a file, with its name, into the digest of a build. */
export const addFile = (hash: Hash, file: string, content: Buffer): void => {
  hash.update(file).update('\0').update(content).update('\0')
}

/** Returns the files of a running server, without its tests, sorted by name. */
export const shippedFiles = (root: string): string[] =>
  globSync(PARTS, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && existsSync(join(root, file)))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
