import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../../test/support/temp-directory.ts'
import { openEvidenceStore } from './evidence-store.ts'

const entry = (name: string, text = '{}') => ({ name, version: 1, savedAtMs: 5, text })

const filled = (directory: string): void => {
  const store = openEvidenceStore(directory)
  store.save([entry('status'), entry('market/BTCUSDT', '{"a":1}')])
  store.close()
}

const loadEvidence = (directory: string) => {
  const store = openEvidenceStore(directory)
  store.close()
  return store.loaded
}

describe('openEvidenceStore', () => {
  it('returns the last saved value, and nothing that was removed', () => {
    const directory = aTempDirectory()
    expect(loadEvidence(directory)).toEqual({ state: 'NEW', detail: null, entries: [] })
    filled(directory)
    const store = openEvidenceStore(directory)
    store.save([
      { ...entry('status', '{"b":2}'), savedAtMs: 9 },
      { ...entry('market/BTCUSDT'), text: null },
    ])
    store.close()
    expect(loadEvidence(directory)).toEqual({
      state: 'WHOLE',
      detail: null,
      entries: [{ name: 'status', version: 1, savedAtMs: 9, text: '{"b":2}' }],
    })
  })

  it('stores nothing of a save that fails halfway', () => {
    const directory = aTempDirectory()
    filled(directory)
    const store = openEvidenceStore(directory)
    const bad = { ...entry('x'), version: Number.NaN }
    expect(() => store.save([entry('status', '{"late":1}'), bad])).toThrow()
    store.close()
    expect(loadEvidence(directory).entries.map(({ text }) => text)).not.toContain('{"late":1}')
  })

  it('omits an entry that differs from what was written, and names it', () => {
    const directory = aTempDirectory()
    filled(directory)
    const database = new DatabaseSync(join(directory, 'evidence.sqlite'))
    database.exec(`UPDATE evidence SET body = '{"a":2}' WHERE name = 'market/BTCUSDT'`)
    database.close()
    expect(loadEvidence(directory)).toMatchObject({
      state: 'DAMAGED',
      detail: 'modified since it was written: market/BTCUSDT',
      entries: [{ name: 'status' }],
    })
    expect(loadEvidence(directory).state).toBe('WHOLE')
  })

  it.each<[string, (path: string) => void]>([
    ['holds something else', (path) => writeFileSync(path, 'this is my diary '.repeat(500))],
    ['lost its pages', (path) => writeFileSync(path, readFileSync(path).fill(7, 100))],
    [
      'was written by a newer program',
      (path) => {
        const database = new DatabaseSync(path)
        database.exec('PRAGMA user_version = 99')
        database.close()
      },
    ],
  ])('creates a new file beside one that %s', (_what, damage) => {
    const directory = aTempDirectory()
    filled(directory)
    const path = join(directory, 'evidence.sqlite')
    damage(path)
    expect(loadEvidence(directory)).toMatchObject({ state: 'DAMAGED', detail: expect.any(String), entries: [] })
    expect(existsSync(`${path}.damaged`)).toBe(true)
    expect(loadEvidence(directory)).toMatchObject({ state: 'WHOLE', entries: [] })
  })

  it.skipIf(process.platform === 'win32')('can be read by its owner only', () => {
    const directory = aTempDirectory()
    filled(directory)
    expect(statSync(join(directory, 'evidence.sqlite')).mode & 0o777).toBe(0o600)
  })
})
