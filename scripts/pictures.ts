import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { findDifference, readExpected, reportDifference, writeExpected } from '../test/console/pictures/compare.ts'
import { openLiveSource } from '../test/console/pictures/live-source.ts'
import {
  APPEARANCES,
  applyAppearance,
  openScene,
  pictureName,
  SCENES,
  type Scene,
} from '../test/console/pictures/pictures.ts'
import type { Source } from '../test/console/pictures/recorded-server.ts'
import { type Recording, readRecording, writeRecording } from '../test/console/pictures/recording.ts'
import { settle } from '../test/console/pictures/settle.ts'
import { findBrowser } from '../test/support/browser.ts'
import { startPaperServer } from './paper-history.ts'

/**
 * Compares the pictures of the console with the expected ones, or stores them:
 *
 *     npm run pictures                        # compares all scenes
 *     npm run pictures -- market --accept     # stores the pictures of these scenes as expected
 *     npm run pictures -- --record --accept   # records the answers of a new paper server first
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean', default: false }, record: { type: 'boolean', default: false } },
})

const main = async (): Promise<void> => {
  const installation = findBrowser()
  if (installation.why !== undefined) throw new Error(installation.why)
  const browser = await installation.open()
  try {
    if (values.record) await record(browser)
    const recording = readRecording()
    const scenes = SCENES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    for (const scene of scenes) await visit(browser, scene, recording)
  } finally {
    await browser.close()
  }
}

/** Time in which all scenes are opened, to find what they need; after it, everything is read at once. */
const LEAD_MS = 90_000

/** Opens every scene on a new paper server, and stores what it then answers. */
const record = async (browser: Browser): Promise<void> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-pictures-'))
  const { platform, password } = await startPaperServer(dataDir)
  const source = await openLiveSource({ url: platform.url, username: 'admin', password })
  const recording: Recording = { atMs: Date.now() + LEAD_MS, answers: {}, channels: {} }
  for (const scene of SCENES) await explore(browser, scene, recording, source)
  await setTimeout(Math.max(0, recording.atMs - Date.now()))
  writeRecording(await readAgain(recording, source))
  await platform.close()
  rmSync(dataDir, { recursive: true })
}

const readAgain = async ({ atMs, answers, channels }: Recording, source: Source): Promise<Recording> => {
  const read = async (keys: Record<string, unknown>, of: (key: string) => Promise<unknown>) =>
    Object.fromEntries(await Promise.all(Object.keys(keys).map(async (key) => [key, await of(key)] as const)))
  const answer = (key: string): Promise<unknown> => {
    const [method = '', address = '', ...body] = key.split(' ')
    return source.answer(method, address, body.join(' '))
  }
  return { atMs, answers: await read(answers, answer), channels: await read(channels, source.snapshot) }
}

/** Opens a scene in every appearance, so that the source is asked for all that it needs. */
const explore = async (browser: Browser, scene: Scene, recording: Recording, source: Source): Promise<void> => {
  const stage = await openScene(browser, scene, recording, source)
  for (const appearance of APPEARANCES) {
    await applyAppearance(stage.page, appearance)
    await settle(stage, appearance)
  }
  await stage.page.context().close()
}

/** Compares a scene in every appearance, or stores what differs. */
const visit = async (browser: Browser, scene: Scene, recording: Recording): Promise<void> => {
  const stage = await openScene(browser, scene, recording)
  for (const appearance of APPEARANCES) {
    const name = pictureName(scene, appearance)
    const expected = readExpected(name)
    await applyAppearance(stage.page, appearance)
    const actual = await settle(stage, appearance, expected)
    const difference = expected && findDifference(expected, actual)
    if (expected && !difference) continue
    if (values.accept) writeExpected(name, actual)
    else if (expected && difference) report(reportDifference(name, { expected, actual, difference }))
    else report(`${name} has no picture: npm run pictures -- --accept`)
  }
  for (const key of stage.server.missing) report(`not in the recording (npm run pictures -- --record): ${key}`)
  await stage.page.context().close()
}

const report = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}

await main()
