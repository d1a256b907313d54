import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { readPassphrase } from './read-passphrase.ts'

const writePassphrase = (text: string, mode = 0o600): string => {
  const path = join(aTempDirectory(), 'passphrase')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const writeCredentials = (text: string): string => {
  const directory = aTempDirectory()
  writeFileSync(join(directory, 'plimsoll-keys'), text, { mode: 0o440 })
  return directory
}

const revealed = async (sources: Partial<Parameters<typeof readPassphrase>[0]>): Promise<unknown> => {
  const read = await readPassphrase({ env: {}, file: undefined, prompt: undefined, ...sources })
  return read.ok ? read.value.reveal() : read.error.code
}

const prompt = async (): Promise<string> => 'typed'

describe('the passphrase of the keys', () => {
  it('comes from the systemd credential, otherwise from the named file, otherwise from a prompt', async () => {
    const env = {
      CREDENTIALS_DIRECTORY: writeCredentials('of systemd\n'),
      PLIMSOLL_PASSPHRASE_FILE: writePassphrase('of the environment'),
    }
    const file = writePassphrase('of the flag')
    expect(await revealed({ env, file, prompt })).toBe('of systemd')
    expect(await revealed({ env: { ...env, CREDENTIALS_DIRECTORY: aTempDirectory() }, file, prompt })).toBe(
      'of the flag',
    )
    expect(await revealed({ env: { ...env, CREDENTIALS_DIRECTORY: undefined }, prompt })).toBe('of the environment')
    expect(await revealed({ env: { PLIMSOLL_PASSPHRASE_FILE: '' }, prompt })).toBe('typed')
    expect(await revealed({})).toBe('PASSPHRASE_NOT_GIVEN')
  })

  it.each([
    { text: 'a b c\n', passphrase: 'a b c' },
    { text: 'a b c\r\n', passphrase: 'a b c' },
    { text: ' a b c \n\n', passphrase: ' a b c \n' },
    { text: 'two\nlines', passphrase: 'two\nlines' },
    { text: '', passphrase: 'PASSPHRASE_EMPTY' },
    { text: '\n', passphrase: 'PASSPHRASE_EMPTY' },
  ])('is $text without the line end', async ({ text, passphrase }) => {
    expect(await revealed({ file: writePassphrase(text) })).toBe(passphrase)
  })

  it('is read from a file that only its owner may read', async () => {
    expect(await revealed({ file: writePassphrase('secret', 0o400) })).toBe('secret')
    const path = writePassphrase('canary', 0o644)
    const read = await readPassphrase({ env: {}, file: path, prompt })
    expect(read).toEqual({
      ok: false,
      error: {
        code: 'PASSPHRASE_FILE_EXPOSED',
        message: `The passphrase file ${path} is accessible to other users (mode 0644).`,
        remedy: `Restrict it to your user: chmod 600 '${path}'.`,
      },
    })
  })

  it('is not read from another source when the named file is missing or not a regular file', async () => {
    expect(await revealed({ file: join(aTempDirectory(), 'none'), prompt })).toBe('PASSPHRASE_FILE_UNREADABLE')
    const folder = join(aTempDirectory(), 'folder')
    mkdirSync(folder, { mode: 0o700 })
    expect(await revealed({ file: folder, prompt })).toBe('PASSPHRASE_FILE_UNREADABLE')
  })

  it('is limited in size', async () => {
    expect(await revealed({ file: writePassphrase('x'.repeat(2 ** 20 + 1)) })).toBe('PASSPHRASE_FILE_UNREADABLE')
  })
})
