import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Json } from '../support/order-stream.ts'
import { PASSWORD } from '../support/platform.ts'
import { aTrader, readTicker, type Trader } from '../support/trader.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared, putOn, type WatchedPage } from './watched-page.ts'

const DESK = { colorScheme: 'dark', viewport: { width: 1440, height: 900 } } as const
const TICK = 0.1
/** Distances of alerts that stay on both sides of the mark price while it moves and they are entered. */
const AROUND_MARK = [9, 3, -3, -9]
/** From the handle of a stop below the scale to a price that is still below the candles. */
const WITHIN_MARGIN_PX = -10
/** From the place of a right-click to the middle of the first item of its menu. */
const ITEM_MIDDLE_PX = 21

describeInBrowser('lines on the chart in a browser', () => {
  const stage = setStage()
  let trader: Trader
  let watched: WatchedPage
  beforeAll(async () => {
    const { server } = stage
    await server.post('/api/autotrading/pause', {}, await server.token({ role: 'OPERATOR' }))
    trader = await aTrader(server)
    await vi.waitFor(async () => {
      const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.01' }
      expect((await trader.call('POST', '/trading/order', order)).status).toBe(201)
    }, SOON)
    await untilProtected()
    watched = await stage.visit('/market?symbol=BTCUSDT&interval=5m', DESK)
    await handle('Stop').waitFor()
  })

  /** Closes what a failed test has left open, which would cover the page for the others. */
  afterEach(async () => {
    if ((await dialog().count()) > 0) await watched.page.keyboard.press('Escape')
  })

  const handle = (name: string): Locator => watched.page.getByRole('spinbutton', { name: `${name} of BTCUSDT LONG` })
  const priceOn = async (line: Locator): Promise<number> => Number(await line.getAttribute('aria-valuenow'))
  const dialog = (): Locator => watched.page.getByRole('dialog')
  const openPosition = async (): Promise<Json> => (await trader.get('/trading/positions?status=OPEN')).items[0]
  const untilProtected = (stop?: number): Promise<void> =>
    vi.waitFor(async () => {
      const { protection } = await openPosition()
      expect(protection.state).toBe('VERIFIED')
      if (stop !== undefined) expect(Number(protection.stopLoss.standingTriggerPrice)).toBe(stop)
    }, SOON)
  const moveCalls = (): number => watched.calls.filter((call) => call.startsWith('PATCH')).length
  /** Presses a handle and moves the pointer, without letting go. */
  const drag = async (line: Locator, byY: number): Promise<void> => {
    const { mouse } = watched.page
    const { x, y, width, height } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await mouse.move(x + width / 2, y + height / 2)
    await mouse.down()
    await mouse.move(x + width / 2, y + height / 2 + byY, { steps: 5 })
  }
  /** Widens the scale of the chart by its axis until a line is on it: in a calm hour, one percent is beyond. */
  const bringOntoScale = (line: Locator): Promise<void> =>
    vi.waitFor(async () => {
      const { mouse } = watched.page
      const { x, y, width } = (await chart().boundingBox()) ?? { x: 0, y: 0, width: 0 }
      await mouse.move(x + width - 20, y + 100)
      await mouse.down()
      await mouse.move(x + width - 20, y + 160, { steps: 5 })
      await mouse.up()
      await expect.poll(() => line.getAttribute('data-beyond'), { timeout: 2_000 }).toBe('')
    }, SOON)
  const chart = (): Locator => watched.page.getByRole('group', { name: /^BTCUSDT 5m chart\./ })
  const written = (price: number): string => price.toLocaleString('en-US', { minimumFractionDigits: 1 })

  it('leaves a stop unchanged when Escape ends the drag', async () => {
    const { page } = watched
    const stop = handle('Stop')
    const before = await priceOn(stop)
    await drag(stop, WITHIN_MARGIN_PX)
    await expect.poll(() => priceOn(stop), SOON).not.toBe(before)
    await page.keyboard.press('Escape')
    await expect.poll(() => priceOn(stop), SOON).toBe(before)
    await page.mouse.move(400, 300)
    await page.mouse.up()
    expect(await priceOn(stop)).toBe(before)
    expect(await dialog().count()).toBe(0)
    expect(moveCalls()).toBe(0)
    await untilProtected(before)
  })

  it('moves a stop to its new price once confirmed', async () => {
    const { page } = watched
    const stop = handle('Stop')
    const before = await priceOn(stop)
    await drag(stop, WITHIN_MARGIN_PX)
    await page.mouse.up()
    await dialog().waitFor()
    const moved = await priceOn(stop)
    expect(moved).toBeGreaterThan(before)
    expect(Math.abs(moved / TICK - Math.round(moved / TICK))).toBeLessThan(1e-4)
    expect(await dialog().getByRole('textbox', { name: 'Stop' }).inputValue()).toBe(String(moved))
    expect(await dialog().innerText()).toMatch(/% from the mark price; PnL/)
    expect(moveCalls()).toBe(0)
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => priceOn(stop), SOON).toBe(before)

    await drag(stop, WITHIN_MARGIN_PX)
    await page.mouse.up()
    await dialog().waitFor()
    const again = await priceOn(stop)
    await dialog()
      .getByRole('button', { name: `Move the stop to ${again.toLocaleString('en-US')}` })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await untilProtected(again)
    await expect.poll(() => priceOn(stop), SOON).toBe(again)
    expect(moveCalls()).toBe(1)
  })

  it('moves a stop by ticks with the keyboard', async () => {
    const { page } = watched
    const stop = handle('Stop')
    const before = await priceOn(stop)
    await stop.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => priceOn(stop)).toBeCloseTo(before + TICK)
    await page.keyboard.press('Escape')
    await expect.poll(() => priceOn(stop)).toBe(before)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => priceOn(stop)).toBeCloseTo(before - 9 * TICK)
    const moved = await priceOn(stop)
    expect(await stop.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${written(moved)} USDT, PnL −[\\d.]+ USDT$`))
    await page.keyboard.press('Enter')
    await dialog()
      .getByText(/^! This widens the stop/)
      .waitFor()
    await dialog()
      .getByRole('button', { name: /^Move the stop to / })
      .click()
    await dialog().waitFor({ state: 'detached' })
    await untilProtected(moved)
    expect(await stop.evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  it('grabs a line by the mouse beside its handle', async () => {
    const { mouse } = watched.page
    const stop = handle('Stop')
    const before = await priceOn(stop)
    // Near the edge of the pane the line is up to 48 px below its handle, and the scale may move before the press.
    let below = 0
    await vi.waitFor(async () => {
      await mouse.up()
      const { x, y, width, height } = (await stop.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const lineY = y + height / 2 + below
      below = (below + 6) % 54
      await mouse.move(x + width + 80, lineY)
      await mouse.down()
      await mouse.move(x + width + 80, lineY + 30, { steps: 5 })
      await expect.poll(() => priceOn(stop), { timeout: 500 }).toBeLessThan(before)
    }, SOON)
    await mouse.up()
    await dialog()
      .getByText(/^! This widens the stop/)
      .waitFor()
    await watched.page.keyboard.press('Escape')
    await expect.poll(() => priceOn(stop), SOON).toBe(before)
    await untilProtected(before)
  })

  const openOrder = async (): Promise<Json | undefined> =>
    (await trader.get('/trading/orders?symbol=BTCUSDT&open=true')).items.find(({ type }: Json) => type === 'LIMIT')
  const change = (): Locator => dialog().getByRole('button', { name: /^Change / })

  it('moves an open order to its new price once confirmed', async () => {
    const { page } = watched
    const mark = Number((await readTicker(trader, 'BTCUSDT')).markPrice)
    const limit = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', qty: '0.002', price: (mark * 0.99).toFixed(1) }
    await vi.waitFor(async () => expect((await trader.call('POST', '/trading/order', limit)).status).toBe(201), SOON)
    const line = page.getByRole('spinbutton', { name: 'Order BTCUSDT BUY Limit 0.002' })
    await line.waitFor()
    const before = await priceOn(line)
    await line.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => priceOn(line)).toBeCloseTo(before - 10 * TICK)
    expect(await line.getAttribute('aria-valuetext')).toMatch(/^[\d,.]+ USDT, notional [\d,.]+ USDT$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => priceOn(line)).toBe(before)
    await bringOntoScale(line)
    // The scale may move during the drag.
    await vi.waitFor(async () => {
      await page.keyboard.press('Escape')
      await drag(line, 20)
      await page.mouse.up()
      await dialog().waitFor()
      expect(await priceOn(line)).toBeLessThan(before)
    }, SOON)
    await dialog().getByText('Passes all checks').waitFor()
    const moved = await priceOn(line)
    expect(await dialog().getByRole('textbox', { name: 'New price' }).inputValue()).toBe(String(moved))
    await expectWell(page)
    expect(Number((await openOrder())?.price)).toBe(before)
    await change().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => priceOn(line), SOON).toBe(moved)
    expect(Number((await openOrder())?.price)).toBe(moved)
  })

  it('changes price and size of an order in the table, and explains what blocks a change', async () => {
    const { page } = watched
    await page.getByRole('tab', { name: /^Open orders/ }).click()
    await page.getByRole('button', { name: 'Edit BTCUSDT BUY' }).click()
    const field = (name: string): Locator => dialog().getByRole('textbox', { name })
    expect(await change().count()).toBe(0)
    await field('New size, including the filled quantity').fill('0.0035')
    await dialog().getByText('! Enter a size above 0, in steps of 0.001.').waitFor()
    await field('New size, including the filled quantity').fill('90')
    await dialog()
      .getByText(/^Blocked by \d+ checks?$/)
      .waitFor()
    expect(await change().isDisabled()).toBe(true)
    await field('New size, including the filled quantity').fill('0.003')
    await dialog().getByText('Passes all checks').waitFor()
    await change().click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText(/^Open at the exchange: Buy 0\.003 BTCUSDT at /).waitFor()
    expect((await openOrder())?.qty).toBe('0.003')
  })

  it('notifies when the mark price reaches an alert, and retains one that it has not reached', async () => {
    const { page } = watched
    const readMark = async (): Promise<number> => Number((await readTicker(trader, 'BTCUSDT')).markPrice)
    const mark = await readMark()
    await page.getByRole('button', { name: 'Price alerts' }).click()
    const alerts = page.getByRole('region', { name: 'Price alerts' })
    const add = async (price: number): Promise<void> => {
      await alerts.getByLabel('Mark price, USDT').fill(price.toFixed(1))
      await alerts.getByRole('button', { name: 'Add alert' }).click()
    }
    await add(mark * 2)
    await expectWell(page)
    // The first notice may come, and go, while the other alerts are entered.
    const notice = page
      .getByText(/^Price alert: the mark price of BTCUSDT has reached [\d,]+\.\d, now [\d,]+\.\d\.$/)
      .first()
      .waitFor()
    for (const apart of AROUND_MARK) await add((await readMark()) + apart)
    await notice
    await page.reload()
    await page.getByRole('button', { name: 'Price alerts' }).click()
    const remove = alerts.getByRole('button', { name: `Remove the alert at ${written(Number((mark * 2).toFixed(1)))}` })
    await remove.click()
    await remove.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  it('lists the fill among the events, and remembers its alarm', async () => {
    const { page } = watched
    const open = async (): Promise<Locator> => {
      await page.getByRole('button', { name: /^Alerts: / }).click()
      return page.getByRole('region', { name: 'Events' })
    }
    const events = await open()
    await events.getByLabel('Show').selectOption('Fills')
    await events.getByText(/^BTCUSDT bought 0\.01\d* at [\d,.]+$/).waitFor()
    await events.getByText('Sounds and notifications').click()
    await events.getByRole('checkbox', { name: 'Fills: sound' }).check()
    await expectWell(page)
    await page.reload()
    await (await open()).getByText('Sounds and notifications').click()
    expect(await events.getByRole('checkbox', { name: 'Fills: sound' }).isChecked()).toBe(true)
    expect(await events.getByRole('checkbox', { name: 'Fills: desktop notification' }).isChecked()).toBe(false)
    await events.getByRole('checkbox', { name: 'Fills: sound' }).uncheck()
    await page.keyboard.press('Escape')
  })

  it('offers an order, a stop and an alert at a price of the chart', async () => {
    const { page } = watched
    const openMenu = async (): Promise<Locator> => {
      const { x, y, width, height } = (await handle('Stop').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      await page.mouse.click(x + width + 120, y + height / 2 + WITHIN_MARGIN_PX, { button: 'right' })
      return page.getByRole('menu')
    }
    const menu = await openMenu()
    await menu.getByRole('menuitem', { name: /^Add alert at / }).waitFor()
    await expectWell(page)
    await page.keyboard.press('Escape')
    const order = (await openMenu()).getByRole('menuitem', { name: /^Buy limit at / })
    const price = (await order.innerText()).replace(/[^\d.]/g, '')
    await order.click()
    expect(Number(await page.getByLabel('Price, USDT', { exact: true }).inputValue())).toBe(Number(price))
    expect(await menu.count()).toBe(0)

    const before = await priceOn(handle('Stop'))
    const moving = (await openMenu()).getByRole('menuitem', { name: /^Move stop to / })
    const moved = (await moving.innerText()).replace(/[^\d.]/g, '')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(Number(await dialog().getByRole('textbox', { name: 'Stop' }).inputValue())).toBe(Number(moved))
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await untilProtected(before)
  })

  it('takes the choice in a menu that covers a line, and leaves the line', async () => {
    const { page } = watched
    const mark = Number((await readTicker(trader, 'BTCUSDT')).markPrice)
    const limit = { symbol: 'BTCUSDT', side: 'SELL', type: 'LIMIT', qty: '0.002', price: (mark * 1.006).toFixed(1) }
    const placed = await trader.call('POST', '/trading/order', limit)
    expect(placed.status).toBe(201)
    const line = page.getByRole('spinbutton', { name: 'Order BTCUSDT SELL Limit 0.002' })
    await line.waitFor()
    const before = await priceOn(line)
    const isGrabbed = async (): Promise<boolean> => (await page.locator('.grabs-line').count()) > 0
    // The scale may move between the search for the line and the press.
    await vi.waitFor(async () => {
      await page.keyboard.press('Escape')
      const { x, y, width, height } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const placeX = x + width + 120
      let lineY = y + height / 2 - 40
      await page.mouse.move(placeX, lineY)
      while (!(await isGrabbed()) && lineY < y + 60) {
        lineY += 2
        await page.mouse.move(placeX, lineY)
      }
      await page.mouse.click(placeX, lineY - ITEM_MIDDLE_PX, { button: 'right' })
      const sell = page.getByRole('menu').getByRole('menuitem', { name: /^Sell limit at / })
      const price = (await sell.innerText({ timeout: 5_000 })).replace(/[^\d.]/g, '')
      const item = (await sell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      expect(Math.abs(item.y + item.height / 2 - lineY)).toBeLessThan(5)
      await page.mouse.click(item.x + 20, lineY)
      const field = page.getByLabel('Price, USDT', { exact: true })
      expect(Number(await field.inputValue({ timeout: 5_000 }))).toBe(Number(price))
    }, SOON)
    expect(await page.getByRole('menu').count()).toBe(0)
    expect(await priceOn(line)).toBe(before)
    expect((await trader.call('DELETE', `/trading/order/${placed.body.orderId}`)).status).toBe(200)
    await line.waitFor({ state: 'detached' })
  })

  it('stores a drawing in the browser, moves it by keys and removes it', async () => {
    const { page } = watched
    await page.getByRole('button', { name: 'Drawings' }).click()
    await page.getByRole('button', { name: 'Trend line' }).click()
    await page.locator('[data-placing="trend"]').waitFor()
    const { x, y } = (await chart().boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 300, y + 120)
    await page.mouse.down()
    await page.mouse.move(x + 420, y + 180, { steps: 4 })
    await page.mouse.up()
    const drawing = page.getByRole('img', { name: /^Trend line, [\d,]+\.\d to [\d,]+\.\d\./ })
    const before = await drawing.getAttribute('aria-label')
    await drawing.focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => drawing.getAttribute('aria-label')).not.toBe(before)
    const after = await drawing.getAttribute('aria-label')
    await expectWell(page)
    await page.reload()
    expect(await drawing.getAttribute('aria-label')).toBe(after)
    await drawing.focus()
    await page.keyboard.press('Delete')
    await drawing.waitFor({ state: 'detached' })
  })

  it('replays past candles without account lines, marked as a replay', async () => {
    const { page } = watched
    const replay = page.getByRole('region', { name: 'Replay' })
    const slider = replay.getByRole('slider')
    const bar = async (): Promise<number> => Number(await slider.inputValue())
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await replay.getByText('REPLAY', { exact: true }).waitFor()
    expect(await handle('Stop').count()).toBe(0)
    const first = await bar()
    await replay.getByRole('button', { name: 'One candle forward' }).click()
    await expect.poll(bar).toBe(first + 1)
    await replay.getByRole('button', { name: 'One candle back' }).click()
    await expect.poll(bar).toBe(first)
    await replay.getByLabel('Speed').selectOption('10 candles/s')
    await replay.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(bar, SOON).toBeGreaterThan(first + 2)
    await replay.getByRole('button', { name: 'Pause the replay' }).click()
    await expectWell(page)
    const { x, y } = (await chart().boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.click(x + 300, y + 120, { button: 'right' })
    expect(await page.getByRole('menu').count()).toBe(0)
    await replay.getByRole('button', { name: 'End replay' }).click()
    await handle('Stop').waitFor()
    expect(await replay.count()).toBe(0)
  })

  it('drags a handle by touch', async () => {
    const { page } = await stage.enter('admin', { hasTouch: true, viewport: { width: 390, height: 844 } })
    await page.goto(`${stage.server.platform.url}/market?symbol=BTCUSDT&interval=5m`)
    const stop = page.getByRole('spinbutton', { name: 'Stop of BTCUSDT LONG' })
    await stop.waitFor()
    const { x, y, height } = (await stop.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    await touchDrag(page, { x: x + 40, y: y + height / 2 }, -80)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Move the stop to / })
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  it.each([...APPEARANCES, DESK])('is accessible, $viewport.width px wide in the $colorScheme theme', async (looks) => {
    await putOn(watched.page, looks)
    await handle('Stop').focus()
    await expectWell(watched.page)
  })

  it('offers no handles to a read-only user', async () => {
    const { identity } = stage.server.platform
    await identity.addUser({ username: 'viewer', roles: ['VIEWER'], tier: 'STANDARD', password: PASSWORD })
    const { page } = await stage.enter('viewer')
    await page.goto(`${stage.server.platform.url}/market?symbol=BTCUSDT&interval=5m`)
    await page.getByRole('group', { name: /^BTCUSDT 5m chart\./ }).waitFor()
    await page.getByRole('button', { name: 'Events' }).click()
    await page.getByText(/^stop [\d,]+\.\d$/).waitFor()
    expect(await page.getByRole('spinbutton').count()).toBe(0)
    const { calls, refused, failures } = watched
    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, failures }).toEqual({ refused: [], failures: [] })
  })
})

/** Drags with one finger, as the browser reports it. */
const touchDrag = async (page: Page, { x, y }: { readonly x: number; readonly y: number }, byY: number) => {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', at: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: at }] })
  await touch('touchStart', y)
  await touch('touchMove', y + byY / 2)
  await touch('touchMove', y + byY)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
