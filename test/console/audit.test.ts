import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { everyNth } from '../support/runs.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findBarriers, findUndeclared, goTo } from './watched-page.ts'

describeInBrowser('audit, logs and sessions', () => {
  const stage = setStage({ logLevel: 'info' })
  beforeAll(async () => {
    const { server } = stage
    const token = await server.token({ role: 'OPERATOR' })
    await server.post('/api/autotrading/pause', { reason: 'The feed looks odd' }, token)
  })

  it('finds who did what, to the millisecond, with all recorded details', async () => {
    const { page, calls, refused, foreign, failures } = await stage.visit('/audit')
    const entries = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem')
    await entries.filter({ hasText: 'START' }).first().waitFor()
    await page.getByText('plimsoll audit verify').waitFor()
    await page.getByLabel('Author').selectOption('People and programs')
    await page.getByLabel('Action', { exact: true }).selectOption('PAUSE')
    await page.waitForURL('**/audit?actorType=USER&action=PAUSE')
    const pause = entries.filter({ hasText: 'PAUSE' }).first()
    await pause.waitFor()
    await expect.poll(() => entries.filter({ hasNotText: 'PAUSE' }).count()).toBe(0)
    await pause.getByText('PAUSE', { exact: true }).click()
    expect(await pause.innerText()).toMatch(
      /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC[\s\S]*The feed looks odd[\s\S]*usr_[\s\S]*127\.0\.0\.1[\s\S]*req_[\s\S]*\b[0-9a-f]{64}\b/,
    )
    await page.getByText('More filters').click()
    await page.getByLabel('From, UTC').fill('22.11.2026')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Enter a time such as 2026-11-22 08:16.').waitFor()
    await page.getByLabel('From, UTC').fill('2026-01-01')
    await page.getByLabel('Target', { exact: true }).fill('nothing of this name')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('No matching entries.').waitFor()
    await page.goBack()
    await pause.waitFor()
    expect(calls.filter((call) => call.endsWith('/api/audit')).length).toBeLessThanOrEqual(5)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export newest 200 as CSV' }).click()
    const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n')
    expect(lines[0]).toMatch(/\baction\b/)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.slice(1).every((line) => line.includes('PAUSE'))).toBe(true)
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('lists what people and the host did, and the entries of the engine on request', async () => {
    const { page } = await stage.visit('/audit?period=24h')
    const entries = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem')
    await entries.filter({ hasText: 'PAUSE' }).first().waitFor()
    expect(await page.getByLabel('Period').inputValue()).toBe('24h')
    expect(await entries.filter({ hasText: 'STATE_CHANGE' }).count()).toBe(0)
    await page.getByLabel('Author').selectOption('Engine')
    await entries.filter({ hasText: 'STATE_CHANGE' }).first().waitFor()
  })

  it('shows the result of an order in the entry of the person who placed it', async () => {
    const token = await stage.server.token({ role: 'TRADER' })
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    await expect
      .poll(async () => (await stage.server.post('/api/v381/trading/order', order, token)).status, SOON)
      .toBe(201)
    const { page } = await stage.visit('/audit?action=ORDER_PLACE')
    const entry = page.getByRole('list', { name: 'Entries, newest first' }).getByRole('listitem').first()
    await entry.getByText('filled 0.002 of 0.002', { exact: true }).waitFor()
    expect(await entry.innerText()).toMatch(/ORDER_PLACE[\s\S]*BUY 0\.002 BTCUSDT MARKET[\s\S]*FILLED/)
    await entry.getByText('ORDER_PLACE', { exact: true }).click()
    await entry.getByText('FILLED, filled 0.002 of 0.002').waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  it('shows the records of the server log by level and text, follows it, and copies them', async () => {
    const { page, calls, failures } = await stage.visit('/logs')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const records = page.getByRole('list', { name: 'Records, newest first' }).getByRole('listitem')
    await records.first().waitFor()
    await page.getByLabel('From level').selectOption('WARN')
    await page.getByLabel('Text in message or fields').fill('LOGIN_REFUSED')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL('**/logs?level=WARN&q=LOGIN_REFUSED')
    await page.getByText('No matching records.').waitFor()
    await stage.server.post('/api/auth/login', { username: 'admin', password: 'not this one' })
    await records.filter({ hasText: 'access refused' }).first().waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByText(/^\d+ records copied\.$/).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(JSON.parse(copied.split('\n')[0] ?? '')).toMatchObject({ level: 'WARN', message: 'access refused' })
    await page.getByLabel('Follow').uncheck()
    expect([findUndeclared(calls), failures]).toEqual([[], []])
  })

  it('marks the current session, and explains what to do about an unknown one', async () => {
    await stage.server.platform.identity.mintToken({ username: 'admin', ttlMs: 3_600_000 })
    const { page } = await stage.visit('/account')
    const rows = page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('row')
    await rows.filter({ hasText: 'Host token' }).getByText('in 59 min').waitFor()
    expect(await rows.filter({ hasText: 'this session' }).innerText()).toMatch(/Password[\s\S]*127\.0\.0\.1/)
    await page.getByText('plimsoll user disable admin').waitFor()
  })

  it.each(everyNth(APPEARANCES.toReversed(), 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await stage.visit('/audit?action=PAUSE', appearance)
      await page.getByRole('listitem').getByText('PAUSE', { exact: true }).first().click()
      await expectWell(page)
      await page.keyboard.press('Escape')
      await goTo(page, 'Logs')
      await page.getByRole('list', { name: 'Records, newest first' }).getByRole('group').first().click()
      await expectWell(page)
      await goTo(page, 'Account')
      await page.getByText('this session').waitFor()
      await expectWell(page)
    },
  )
})
