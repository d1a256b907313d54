import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates a separate directory for the running test, removed when the test is over. */
export const aTempDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
