import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { ok } from '../../core/result.ts'
import { createSecret, type ExchangeKeys } from './exchange-keys.ts'
import { type KeyOrder, openKeyring } from './keyring.ts'
import { type Entropy, SCRYPT_COST, type ScryptCost } from './seal.ts'

/** Quick to try: for tests alone. */
const CHEAP: ScryptCost = { N: 16, r: 1, p: 1 }

const KEYS: ExchangeKeys = {
  apiKey: 'canaryKEYcanaryKEYcanaryKEY0',
  secret: 'canary-secret-4711',
  password: 'canary password 4712',
}
const PASSPHRASE = createSecret('canary passphrase 4713')
const CANARIES = [KEYS.apiKey, KEYS.secret, KEYS.password ?? '', PASSPHRASE.reveal()]
const NOBODY = 65_534
const AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const HINT = { exchange: 'okx', label: 'main', apiKey: 'cana…KEY0', createdAt: '2026-01-02T03:04:05.678Z' }

const anOrder = (over: Partial<KeyOrder> = {}): KeyOrder => ({
  exchange: 'okx',
  label: 'main',
  keys: KEYS,
  atMs: AT_MS,
  entropy: randomBytes,
  ...over,
})

const open = () => {
  const dataDir = join(aTempDirectory(), 'data')
  const keyring = openKeyring(dataDir, CHEAP)
  return { dataDir, keyring, path: join(dataDir, 'keys.json') }
}

/** A keyring that contains OKX keys. */
const filled = async () => {
  const opened = open()
  expect(await opened.keyring.add(anOrder(), PASSPHRASE)).toEqual(ok(HINT))
  const rewrite = (change: (json: ReturnType<typeof read>) => void) => {
    const json = read()
    change(json)
    writeFileSync(opened.path, JSON.stringify(json))
  }
  const read = () => JSON.parse(readFileSync(opened.path, 'utf8'))
  return { ...opened, read, rewrite }
}

const toPlainKeys = ({ apiKey, secret, password }: ExchangeKeys): ExchangeKeys => ({ apiKey, secret, password })

describe('a keyring', () => {
  it('returns what was stored, to a caller with the passphrase', async () => {
    const { keyring, dataDir } = await filled()
    const opened = await openKeyring(dataDir).open('okx', createSecret('canary passphrase 4713'))
    expect(opened.ok && toPlainKeys(opened.value)).toEqual(KEYS)
    expect(keyring.list()).toEqual(ok([HINT]))
  })

  it('is empty before anything is stored, and creates no file when read', async () => {
    const { keyring, dataDir } = open()
    expect(keyring.list()).toEqual(ok([]))
    expect(await keyring.open('okx', PASSPHRASE)).toMatchObject({ ok: false, error: { code: 'KEY_MISSING' } })
    expect(keyring.remove('okx')).toMatchObject({ ok: false, error: { code: 'KEY_MISSING' } })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('keeps one entry per exchange, and replaces it only when requested', async () => {
    const { keyring } = await filled()
    const other = { ...KEYS, apiKey: 'another key of sixteen' }
    expect(await keyring.add(anOrder({ keys: other }), PASSPHRASE)).toMatchObject({
      ok: false,
      error: { code: 'KEY_EXISTS' },
    })
    await keyring.add(anOrder({ exchange: 'bybit', keys: { ...KEYS, password: null } }), PASSPHRASE)
    expect(keyring.put(await keyring.seal(anOrder({ keys: other }), PASSPHRASE), true).ok).toBe(true)
    expect(keyring.list()).toMatchObject({ value: [{ exchange: 'bybit' }, { exchange: 'okx', apiKey: 'anot…teen' }] })
    expect(keyring.remove('bybit').ok).toBe(true)
    expect(keyring.list()).toMatchObject({ value: [{ exchange: 'okx' }] })
  })

  it('has the default key derivation cost unless configured otherwise', async () => {
    const dataDir = aTempDirectory()
    const keyring = openKeyring(dataDir)
    const entry = await keyring.seal(anOrder(), PASSPHRASE)
    expect(entry.sealed.kdf).toEqual({ name: 'scrypt', N: 131_072, r: 8, p: 1 })
    expect(SCRYPT_COST).toEqual({ N: 131_072, r: 8, p: 1 })
    keyring.put(entry, false)
    expect((await keyring.open('okx', PASSPHRASE)).ok).toBe(true)
    expect(await keyring.open('okx', createSecret('another'))).toMatchObject({ error: { code: 'PASSPHRASE_WRONG' } })
  })

  it('opens any keys with their own passphrase only', async () => {
    const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (apiKey, secret, passphrase, other) => {
        const { keyring } = open()
        const keys = { apiKey, secret, password: null }
        const added = await keyring.add(anOrder({ keys }), createSecret(passphrase))
        expect(added.ok).toBe(true)
        const opened = await keyring.open('okx', createSecret(passphrase))
        expect(opened.ok && toPlainKeys(opened.value)).toEqual(keys)
        fc.pre(other.normalize('NFC') !== passphrase.normalize('NFC'))
        expect(await keyring.open('okx', createSecret(other))).toMatchObject({ error: { code: 'PASSPHRASE_WRONG' } })
      }),
      { numRuns: runs(10) },
    )
  })

  it('never seals two entries alike', async () => {
    const { keyring } = open()
    const seals = await Promise.all([1, 2, 3].map(() => keyring.seal(anOrder(), PASSPHRASE)))
    for (const part of ['salt', 'iv', 'tag', 'text', 'check'] as const) {
      expect(new Set(seals.map(({ sealed }) => sealed[part])).size).toBe(3)
    }
  })
})

