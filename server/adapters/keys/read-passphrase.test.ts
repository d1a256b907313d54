import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { readPassphrase } from './read-passphrase.ts'

const fileOf = (text: string, mode = 0o600): string => {
  const path = join(aTempDirectory(), 'passphrase')
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const credentialsOf = (text: string): string => {
  const directory = aTempDirectory()
  writeFileSync(join(directory, 'plimsoll-keys'), text, { mode: 0o440 })
  return directory
}

const revealed = async (sources: Partial<Parameters<typeof readPassphrase>[0]>): Promise<unknown> => {
  const read = await readPassphrase({ env: {}, file: undefined, ask: undefined, ...sources })
  return read.ok ? read.value.reveal() : read.error.code
}

const ask = async (): Promise<string> => 'typed'

describe('the passphrase of the keys', () => {
  it("is systemd's credential, else the file that is named, else what a person types", async () => {
    const env = {
      CREDENTIALS_DIRECTORY: credentialsOf('of systemd\n'),
      PLIMSOLL_PASSPHRASE_FILE: fileOf('of the environment'),
    }
    const file = fileOf('of the flag')
    expect(await revealed({ env, file, ask })).toBe('of systemd')
    expect(await revealed({ env: { ...env, CREDENTIALS_DIRECTORY: aTempDirectory() }, file, ask })).toBe('of the flag')
    expect(await revealed({ env: { ...env, CREDENTIALS_DIRECTORY: undefined }, ask })).toBe('of the environment')
    expect(await revealed({ env: { PLIMSOLL_PASSPHRASE_FILE: '' }, ask })).toBe('typed')
    expect(await revealed({})).toBe('PASSPHRASE_NOT_GIVEN')
  })

  it.each([
    { text: 'a b c\n', passphrase: 'a b c' },
    { text: 'a b c\r\n', passphrase: 'a b c' },
    { text: ' a b c \n\n', passphrase: ' a b c \n' },
    { text: 'two\nlines', passphrase: 'two\nlines' },
    { text: '', passphrase: 'PASSPHRASE_EMPTY' },
    { text: '\n', passphrase: 'PASSPHRASE_EMPTY' },
  ])('is $text without the end of the line', async ({ text, passphrase }) => {
    expect(await revealed({ file: fileOf(text) })).toBe(passphrase)
  })

  it('is taken from a file that only its owner may read', async () => {
    expect(await revealed({ file: fileOf('secret', 0o400) })).toBe('secret')
    const path = fileOf('canary', 0o644)
    const read = await readPassphrase({ env: {}, file: path, ask })
    expect(read).toEqual({
      ok: false,
      error: {
        code: 'PASSPHRASE_FILE_EXPOSED',
        message: `The passphrase file ${path} is open to others (mode 0644).`,
        remedy: `Make it yours alone: chmod 600 '${path}'.`,
      },
    })
  })

  it('is not looked for elsewhere when the file that is named is not there, or is none', async () => {
    expect(await revealed({ file: join(aTempDirectory(), 'none'), ask })).toBe('PASSPHRASE_FILE_UNREADABLE')
    const folder = join(aTempDirectory(), 'folder')
    mkdirSync(folder, { mode: 0o700 })
    expect(await revealed({ file: folder, ask })).toBe('PASSPHRASE_FILE_UNREADABLE')
  })

  it('is not too large to be one', async () => {
    expect(await revealed({ file: fileOf('x'.repeat(2 ** 20 + 1)) })).toBe('PASSPHRASE_FILE_UNREADABLE')
  })
})
