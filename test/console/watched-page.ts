import axe, { type Result, type RunOptions } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { CONTROLS, SCREENS } from '../../console/src/screens.ts'
import { PASSWORD } from '../support/platform.ts'

/** Page of the console, with its forbidden actions. */
export interface WatchedPage {
  readonly page: Page
  /** Resources refused by the policy, as reported by the browser. */
  readonly refused: readonly string[]
  /** Requests to other hosts. */
  readonly foreign: readonly string[]
  /** Method and path of every API call. */
  readonly calls: readonly string[]
  readonly failures: readonly string[]
}

/** Opens a page that is watched before its first script runs. */
export const watchPage = async (context: BrowserContext, url: string): Promise<WatchedPage> => {
  const page = await context.newPage()
  const watched = {
    page,
    refused: [] as string[],
    foreign: [] as string[],
    calls: [] as string[],
    failures: [] as string[],
  }
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== new URL(url).origin) watched.foreign.push(request.url())
    if (pathname.startsWith('/api/')) watched.calls.push(`${request.method()} ${pathname}`)
  })
  page.on('pageerror', (error) => watched.failures.push(String(error)))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) watched.refused.push(message.text())
  })
  await page.goto(url)
  return watched
}

export const logIn = async (page: Page, password = PASSWORD, user = 'admin'): Promise<void> => {
  await page.getByLabel('User').fill(user)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Menu of / }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

/** Calls declared by every part of the console, with a wildcard in place of an ID. */
const DECLARED = [...SCREENS, ...CONTROLS].flatMap(({ api }) =>
  api.map(({ method, path }) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`)),
)

/** Returns the calls that no part of the console declares. */
export const findUndeclared = (calls: readonly string[]): string[] =>
  calls.filter((call) => !DECLARED.some((declared) => declared.test(call)))

/** Opens a screen from the navigation; on a phone, some are in its menu. */
export const goTo = async (page: Page, title: string): Promise<void> => {
  const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: title, exact: true })
  if (!(await link.isVisible())) await page.getByRole('button', { name: /^Menu of / }).click()
  await link.click()
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns accessibility violations, by rule and place. A page loads the library once, and runs it faster from then on.
 */
export const findBarriers = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options: RunOptions = { runOnly: STANDARDS, resultTypes: ['violations'] }
  const violations: Result[] = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const HEIGHT = 844

/** Each theme once, on a desktop and on a phone. */
export const APPEARANCES = [
  { colorScheme: 'light', viewport: { width: 1280, height: HEIGHT } },
  { colorScheme: 'dark', viewport: { width: 390, height: HEIGHT } },
] as const

export interface Appearance {
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Applies a theme and viewport to an open page. */
export const putOn = async (page: Page, { colorScheme, viewport }: Appearance): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Expects no accessibility violation and no horizontal scrolling. */
export const expectWell = async (page: Page): Promise<void> => {
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}
