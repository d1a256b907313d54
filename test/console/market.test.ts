import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { json, type TestPlatform } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { cutOff, describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findBarriers, findUndeclared, logIn } from './watched-page.ts'

const PREVIEW = '**/api/v381/trading/order/preview'
const KLINES = 'GET /api/v381/market/klines/BTCUSDT'

/** The desk that the layout is measured on. */
const TERMINAL = { colorScheme: 'dark', viewport: { width: 1440, height: 900 } } as const

describeInBrowser('the market in a browser', () => {
  const stage = setStage({ historyDays: '3', symbols: 'BTCUSDT,ETHUSDT,SOLUSDT' })
  const getChart = (page: Page) => page.getByRole('group', { name: /^\w+ \w+ chart\./ })
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const bestBid = async (page: Page): Promise<string> =>
    page.getByRole('rowheader', { name: /^bid / }).first().innerText()

  it('opens on the first manually traded instrument, and follows its price', async () => {
    const { page: previous, calls: known } = await stage.visit('/account')
    await previous.waitForLoadState('networkidle')
    const before = known.length
    const { page } = await stage.visit('/market')
    const quote = region(page, 'BTCUSDT perpetual')
    await expect
      .poll(() => quote.innerText(), SOON)
      .toMatch(/Last, USDT\s+[\d,]+\.\d\s+24 h change\s+(up|down|unchanged)?[\s\S]*%[\s\S]*Mark\s*[\d,]+\.\d\s/)
    await expect.poll(() => quote.innerText(), SOON).toMatch(/Funding in\s*\d\d:\d\d:\d\d −?\d\.\d{4}%/)
    const firstText = await quote.innerText()
    await expect.poll(() => quote.innerText(), SOON).not.toBe(firstText)
    await getChart(page).waitFor()
    const calls = () => known.slice(before).filter((call) => !call.includes('/auth/'))
    await expect
      .poll(() => calls().toSorted(), SOON)
      .toEqual([
        'GET /api/autotrading/config',
        'GET /api/v381/account/trades',
        'GET /api/v381/market/instruments',
        KLINES,
        'GET /api/v381/signals/history',
      ])
  })

  it('has an order book of as many levels on both sides as fit, and the newest trades', async () => {
    const { page } = await stage.visit('/market?symbol=SOLUSDT&interval=1m')
    const book = region(page, 'Order book')
    await book.getByText('The order book is in sync.').waitFor({ state: 'attached' })
    await book.getByRole('rowheader', { name: /^ask / }).nth(9).waitFor()
    const [asks, bids] = await Promise.all(
      [/^ask /, /^bid /].map((name) => book.getByRole('rowheader', { name }).allInnerTexts()),
    )
    expect(asks?.length).toBe(bids?.length)
    expect((await book.getByRole('table').boundingBox())?.height).toBeLessThan((await book.boundingBox())?.height ?? 0)
    const first = await bestBid(page)
    await expect.poll(() => bestBid(page), SOON).not.toBe(first)
    const trades = page.getByRole('region', { name: 'Recent trades' }).getByRole('row')
    expect(await trades.nth(1).innerText()).toMatch(/^\d\d:\d\d:\d\d\s+\d+\.\d\d\s+[\d,]+\.\d\s+(BUY|SELL)$/)
  })

  it('lists the symbols with their prices, starred ones first, and opens one', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT&interval=5m', TERMINAL)
    await page.getByRole('button', { name: 'Watchlist' }).click()
    const list = region(page, 'Watchlist')
    await list.getByRole('button', { name: 'Star SOLUSDT' }).click()
    await expect
      .poll(() => list.getByRole('listitem').first().innerText(), SOON)
      .toMatch(/^SOLUSDT\s+[\d,]+\.\d\d\s+[\s\S]*%$/)
    await expectWell(page)
    await list.getByLabel('Search').fill('eth')
    expect(await list.getByRole('listitem').count()).toBe(1)
    await list.getByRole('button', { name: /^ETHUSDT/ }).click()
    await region(page, 'ETHUSDT perpetual').waitFor()
  })

  it('shows four charts of their own symbols and intervals, and the depth of the book, also after a reload', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT&interval=5m', TERMINAL)
    await page.getByRole('button', { name: 'Layout' }).click()
    const layout = region(page, 'Layout')
    await layout.getByRole('button', { name: '4 charts' }).click()
    await layout.getByLabel('Name').fill('Scalp')
    await layout.getByRole('button', { name: 'Save this layout' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Symbol of chart 2').selectOption('ETHUSDT')
    await page.getByRole('group', { name: /^ETHUSDT 15m chart\./ }).waitFor()
    await page.getByRole('button', { name: 'Depth' }).click()
    await page.getByRole('img', { name: /^Depth: bids [\d,.]+ BTC down to/ }).waitFor()
    await expectWell(page)
    await page.reload()
    await expect.poll(() => getChart(page).count(), SOON).toBe(4)
    await page.getByRole('button', { name: 'Depth' }).click()
    await page.getByRole('button', { name: 'Layout' }).click()
    await layout.getByRole('button', { name: '1 chart' }).click()
    await expect.poll(() => getChart(page).count(), SOON).toBe(1)
    await layout.getByRole('button', { name: /^Scalp/ }).click()
    await page.getByRole('group', { name: /^BTCUSDT 15m chart\./ }).waitFor()
    await layout.getByRole('button', { name: '1 chart' }).click()
    await layout.getByRole('button', { name: 'Delete the layout Scalp' }).click()
    await page.keyboard.press('Escape')
  })

  it('opens the view given in its address, and restores it on return', async () => {
    const { page } = await stage.visit('/market?symbol=ETHUSDT&interval=15m')
    await region(page, 'ETHUSDT perpetual').waitFor()
    await region(page, '15m chart').waitFor()
    await page.getByRole('combobox', { name: 'Timeframe' }).selectOption('1h')
    await region(page, '1h chart').waitFor()
    await page.getByLabel('Instrument').selectOption('SOLUSDT')
    await region(page, 'SOLUSDT perpetual').waitFor()
    expect(new URL(page.url()).search).toBe('?symbol=SOLUSDT&interval=1h')
    await page.goBack()
    await page.goBack()
    await region(page, 'ETHUSDT perpetual').waitFor()
    await region(page, '15m chart').waitFor()
  })

  it('reports that an instrument is not traded here, and lists those that are', async () => {
    const { page } = await stage.visit('/market?symbol=XYZUSDT')
    await page.getByRole('alert').getByText('XYZUSDT is not available').waitFor()
    await page.getByRole('link', { name: 'SOLUSDT' }).click()
    await region(page, 'SOLUSDT perpetual').waitFor()
  })

  it('keeps notices off the navigation and the buttons of a phone', async () => {
    const { page } = await stage.visit('/market', APPEARANCES[1])
    const notices = page.getByRole('status', { name: 'Notices' })
    const isAbove = async (below: Locator): Promise<boolean> => {
      const [box, other] = [await notices.boundingBox(), await below.boundingBox()]
      return box !== null && other !== null && box.y + box.height <= other.y
    }
    const buttons = page.getByRole('group', { name: 'Open the ticket' })
    await buttons.waitFor()
    expect(await isAbove(buttons)).toBe(true)
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Action required' }).waitFor()
    expect(await isAbove(page.getByRole('navigation', { name: 'Screens' }))).toBe(true)
  })

  it('keeps working, including the stop, when a script that it loads later does not arrive', async () => {
    const { page, failures } = await stage.enter()
    await page.route('**/assets/candle-chart*', (route) => route.abort())
    await page.goto(`${stage.server.platform.url}/market`)
    await page.getByText('The chart cannot be shown').waitFor()
    await page.getByRole('button', { name: 'Reload page' }).waitFor()
    await page.getByRole('button', { name: 'EMERGENCY STOP' }).waitFor()
    await page.getByRole('table', { name: /book/i }).waitFor()
    expect(failures).toEqual([])
  })

  it('reports that no candle has the length in the address, until another one is chosen', async () => {
    const { page } = await stage.visit('/market?interval=7m')
    const alert = page.getByText('7m is not an available interval. Showing 5m.')
    await alert.waitFor()
    await page.getByRole('combobox', { name: 'Timeframe' }).selectOption('15m')
    await alert.waitFor({ state: 'detached' })
  })

  it('lists in a table what the chart shows: the account’s orders, past events, and candles', async () => {
    const { page, calls } = await stage.visit('/market?symbol=BTCUSDT&interval=5m')
    const token = await stage.server.token({ role: 'TRADER' })
    /** On a busy machine an order may be refused at first, for the market is read late. */
    const placed = (order: () => Promise<object>): Promise<void> =>
      expect
        .poll(async () => (await stage.server.post('/api/v381/trading/order', await order(), token)).status, SOON)
        .toBe(201)
    const resting = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.01' }
    await placed(async () => ({ ...resting, price: await farBelow(stage.server, token) }))
    await placed(async () => ({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.02' }))
    await getChart(page).waitFor()
    await page.getByRole('button', { name: 'Events' }).click()
    const legend = page.getByRole('group', { name: 'Shown on the chart' })
    await legend.getByText(/^stop [\d,]+\.\d$/).waitFor()
    await legend.getByRole('checkbox', { name: /Signals: \d+/ }).check()
    await switchTable(page)
    await page.getByRole('region', { name: 'Position and orders' }).getByText('BUY Limit 0.01').waitFor()
    const happened = page.getByRole('region', { name: 'Events' })
    await happened
      .getByText(/^(LONG|SHORT) by S\d\d /)
      .first()
      .waitFor()
    const candles = page.getByRole('region', { name: 'Candles', exact: true }).getByRole('row')
    expect(await candles.count()).toBe(51)
    // Right after the end of a candle the next one forms with its first trade.
    await expect.poll(() => candles.nth(1).innerText(), SOON).toMatch(/forming$/)
    await page.getByRole('button', { name: 'Events' }).click()
    await legend.getByRole('checkbox', { name: /Signals: \d+/ }).uncheck()
    await expect.poll(() => happened.getByText(/ by S\d\d /).count(), SOON).toBe(0)
    await page.keyboard.press('Escape')
    await switchTable(page)

    await getChart(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    const readBefore = calls.filter((call) => call === KLINES).length
    await page.keyboard.press('Home')
    await expect.poll(() => calls.filter((call) => call === KLINES).length, SOON).toBe(readBefore + 1)
    expect(findUndeclared(calls)).toEqual([])
  })

  it('keeps the last data during an outage, marked as old in every card, and starts over on reconnection', async () => {
    const { page, calls } = await stage.open()
    const stream = await cutOff(page.context())
    await page.goto(`${stage.server.platform.url}/market`)
    await logIn(page)
    const book = region(page, 'Order book')
    await book.getByRole('rowheader', { name: /^bid / }).first().waitFor()
    await page.getByLabel('Size, BTC').fill('0.004')
    const outlook = page.getByText(/Passes all checks|Blocked by/).locator('..')
    await outlook.waitFor()
    await stream.cut()
    await book.getByText('STALE: The order book is out of date').waitFor()
    expect(await book.getByRole('rowheader', { name: /^bid / }).count()).toBeGreaterThan(3)
    const heads = await page.locator('main section[aria-labelledby] > header').allInnerTexts()
    expect(heads.map((head) => head.includes('STALE'))).toEqual(Array(4).fill(true))
    expect(await page.evaluate(PANEL_LAYOUTS)).toEqual(Array(4).fill('true 0'))
    expect(await outlook.innerText()).toMatch(/STALE/)
    expect(await findBarriers(page)).toEqual([])
    const send = page.getByRole('button', { name: /^Buy 0\.004 BTCUSDT/ })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Reduce-only').check()
    expect(await send.getAttribute('aria-disabled')).toBe('false')
    await page.getByLabel('Reduce-only').uncheck()
    await page.route(PREVIEW, () => {})
    await page.getByLabel('Size, BTC').fill('0.005')
    await page.getByText('The server is not reachable.').waitFor()
    await page.unroute(PREVIEW)
    const before = calls.length
    stream.mend()
    await book.getByText('The order book is in sync.').waitFor({ state: 'attached' })
    await expect.poll(() => outlook.innerText(), SOON).not.toMatch(/STALE/)
    const requests = calls.slice(before).filter((call) => call !== KLINES)
    expect(requests.filter((call) => !call.endsWith('/order/preview')).toSorted()).toEqual([
      'GET /api/autotrading/config',
      'GET /api/v381/account/trades',
      'GET /api/v381/market/instruments',
      'GET /api/v381/signals/history',
    ])
    const last = await bestBid(page)
    await expect.poll(() => bestBid(page), SOON).not.toBe(last)
  })

  it.each(everyNth(APPEARANCES.toReversed(), 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await stage.visit('/market?interval=12h', appearance)
      await getChart(page).waitFor()
      await expectWell(page)
      await switchTable(page)
      await page.getByRole('heading', { name: 'Events' }).waitFor()
      await expectWell(page)
    },
  )

  it('shows its first candle near the top on a desktop, and gives the chart most of the height', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    await getChart(page).locator('canvas').first().waitFor()
    const chart = await getChart(page).boundingBox()
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(56)
    expect((await region(page, 'BTCUSDT perpetual').boundingBox())?.height).toBeLessThanOrEqual(36)
    expect(chart?.y).toBeLessThanOrEqual(140)
    expect(chart?.width).toBeGreaterThanOrEqual(0.55 * TERMINAL.viewport.width)
    expect(chart?.height).toBeGreaterThanOrEqual(0.55 * TERMINAL.viewport.height)
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBeLessThanOrEqual(0)
  })

  it('docks the account below the chart, in tabs that arrow keys switch', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    const tab = (name: string) => page.getByRole('tablist', { name: 'Account' }).getByRole('tab', { name })
    await page.getByRole('region', { name: 'Open positions' }).getByRole('button', { name: 'Close BTCUSDT' }).waitFor()
    await tab('Positions (').focus()
    await page.keyboard.press('ArrowRight')
    const orders = page.getByRole('region', { name: 'Open orders' })
    await orders
      .getByRole('row', { name: /BTCUSDT BUY.*Limit/ })
      .getByRole('button', { name: /^Cancel/ })
      .waitFor()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Executions and funding' }).getByText('BTCUSDT BUY').first().waitFor()
    expect(await tab('Trades').getAttribute('aria-selected')).toBe('true')
    await expectWell(page)
  })

  it.each([
    ['Order history', 'Order history'],
    ['Trades', 'Executions and funding'],
  ])('has room for four rows of its %s in the dock, and its filters beside the tabs', async (tab, name) => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    const tabs = page.getByRole('tablist', { name: 'Account' })
    await tabs.getByRole('tab', { name: tab }).click()
    const list = page.getByRole('region', { name })
    const [head, first] = [list.locator('thead'), list.locator('tbody tr').first()]
    await first.waitFor()
    const [frame, headBox, row] = await Promise.all([list, head, first].map((part) => part.boundingBox()))
    const room = (frame?.height ?? 0) - (headBox?.height ?? 0)
    expect(room / (row?.height ?? 0)).toBeGreaterThanOrEqual(4)
    const symbols = await page.getByRole('combobox', { name: 'Symbol', exact: true }).boundingBox()
    const tabRow = await tabs.boundingBox()
    expect(symbols?.y).toBeLessThan((tabRow?.y ?? 0) + (tabRow?.height ?? 0))
    await expectWell(page)
  })

  it('resizes its panels by the keyboard, and remembers the sizes', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    const height = async (): Promise<number> => (await getChart(page).boundingBox())?.height ?? 0
    await getChart(page).waitFor()
    const before = await height()
    await page.getByRole('separator', { name: 'Resize the chart and the account' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(height, SOON).toBeLessThan(before)
    const after = await height()
    await page.reload()
    await getChart(page).waitFor()
    await expect.poll(height, SOON).toBeCloseTo(after, -1)
    await page.evaluate('localStorage.clear()')
  })

  it('resizes its panels by the pointer', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    const ticket = region(page, 'Place order')
    const width = async (): Promise<number> => (await ticket.boundingBox())?.width ?? 0
    await ticket.waitFor()
    const before = await width()
    const line = page.getByRole('separator', { name: 'Resize the ticket' })
    const { x, y, height } = (await line.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    await page.mouse.move(x + 1, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x - 59, y + height / 2, { steps: 3 })
    await page.mouse.up()
    await expect.poll(width, SOON).toBe(before + 60)
    await page.evaluate('localStorage.clear()')
  })

  it('draws indicators and drawings, and remembers them', async () => {
    const { page, failures } = await stage.visit('/market?symbol=BTCUSDT', TERMINAL)
    const reading = page.getByRole('list', { name: 'Indicators on the chart' })
    await getChart(page).locator('canvas').first().waitFor()
    await page.getByRole('button', { name: /^Indicators/ }).click()
    const picker = page.getByRole('group', { name: 'Indicators' })
    await picker.getByLabel(/^Exponential moving average, 21/).check()
    await picker.getByLabel(/^Relative strength index, 14/).check()
    await expectWell(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => reading.innerText(), SOON).toMatch(/EMA 21\s+[\d,]+\.\d\s+RSI 14\s+[\d.]+/)
    for (const shape of ['Heikin-Ashi', 'Line', 'Candles']) await page.getByLabel('Chart style').selectOption(shape)
    await openTools(page)
    await page.getByLabel('Logarithmic scale').check()
    await page.getByRole('button', { name: 'Fit all candles' }).click()
    await page.reload()
    await expect.poll(() => reading.innerText(), SOON).toMatch(/RSI 14\s+[\d.]+/)
    await openTools(page)
    expect(await page.getByLabel('Logarithmic scale').isChecked()).toBe(true)
    expect(failures).toEqual([])
    await page.evaluate('localStorage.clear()')
  })

  it('has one panel at a time on a phone, its navigation at the bottom and the ticket within reach', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', APPEARANCES[1])
    await getChart(page).waitFor()
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(80)
    const navigation = await page.getByRole('navigation', { name: 'Screens' }).boundingBox()
    expect((navigation?.y ?? 0) + (navigation?.height ?? 0)).toBeGreaterThan(APPEARANCES[1].viewport.height - 8)
    await page.getByRole('tab', { name: 'Book' }).click()
    await page.getByRole('table', { name: /book/i }).waitFor()
    expect(await getChart(page).count()).toBe(0)
    await expectWell(page)
    await page
      .getByRole('group', { name: 'Open the ticket' })
      .getByRole('button', { name: /^Sell [\d,]+\.\d$/ })
      .click()
    await page.getByLabel('Size, BTC').waitFor()
    expect(await page.getByRole('tab', { name: 'Ticket' }).getAttribute('aria-selected')).toBe('true')
    await expectWell(page)
  })

  it.each([
    [1440, 900],
    [1280, 900],
    [1024, 768],
  ])('shows every tool of the chart in a window %i px wide, with delayed data too', async (width, height) => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT', { colorScheme: 'dark', viewport: { width, height } })
    await getChart(page).waitFor()
    expect(await page.evaluate(HIDDEN_TOOLS)).toEqual([0])
    await page.evaluate(DELAY)
    expect(await page.evaluate(HIDDEN_TOOLS)).toEqual([0])
  })

  it('shows every tool of the chart on a phone, where tools are larger', async () => {
    const { page } = await stage.enter('admin', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${stage.server.platform.url}/market?symbol=BTCUSDT`)
    await getChart(page).waitFor()
    expect(await page.evaluate(HIDDEN_TOOLS)).toEqual([0])
  })

  it('opens the chart and the order book in windows of their own, in the same session and with the stop', async () => {
    const { page } = await stage.visit('/market?symbol=BTCUSDT&interval=5m', TERMINAL)
    await getChart(page).waitFor()
    await openTools(page)
    const openChart = page.getByRole('button', { name: 'Open in a new window' })
    const openBook = page.getByRole('button', { name: 'Open the order book in a new window' })
    for (const [button, shown] of [
      [openChart, 'BTCUSDT 5m chart'],
      [openBook, 'Order book'],
    ] as const) {
      const opening = page.waitForEvent('popup')
      await button.click()
      const panel = await opening
      const failures: string[] = []
      panel.on('pageerror', (error) => failures.push(String(error)))
      panel.on('console', (message) => /Content.Security.Policy/i.test(message.text()) && failures.push(message.text()))
      await panel.getByLabel(shown).first().waitFor()
      await panel.getByRole('button', { name: /EMERGENCY STOP/ }).waitFor()
      expect(await panel.getByRole('navigation', { name: 'Screens' }).count()).toBe(0)
      expect(await panel.getByRole('button', { name: /^Buy/ }).count()).toBe(0)
      await expectWell(panel)
      await panel.getByLabel('Instrument').selectOption('ETHUSDT')
      await panel.waitForURL(/symbol=ETHUSDT.*view=/)
      await panel.getByRole('region', { name: 'ETHUSDT perpetual' }).waitFor()
      expect(failures).toEqual([])
      await panel.close()
    }
    await page.reload()
    await page.waitForURL(/symbol=BTCUSDT/)
    await getChart(page).waitFor()
  })

  it('has sent no request to another host, and none that is not allowed', async () => {
    const { refused, foreign, failures } = await stage.visit('/market')
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })
})

const openTools = (page: Page): Promise<void> => page.getByRole('button', { name: 'More tools' }).click()

/** Shows the chart as a table, or as a chart again. */
const switchTable = async (page: Page): Promise<void> => {
  await openTools(page)
  await page.getByLabel('Table', { exact: true }).click()
  await page.keyboard.press('Escape')
}

/** Width of the tools that do not fit, in pixels. */
const HIDDEN_TOOLS = `[...document.querySelectorAll('header:has([aria-label=Replay])')].map((bar) => bar.scrollWidth - bar.clientWidth)`

/** Adds the longest age to the toolbar of the chart. */
const DELAY = `document.querySelector('header:has([aria-label=Replay]) > .dense').append('DELAYED 59 s ago')`

/** The appearance of each panel of the page, and whether its content overflows. */
const PANEL_LAYOUTS = `[...document.querySelectorAll('main section[aria-labelledby]')].map((card) =>
  getComputedStyle(card).backgroundImage.startsWith('repeating-linear-gradient') + ' ' + (card.scrollWidth - card.clientWidth))`

/** Returns a price at which an order rests: no seller reaches it soon. */
const farBelow = async (server: TestPlatform, token: string): Promise<string> => {
  const answer = await server.get('/api/v381/market/orderbook/BTCUSDT?depth=1', token)
  const { bids } = await json(answer)
  return Math.floor(Number(bids[0][0]) * 0.99).toFixed(1)
}
