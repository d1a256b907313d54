import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { paperVerbs, paperVerbsOfServer } from './paper-verbs.ts'
import { answerVerb } from './verb.ts'

const AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

const open = (...folders: readonly string[]) => {
  const dataDir = aTempDirectory()
  for (const folder of folders) {
    mkdirSync(join(dataDir, folder))
    writeFileSync(join(dataDir, folder, 'engine.sqlite'), folder)
  }
  const verbs = paperVerbs(dataDir, () => AT_MS)
  return { dataDir, reset: (args: unknown) => answerVerb(verbs, 'paper.reset', args) }
}

describe('resetting a paper account', () => {
  it('sets its ledger aside, and leaves those of others alone', async () => {
    const { dataDir, reset } = open('simulated-paper', 'bybit-paper', 'bybit-live')
    const movedTo = 'simulated-paper.until-2026-01-02T03-04-05-678Z'
    expect(await reset({ exchange: 'simulated' })).toEqual({ ok: true, value: { exchange: 'simulated', movedTo } })
    expect(readdirSync(dataDir).toSorted()).toEqual(['bybit-live', 'bybit-paper', movedTo].toSorted())
    expect(readdirSync(join(dataDir, movedTo))).toEqual(['engine.sqlite'])
  })

  it.each(['okx', 'bybit-live', '..', '../simulated', '', 'simulated-paper'])(
    'rejects the unknown %j, and lists the existing ones',
    async (exchange) => {
      const { dataDir, reset } = open('simulated-paper', 'bybit-live')
      expect(await reset({ exchange })).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND', remedy: 'Paper accounts: simulated.' },
      })
      expect(readdirSync(dataDir)).toHaveLength(2)
    },
  )

  it('is rejected by a running server', async () => {
    expect(await answerVerb(paperVerbsOfServer, 'paper.reset', { exchange: 'simulated' })).toMatchObject({
      ok: false,
      error: { code: 'BLOCKED' },
    })
  })
})
