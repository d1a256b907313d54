import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, setStage } from './stage.ts'
import { expectWell, findUndeclared } from './watched-page.ts'

/** Chooses a preference in the menu, and waits until the page that it reloads has restored the session. */
const choose = async (page: Page, [menu, label]: readonly [RegExp, string], choice: string): Promise<void> => {
  await page.getByRole('button', { name: menu }).filter({ visible: true }).click()
  const loaded = page.waitForEvent('load')
  await page.getByLabel(label).selectOption(choice)
  await loaded
  await page.getByRole('button', { name: /EMERGENCY STOP/ }).waitFor()
}

const ENGLISH = /^Menu of /
const GERMAN = /^Menü von /

const store = (page: Page, preferences: Readonly<Record<string, string>>) =>
  page.addInitScript((stored) => {
    for (const [name, choice] of Object.entries(stored)) localStorage.setItem(`plimsoll.${name}`, choice)
  }, preferences)

describeInBrowser('the languages of the console', () => {
  const stage = setStage({ autotrading: 'off' })

  it('are chosen in the menu: texts, accessible names, and the language of the page', async () => {
    const { page, calls, refused, foreign, failures } = await stage.enter()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await choose(page, [ENGLISH, 'Language'], 'de')
    const navigation = page.getByRole('navigation', { name: 'Ansichten' })
    await navigation.getByRole('link', { name: 'Übersicht', exact: true }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('button', { name: /EMERGENCY STOP.*1,5 s halten/ }).waitFor()
    await page.getByRole('region', { name: 'Guthaben, USDT' }).waitFor()
    await expectWell(page)

    await navigation.getByRole('link', { name: 'Markt', exact: true }).click()
    await page.getByRole('region', { name: 'Order platzieren' }).waitFor()
    await page.getByRole('tab', { name: /^Positionen/ }).waitFor()
    await expectWell(page)
    await navigation.getByRole('link', { name: 'Limits', exact: true }).click()
    await page.getByRole('heading', { name: 'Kontolimits' }).waitFor()
    await navigation.getByRole('link', { name: 'Konto', exact: true }).click()
    await page.getByRole('heading', { name: 'Zwei-Faktor-Authentifizierung' }).waitFor()
    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })

    await choose(page, [GERMAN, 'Sprache'], 'zh')
    await page.getByRole('heading', { name: '双重验证' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  })

  it('are drafts as the menu names them, beside the note that the server writes English', async () => {
    const { page } = await stage.enter()
    await page.getByRole('button', { name: ENGLISH }).filter({ visible: true }).click()
    const language = page.getByLabel('Language')
    expect(await language.getByRole('option').allInnerTexts()).toEqual([
      'Browser: English',
      'English',
      'Deutsch (draft)',
      'Español (draft)',
      '简体中文 (draft)',
    ])
    await page.getByText('Text from the server, such as findings and errors, is always in English.').waitFor()
  })

  it('are those of the browser until one is chosen, and stale choices are ignored', async () => {
    const { page } = await stage.open({ locale: 'es-MX' })
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
    await store(page, { language: 'tlh', numbers: 'roman', dates: 'stardate' })
    await page.reload()
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
    const french = await stage.open({ locale: 'fr-FR' })
    await french.page.getByRole('button', { name: 'Log in' }).waitFor()
  })

  it('are English while the file of the language cannot be loaded', async () => {
    const { page } = await stage.open()
    await page.route(/\/assets\/messages-de-/, (route) => route.abort())
    await store(page, { language: 'de' })
    await page.reload()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it.each(['/', '/market'])('fit a phone at %s, in German', async (path) => {
    const { page } = await stage.enter('admin', { viewport: { width: 390, height: 844 } })
    await store(page, { language: 'de' })
    await page.goto(stage.server.platform.url + path)
    await page.getByRole('navigation', { name: 'Ansichten' }).waitFor()
    await expectWell(page)
  })

  it('have formats of numbers and dates beside them', async () => {
    const { page } = await stage.enter()
    const equity = page
      .getByRole('banner')
      .getByText(/^\d+[.,\u202f]\d{3}[.,]\d\d$/)
      .first()
    expect(await equity.innerText()).toMatch(/^\d+,\d{3}\.\d\d$/)
    await choose(page, [ENGLISH, 'Number format'], 'point-comma')
    await equity.waitFor()
    expect(await equity.innerText()).toMatch(/^\d+\.\d{3},\d\d$/)
    await choose(page, [ENGLISH, 'Date format'], 'local')
    await page.goto(`${stage.server.platform.url}/account`)
    const time = page.locator('time[title]').first()
    await time.waitFor({ state: 'attached' })
    expect(await time.getAttribute('title')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d UTC$/)
    await page.goto(`${stage.server.platform.url}/market`)
    const size = page.getByRole('textbox', { name: /^Size, / })
    await size.fill('0,01')
    await size.blur()
    await page.getByText(/must be a number such as \d+\.\d+/).waitFor()
  })
})