describe('a keys file', () => {
  it('is accessible to its owner only, in a directory accessible to its owner only, and leaves no other file', async () => {
    const { dataDir, path } = await filled()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(readdirSync(dataDir)).toEqual(['keys.json'])
  })

  it('is created anew for its owner only, whatever a crashed writer has left behind', async () => {
    const { keyring, dataDir, path } = open()
    mkdirSync(dataDir)
    writeFileSync(`${path}.new`, 'half', { mode: 0o666 })
    chmodSync(`${path}.new`, 0o666)
    await keyring.add(anOrder(), PASSPHRASE)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['keys.json'])
  })

  it.each([0o644, 0o640, 0o604, 0o602])('is rejected while others may access it: mode %o', async (mode) => {
    const { keyring, path } = await filled()
    chmodSync(path, mode)
    const fault = {
      ok: false,
      error: {
        code: 'KEYS_FILE_EXPOSED',
        message: `The keys file ${path} is accessible to other users (mode 0${mode.toString(8)}).`,
        remedy: `Restrict it to your user: chmod 600 '${path}'.`,
      },
    }
    expect(keyring.list()).toEqual(fault)
    expect(await keyring.open('okx', PASSPHRASE)).toEqual(fault)
    expect(await keyring.add(anOrder({ exchange: 'bybit' }), PASSPHRASE)).toEqual(fault)
    expect(keyring.remove('okx')).toEqual(fault)
    chmodSync(path, 0o600)
    expect(keyring.list()).toEqual(ok([HINT]))
  })

  it('is rejected when it is not a regular file', async () => {
    const { keyring, path } = open()
    mkdirSync(path, { recursive: true })
    expect(keyring.list()).toMatchObject({ ok: false, error: { code: 'KEYS_FILE_UNREADABLE' } })
  })

  it('is rejected when it belongs to another user', async () => {
    const { keyring, path } = await filled()
    if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY)
    else {
      rmSync(path)
      symlinkSync('/etc/passwd', path)
    }
    const owner = statSync(path).uid
    expect(keyring.list()).toEqual({
      ok: false,
      error: {
        code: 'KEYS_FILE_FOREIGN',
        message: `The keys file ${path} belongs to user ${owner}, but this process runs as user ${process.getuid?.()}.`,
        remedy: 'Run this as its owner, or create a file of your own.',
      },
    })
  })

  it.each([
    { title: 'nothing', text: '' },
    { title: 'no JSON', text: 'canary-secret-4711' },
    { title: 'another JSON', text: '[]' },
    { title: 'null', text: 'null' },
    { title: 'an entry that is not whole', text: '{"version":1,"keys":[{"exchange":"okx"}]}' },
  ])('is rejected when it contains $title, without printing it', ({ text }) => {
    const { keyring, path, dataDir } = open()
    mkdirSync(dataDir)
    writeFileSync(path, text, { mode: 0o600 })
    const listed = keyring.list()
    expect(listed).toMatchObject({ ok: false, error: { code: 'KEYS_FILE_MALFORMED' } })
    expect(JSON.stringify(listed)).not.toContain('canary')
  })

  it('is left unchanged when a newer program wrote it', async () => {
    const { keyring, rewrite } = await filled()
    rewrite((json) => {
      json.version = 2
    })
    expect(keyring.list()).toMatchObject({ ok: false, error: { code: 'KEYS_FILE_NEWER' } })
    expect(await keyring.add(anOrder({ exchange: 'bybit' }), PASSPHRASE)).toMatchObject({ ok: false })
  })

  it('is rejected when it has two entries of one exchange', async () => {
    const { keyring, rewrite } = await filled()
    rewrite((json) => json.keys.push(json.keys[0]))
    expect(keyring.list()).toMatchObject({ ok: false, error: { code: 'KEYS_FILE_MALFORMED' } })
  })

  it('is unchanged when it cannot be written', async () => {
    const { keyring, path, read } = await filled()
    const before = read()
    mkdirSync(`${path}.new`)
    expect(await keyring.add(anOrder({ exchange: 'bybit' }), PASSPHRASE)).toMatchObject({
      ok: false,
      error: { code: 'KEYS_FILE_NOT_WRITTEN' },
    })
    expect(read()).toEqual(before)
  })

  it('accepts an imported entry only when it is complete', () => {
    const { keyring } = open()
    for (const entry of [undefined, null, 7, {}, { exchange: 'okx' }]) {
      expect(keyring.put(entry, true)).toMatchObject({ ok: false, error: { code: 'KEY_MALFORMED' } })
    }
  })
})

