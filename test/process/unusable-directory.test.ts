import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../support/process.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

it.each([['status'], ['stop'], ['migrate', '--check'], ['audit', 'verify']])(
  'names the file in place of the data directory: %s',
  async (...command) => {
    const file = join(aTempDirectory(), 'file')
    writeFileSync(file, '')
    const { ended, out, err } = run([...command, '--data-dir', file])
    expect(await ended).toBe(1)
    expect(out() + err()).toBe(
      `plimsoll: The data directory ${file} is a file. Move it away: mv ${file} ${file}.old, or choose another with --data-dir.\n`,
    )
  },
)
