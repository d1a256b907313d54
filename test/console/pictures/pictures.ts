/** The pictures of the console that are compared, and how each is taken. */

import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { errorMessage } from '../../../server/core/errors.ts'
import { ORIGIN, type RecordedServer, type Source, serveRecording } from './recorded-server.ts'
import type { Recording } from './recording.ts'

/** A screen of the console in a certain state. */
export interface Scene {
  readonly name: string
  readonly path: string
  /** Values in the storage of the browser, without the prefix of the console. */
  readonly stored?: Readonly<Record<string, string>>
  readonly prepare?: (page: Page) => Promise<void>
}

const CHART_SETTINGS = JSON.stringify({ shape: 'candles', isLog: false, indicators: ['EMA 21', 'RSI 14'] })

/** Every scene, by the screen that it shows. */
export const SCENES: readonly Scene[] = [
  { name: 'log-in', path: '/', stored: { forgotten: 'yes' } },
  { name: 'overview', path: '/', prepare: (page) => page.getByRole('button', { name: /^Alerts: / }).click() },
  { name: 'market', path: '/market?symbol=BTCUSDT', stored: { 'chart-look': CHART_SETTINGS } },
  { name: 'performance', path: '/performance' },
  { name: 'strategies', path: '/strategies' },
  { name: 'limits', path: '/limits' },
  { name: 'research', path: '/research?tab=run' },
  { name: 'health', path: '/monitor' },
]

const DESKTOP = { width: 1440, height: 900 }

/** Each theme on a desktop, and a phone. The light theme has the layout of the dark one, so it is stored in half the size. */
export const APPEARANCES = [
  { name: 'dark', colorScheme: 'dark', viewport: DESKTOP, isHalved: false },
  { name: 'light', colorScheme: 'light', viewport: DESKTOP, isHalved: true },
  { name: 'phone', colorScheme: 'dark', viewport: { width: 390, height: 844 }, isHalved: false },
] as const
export type Appearance = (typeof APPEARANCES)[number]

/** Returns the name of the picture of a scene in one of its appearances. */
export const pictureName = (scene: Scene, appearance: Appearance): string => `${scene.name}-${appearance.name}`

/** A page that shows a scene. */
export interface Stage {
  readonly page: Page
  readonly server: RecordedServer
}

/** Opens a scene at the time of the recording, at which its clocks stand still. */
export const openScene = async (
  browser: Browser,
  { path, stored = {}, prepare }: Scene,
  recording: Recording,
  source?: Source,
): Promise<Stage> => {
  const context = await browser.newContext({
    ...{ serviceWorkers: 'block', locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
    ...{ colorScheme: APPEARANCES[0].colorScheme, viewport: APPEARANCES[0].viewport },
  })
  const server = await serveRecording(context, recording, source)
  const page = await context.newPage()
  await page.clock.setFixedTime(recording.atMs)
  await page.addInitScript((values) => {
    performance.now = () => 0
    for (const [name, value] of Object.entries(values)) localStorage.setItem(`plimsoll.${name}`, value)
  }, stored)
  await page.goto(ORIGIN + path)
  await prepare?.(page)
  return { page, server }
}

/** Changes the appearance of an open page. */
export const applyAppearance = async (page: Page, { colorScheme, viewport }: Appearance): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Returns a picture of the page as it is now, without a cursor and with animations at their ends. */
export const takePicture = async (page: Page): Promise<Buffer> => {
  for (let left = ATTEMPTS; ; left--) {
    try {
      return await page.screenshot({ animations: 'disabled', caret: 'hide' })
    } catch (error) {
      if (left === 1 || !errorMessage(error).includes('Unable to capture screenshot')) throw error
      await setTimeout(RETRY_AFTER_MS)
    }
  }
}

/** On a busy machine, Chromium cannot always capture a page that it has just resized. */
const ATTEMPTS = 10
const RETRY_AFTER_MS = 250
