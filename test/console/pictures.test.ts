import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CONSOLE_DIRECTORY, loadConsole } from '../../server/app/console.ts'
import { findBrowser } from '../support/browser.ts'
import { isCarried } from '../support/carried-chromium.ts'
import { findDifference, readExpected, reportDifference } from './pictures/compare.ts'
import { APPEARANCES, applyAppearance, openScene, pictureName, SCENES } from './pictures/pictures.ts'
import { readRecording } from './pictures/recording.ts'
import { settle } from './pictures/settle.ts'

/** Another browser, or other fonts, draw other pixels. */
const why = isCarried ? undefined : 'they are compared in the Chromium from npm ci only'
const isBuilt = (await loadConsole(CONSOLE_DIRECTORY)) !== undefined
const skipped = isBuilt ? why : 'the console is not built (node console/build.js)'
const title = 'the pictures of the console'

describe.skipIf(skipped !== undefined)(skipped ? `${title}: skipped, ${skipped}` : title, () => {
  let browser: Browser
  beforeAll(async () => {
    const installation = findBrowser()
    if (installation.why !== undefined) throw new Error(installation.why)
    browser = await installation.open()
  })
  afterAll(() => browser.close())
  const recording = readRecording()

  it.each(SCENES)('are as expected: $name', async (scene) => {
    const stage = await openScene(browser, scene, recording)
    onTestFinished(() => stage.page.context().close())
    const differences: string[] = []
    for (const appearance of APPEARANCES) {
      const name = pictureName(scene, appearance)
      const expected = readExpected(name)
      if (!expected) throw new Error(`${name} has no picture: npm run pictures -- --accept`)
      await applyAppearance(stage.page, appearance)
      const actual = await settle(stage, appearance, expected)
      const difference = findDifference(expected, actual)
      if (difference) differences.push(reportDifference(name, { expected, actual, difference }))
    }
    expect(differences.join('\n\n')).toBe('')
    expect(stage.server.missing, 'requests that are not recorded: npm run pictures -- --record').toEqual([])
  })
})
