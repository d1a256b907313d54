import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { PASSWORD } from '../support/platform.ts'

/** A page of the console, and what it did that it must not. */
export interface WatchedPage {
  readonly page: Page
  /** What the policy has refused, in the words of the browser. */
  readonly refused: readonly string[]
  /** What it has asked of other places. */
  readonly foreign: readonly string[]
  /** Method and path of every call of the API. */
  readonly calls: readonly string[]
  readonly failures: readonly string[]
}

/** A page that is watched from before its first script runs. */
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
    if (origin !== url) watched.foreign.push(request.url())
    if (pathname.startsWith('/api/')) watched.calls.push(`${request.method()} ${pathname}`)
  })
  page.on('pageerror', (error) => watched.failures.push(String(error)))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) watched.refused.push(message.text())
  })
  await page.goto(url)
  return watched
}

export const logIn = async (page: Page, password = PASSWORD): Promise<void> => {
  await page.getByLabel('User').fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What keeps people out, by rule and place. */
export const barriersOf = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
