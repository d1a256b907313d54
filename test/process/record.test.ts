import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openReplay } from '../../server/adapters/exchanges/replay/index.ts'
import { listenTo, ofKind } from '../support/listener.ts'
import { run } from '../support/process.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { openStage, type VenueStage } from '../venue-wire/venue-stage.ts'

let stage: VenueStage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Starts a recorder in a separate process, with data of every kind on disk. */
const recorder = async () => {
  const path = join(aTempDirectory(), 'market.jsonl.gz')
  const flags = ['--symbols', 'BTCUSDT', '--out', path, '--exchange-url', stage.url]
  const program = run(['record', ...flags])
  const has = (words: string): boolean => gunzipSync(readFileSync(path)).includes(words)
  await vi.waitFor(() => expect(existsSync(path) && has('@snapshot') && has('@trade')).toBe(true), {
    timeout: 60_000,
    interval: 100,
  })
  return { path, ...program }
}

const playedBooks = async (path: string): Promise<number> => {
  const replay = await openReplay({ path, speed: 'max', loop: false, instrumentsPath: undefined, clock: () => 0 })
  const events = await listenTo(replay)
  expect(ofKind(events, 'trade').length).toBeGreaterThan(0)
  return ofKind(events, 'bookSnapshot').length
}

describe('plimsoll record', () => {
  it('leaves a playable file when it is killed', async () => {
    const { path, child, ended } = await recorder()
    child.kill('SIGKILL')
    await ended
    expect(await playedBooks(path)).toBe(1)
  })

  it('ends with a summary when it is interrupted', async () => {
    const { path, child, ended, out, err } = await recorder()
    child.kill('SIGINT')
    expect([await ended, err()]).toEqual([0, ''])
    expect(out()).toMatch(/^File +\S+market\.jsonl\.gz, \d+ bytes\nSymbols +BTCUSDT\nMessages +\d+, and 1 snapshot in/)
    expect(await playedBooks(path)).toBe(1)
  })
})
