import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as bundler from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestFold } from './fold-digest.js'

const FOLDERS = ['adapters/store', 'core', 'domain', 'engine'] as const

describe('the digest of the fold', () => {
  const server = mkdtempSync(join(tmpdir(), 'plimsoll-test-'))
  let intact = ''

  beforeAll(async () => {
    const sources = fileURLToPath(new URL('.', import.meta.url))
    for (const folder of FOLDERS) cpSync(join(sources, folder), join(server, folder), { recursive: true })
    intact = await digestFold(bundler, server)
  })
  afterAll(() => rmSync(server, { recursive: true }))

  /** Returns the digest after a change of one module, which is reverted. */
  const digestWith = async (path: string, from: string, to: string): Promise<string> => {
    const file = join(server, path)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
    const digest = await digestFold(bundler, server)
    writeFileSync(file, text)
    return digest
  }

  it.each([
    ['nothing changes', 'engine/state/ledger.ts', '', ''],
    ['a comment changes', 'engine/state/ledger.ts', '/** Market of this store,', '/** The market of this store,'],
    ['a type changes', 'engine/state/ledger.ts', 'readonly working: Set<string>', 'working: Set<string>'],
    ['a type of the facts changes', 'engine/model/facts.ts', "kind: 'runStarted'", "kind: 'runStarted' | 'other'"],
    ['the program around it changes', 'engine/run/loop.ts', 'const ', 'export const added = 1\nconst '],
    ['the journal is written differently', 'adapters/store/sqlite/journal.ts', 'start again', 'start it again'],
  ])('remains the same when %s', async (_, path, from, to) => {
    expect(await digestWith(path, from, to)).toBe(intact)
  })

  it.each([
    ['the ledger', 'engine/state/ledger.ts', 'const ENDED_ORDERS_MAX = 10_000', 'const ENDED_ORDERS_MAX = 10_001'],
    ['the control state', 'engine/state/control-state.ts', 'const RUNS_MAX = 64', 'const RUNS_MAX = 65'],
    ['a rule of the account', 'domain/account/account.ts', 'walletBalance: 0n', 'walletBalance: 1n'],
    ['the length of a day', 'core/instant.ts', 'DAY_MS = 24 * HOUR_MS', 'DAY_MS = 25 * HOUR_MS'],
    ['the reading of facts', 'core/exact-json.ts', 'BigInt(', 'BigInt.asIntN(64, '],
    ['which facts belong to it', 'engine/state/ledger-facts.ts', 'runStarted: true', 'runStarted: false'],
    ['the form of the snapshot', 'adapters/store/upkeep/ledger-snapshot.ts', 'DIGEST_BYTES = 32', 'DIGEST_BYTES = 33'],
  ])('changes with %s', async (_, path, from, to) => {
    expect(await digestWith(path, from, to)).not.toBe(intact)
  })
})