describe('a seal', () => {
  const flip = (base64: string): string => {
    const bytes = Buffer.from(base64, 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    return bytes.toString('base64')
  }

  it.each([
    { part: 'text', code: 'KEY_TAMPERED' },
    { part: 'tag', code: 'KEY_TAMPERED' },
    { part: 'iv', code: 'KEY_TAMPERED' },
    { part: 'salt', code: 'PASSPHRASE_WRONG' },
    { part: 'check', code: 'PASSPHRASE_WRONG' },
  ])('does not open when one bit of its $part differs', async ({ part, code }) => {
    const { keyring, rewrite } = await filled()
    rewrite(({ keys: [entry] }) => {
      entry.sealed[part] = flip(entry.sealed[part])
    })
    expect(await keyring.open('okx', PASSPHRASE)).toMatchObject({ ok: false, error: { code } })
  })

  it('does not open as the keys of another exchange', async () => {
    const { keyring, rewrite } = await filled()
    rewrite(({ keys: [entry] }) => {
      entry.exchange = 'bitget'
    })
    expect(await keyring.open('bitget', PASSPHRASE)).toMatchObject({ ok: false, error: { code: 'KEY_TAMPERED' } })
  })

  it.each([
    { N: 2 ** 24, r: 8, p: 1 },
    { N: 2 ** 17, r: 8, p: 1e9 },
    { N: 1_000, r: 8, p: 1 },
    { N: 1, r: 1, p: 1 },
    { N: -16, r: 8, p: 1 },
    { N: '16', r: 8, p: 1 },
  ])('is not opened with an unsupported cost: $N, $r, $p', async (kdf) => {
    const { keyring, rewrite } = await filled()
    rewrite(({ keys: [entry] }) => {
      entry.sealed.kdf = { name: 'scrypt', ...kdf }
    })
    expect(await keyring.open('okx', PASSPHRASE)).toMatchObject({ error: { code: 'KEYS_FILE_MALFORMED' } })
  })

  it('opens when the passphrase is the same text in another Unicode form', async () => {
    const { keyring } = open()
    await keyring.add(anOrder(), createSecret('Schlüssel über alles'.normalize('NFD')))
    expect((await keyring.open('okx', createSecret('Schlüssel über alles'.normalize('NFC')))).ok).toBe(true)
  })
})

describe('keys', () => {
  it('appear in no inspection, JSON, copy, error or file', async () => {
    const { keyring, path, dataDir } = await filled()
    const opened = await keyring.open('okx', PASSPHRASE)
    if (!opened.ok) throw new Error('it did not open')
    const keys = opened.value
    const outputs = [
      inspect(keys),
      inspect({ deep: [keys] }, { showHidden: true, depth: 9 }),
      JSON.stringify({ keys, PASSPHRASE }),
      JSON.stringify({ ...keys }),
      `${keys}`,
      inspect(PASSPHRASE, { showHidden: true }),
      inspect(await keyring.open('okx', createSecret('wrong')), { depth: 9 }),
      inspect(await keyring.open('bybit', PASSPHRASE), { depth: 9 }),
      inspect(keyring.list(), { depth: 9 }),
      inspect(keyring, { showHidden: true, depth: 9 }),
      inspect(await keyring.seal(anOrder(), PASSPHRASE), { depth: 9 }),
      ...readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'latin1')),
      statSync(path).size.toString(),
    ].join('\n')
    for (const canary of CANARIES) {
      expect(outputs).not.toContain(canary)
      expect(outputs).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12))
    }
    expect(toPlainKeys(keys)).toEqual(KEYS)
  })

  it('with a short name reveal nothing of it', async () => {
    const { keyring } = open()
    const added = await keyring.add(anOrder({ keys: { apiKey: 'K', secret: 'S', password: null } }), PASSPHRASE)
    expect(added).toMatchObject({ value: { apiKey: '…' } })
  })

  it('are sealed with fresh randomness each time', async () => {
    const taken: number[] = []
    const entropy: Entropy = (size) => {
      taken.push(size)
      return Buffer.alloc(size, taken.length)
    }
    const { sealed } = await open().keyring.seal(anOrder({ entropy }), PASSPHRASE)
    expect(taken).toEqual([16, 12])
    expect([sealed.salt, sealed.iv]).toEqual([
      Buffer.alloc(16, 1).toString('base64'),
      Buffer.alloc(12, 2).toString('base64'),
    ])
  })
})
