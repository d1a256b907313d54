import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Json } from '../support/order-stream.ts'
import { json } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, type Appearance, expectWell } from './watched-page.ts'

const PLACING = 'POST /api/v381/trading/order'
const ORDERS = '**/api/v381/trading/order'
const PREVIEW = '**/api/v381/trading/order/preview'
const OUTLOOK = /Passes all checks|Blocked by/

/** Answers of the preview, changed on their way to the page. */
const changePreview = async (page: Page, change: (preview: Json) => Json): Promise<void> => {
  await page.route(PREVIEW, async (route) => {
    const response = await route.fetch()
    const preview = await response.json()
    await route.fulfill({ response, json: response.ok() ? change(preview) : preview })
  })
}

describeInBrowser('the order ticket', () => {
  const stage = setStage({ autotrading: 'off' })
  let token: string
  beforeAll(async () => {
    token = await stage.server.token({ role: 'ADMIN' })
  })

  /** An empty ticket, and the calls from now on. */
  const begin = async (appearance?: Appearance) => {
    const watched = await stage.visit('/market', appearance)
    const { page } = watched
    await page.getByRole('banner').getByText('LIVE', { exact: true }).waitFor()
    if (appearance === APPEARANCES[1]) await page.getByRole('tab', { name: 'Ticket' }).click()
    await page.getByLabel('Size, BTC').waitFor()
    const before = watched.calls.length
    return { ...watched, callsSince: () => watched.calls.slice(before) }
  }
  const openDialog = async (page: Page, name: RegExp) => {
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(OUTLOOK).waitFor()
    return { dialog, act: dialog.getByRole('button', { name }) }
  }
  const placedLast = (page: Page) => page.getByRole('region', { name: 'Last order' })
  const orders = async (): Promise<{ orderId: string; qty: string; status: string; purpose: string }[]> =>
    (await json(await stage.server.get('/api/v381/trading/orders?origin=API', token))).items

  it('places a market order once, and shows its position protected', async () => {
    const { page, callsSince, refused, foreign, failures } = await begin()
    await page.getByLabel('Size, BTC').pressSequentially('0.004')
    await page.getByText('Passes all checks').waitFor()
    expect(callsSince().filter((call) => call.endsWith('/order/preview'))).toHaveLength(1)
    const { dialog, act } = await openDialog(page, /^Buy 0\.004 BTCUSDT at market/)
    expect(await dialog.innerText()).toMatch(
      /PAPER: no real money\.[\s\S]*This order opens LONG 0\.004 BTCUSDT\.[\s\S]*Stop, USDT\s+none\s+becomes\s+[\d,.]+\s+Loss at stop, USDT\s+[\d.]+ of 200\.00/,
    )
    await act.dblclick()
    await placedLast(page).getByText('position VERIFIED, 100% covered').waitFor()
    expect(await page.getByLabel('Size, BTC').inputValue()).toBe('')
    expect(await placedLast(page).innerText()).toMatch(
      /BUY 0\.004 BTCUSDT: FILLED[\s\S]*Bought 0\.004 BTCUSDT at [\d,.]+/,
    )
    expect(await page.getByRole('status').allInnerTexts()).toContainEqual(expect.stringMatching(/^Bought 0\.004/))
    expect(callsSince().filter((call) => call === PLACING)).toHaveLength(1)
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
    await placedLast(page).getByRole('link', { name: 'positions and orders' }).click()
    await page.waitForURL('**/positions')
  })

  it('takes the best price as the price of a limit order, once, and shows it at the exchange', async () => {
    const { page } = await begin()
    await page.getByRole('tab', { name: 'Limit' }).click()
    const price = page.getByLabel('Price, USDT')
    const touch = await price.inputValue()
    expect(touch).toMatch(/^\d+(\.\d)?$/)
    const side = page.getByRole('group', { name: 'Side' })
    const quotes = await side.innerText()
    await expect.poll(() => side.innerText(), SOON).not.toBe(quotes)
    expect(await price.inputValue()).toBe(touch)
    await price.fill(String(Math.floor(Number(touch) * 0.995)))
    await page.getByLabel('Size in').selectOption('USDT')
    await page.getByLabel('Size, USDT').fill('300')
    const { act } = await openDialog(page, /^Buy /)
    await act.click()
    await placedLast(page)
      .getByText(/Open at the exchange: Buy 0\.00\d BTCUSDT at [\d,.]+ or better\./)
      .waitFor()
  })

  it('stays disabled while checks block the order, and shows each check with its measured value and limit', async () => {
    const { page, callsSince } = await begin()
    await page.getByLabel('Size, BTC').fill('5')
    const blocked = page.getByRole('button', { name: /^Blocked by \d+ checks$/ })
    await blocked.waitFor()
    expect(await blocked.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Size, BTC').press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    const failed = page.getByRole('list', { name: 'Checks that failed' })
    const failures = await failed.innerText()
    expect(failures).toMatch(/Max order notional G11\s+blocked\s+[\d,.]+ · limit 5,?000(\.00)? USDT/)
    expect(failures).toMatch(/Position loss G31\s+blocked\s+[\d.,]+ · limit 2%/)
    await page.getByText(/^\d+ checks passed$/).click()
    expect(await page.getByRole('list', { name: 'Checks that passed' }).innerText()).toMatch(/Daily loss G20\s+passed/)
    await page.getByLabel('Size, BTC').fill('0.004')
    await page.getByText('Passes all checks').waitFor()
    expect(await page.getByRole('button', { name: /^Buy 0\.004/ }).getAttribute('aria-disabled')).toBe('false')
    expect(callsSince()).not.toContain(PLACING)
    await page.getByRole('tab', { name: 'Stop' }).click()
    await page.getByLabel('Trigger (mark), USDT').fill('1')
    await page.getByLabel('Reduce-only').check()
    await page
      .getByText(/^! Recorded only: the trigger of a STOP_MARKET order to buy is 1\.0 USDT; it must be more/)
      .waitFor()
  })

  it('takes the price of an order book level, sizes by risk and by balance, and weighs target against stop', async () => {
    const { page, callsSince } = await begin()
    const book = page.getByRole('region', { name: 'Order book' })
    const [size, stop] = [page.getByLabel('Size, BTC'), page.getByLabel('Stop (mark), USDT')]
    await book.getByRole('rowheader', { name: /^bid / }).nth(2).click()
    expect(await page.getByRole('tab', { name: 'Limit' }).getAttribute('aria-selected')).toBe('true')
    const price = Number(await page.getByLabel('Price, USDT').inputValue())
    expect(price).toBeGreaterThan(1)
    expect(await page.getByRole('button', { name: '0.5%' }).isDisabled()).toBe(true)
    await stop.fill((price - 1_000).toFixed(1))
    await page.getByLabel('Target (mark), USDT').fill((price + 2_000).toFixed(1))
    await page.getByText('1 : 2.00').waitFor()
    await page.getByRole('button', { name: '0.5%' }).click()
    expect(Number(await size.inputValue())).toBeCloseTo(0.05, 2)
    await page.getByLabel('Value, % of balance').fill('10')
    expect(Number(await size.inputValue()) * price).toBeLessThanOrEqual(1_000)
    await page.getByRole('button', { name: '25%', exact: true }).click()
    expect(Number(await size.inputValue()) * price).toBeGreaterThan(2_000)
    // The size is rounded down to whole lots.
    expect(await page.getByLabel('Value, % of balance').inputValue()).toMatch(/^2[45]$/)
    await book.getByLabel('Price step').selectOption('10')
    await expect.poll(() => book.getByRole('rowheader', { name: /^ask / }).last().innerText()).toMatch(/0\.0$/)
    expect(callsSince()).not.toContain(PLACING)
  })

  it('shows the leverage, and where it is set', async () => {
    const { page } = await begin()
    await page.getByRole('button', { name: 'Cross margin, leverage 3×' }).click()
    await expect
      .poll(() => page.getByRole('region', { name: 'Leverage' }).innerText())
      .toMatch(/Leverage\s+3×\s+Maximum of the instrument\s+\d+×[\s\S]*execution\.leverage/)
  })

  it('shows why an order was refused that its preview had allowed', async () => {
    const { page } = await begin()
    await changePreview(page, (preview) => ({ ...preview, decision: { ...preview.decision, verdict: 'APPROVED' } }))
    await page.getByLabel('Size, BTC').fill('5')
    const { act } = await openDialog(page, /^Buy 5\.000 BTCUSDT/)
    await act.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toMatch(
      /^Not placed: Buy 5.000 BTCUSDT at market\. Blocked by pre-trade checks:\s+[Tt]he notional of the order is [\d.,]+ USDT; it must be at most 5,000 USDT: reduce the order/,
    )
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('status').getByText('Not placed: Buy 5.000 BTCUSDT at market.').waitFor()
    await page.getByLabel('Size, BTC').fill('4')
    await alert.waitFor({ state: 'detached' })
  })

  it('warns in ticket and dialog that autotrading holds the position, before the order is sent', async () => {
    const { page, callsSince } = await begin()
    const summary = 'Held by autotrading (S01): this order reduces LONG 0.062 BTCUSDT to LONG 0.060 and takes it over'
    await changePreview(page, (preview) => {
      const held = { ...preview.effectOnPosition.after, holder: { kind: 'AUTOTRADING', strategyId: 'S01' } }
      return { ...preview, effectOnPosition: { ...preview.effectOnPosition, kind: 'REDUCES', before: held, summary } }
    })
    await page.getByLabel('Size, BTC').fill('0.002')
    const effect = page.getByRole('region', { name: 'Effect on the position' })
    await effect.getByText(`! ${summary}`).waitFor()
    expect(await effect.innerText()).toMatch(/Managed by\s+autotrading \(S01\)\s+becomes\s+manual/)
    const { dialog } = await openDialog(page, /^Buy 0\.002/)
    await dialog.getByText(`! ${summary}`).waitFor()
    expect(callsSince()).not.toContain(PLACING)
  })

  it('shows an invalid number at its field', async () => {
    const { page, callsSince } = await begin()
    const [size, stop] = [page.getByLabel('Size, BTC'), page.getByLabel('Stop (mark), USDT')]
    const readFault = (id: string | null) => page.locator(`[id="${id}"]`).innerText()
    await page.getByRole('button', { name: /^Buy BTCUSDT/ }).click()
    expect(await readFault(await size.getAttribute('aria-describedby'))).toBe('Size is missing.')
    await page.keyboard.type('0.0045')
    await page.keyboard.press('Enter')
    expect(await readFault(await size.getAttribute('aria-describedby'))).toMatch(
      /must be a whole multiple of 0\.001\.$/,
    )
    await size.fill('0.004')
    await stop.fill('999999')
    await page.getByText('Stop (mark) must be below the price of the order.').waitFor()
    expect(await stop.getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(callsSince()).not.toContain(PLACING)
  })

  it('is filled in, left and confirmed by keyboard alone', async () => {
    const { page, callsSince } = await begin()
    await page.getByRole('radio', { name: 'BUY' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0.002')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(OUTLOOK).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(callsSince()).not.toContain(PLACING)
    expect(await page.evaluate('document.activeElement.name')).toBe('size')
    await page.keyboard.press('Enter')
    await dialog.getByText(OUTLOOK).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await placedLast(page)
      .getByText(/^Sold 0\.002 BTCUSDT/)
      .waitFor()
  })

  it('places nothing twice when the answer is lost, and carries on when the dialog is left', async () => {
    const { page } = await begin()
    const before = (await orders()).length
    const held = Promise.withResolvers<void>()
    await page.route(
      ORDERS,
      async (route) => {
        await route.fetch()
        await held.promise
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByLabel('Size, BTC').fill('0.003')
    const { dialog, act } = await openDialog(page, /^Buy 0\.003/)
    await act.click()
    await dialog.getByRole('button', { name: 'Sending…' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Placing: Buy 0.003 BTCUSDT at market…').waitFor()
    expect(await page.getByRole('button', { name: /^Buy 0\.003/ }).getAttribute('aria-disabled')).toBe('true')
    held.resolve()
    await placedLast(page)
      .getByText(/^Bought 0\.003 BTCUSDT/)
      .waitFor()
    expect(await orders()).toHaveLength(before + 1)
  })

  it('repeats an unanswered order under the same key', async () => {
    const { page } = await begin()
    const before = (await orders()).length
    const broken = async (route: Route): Promise<void> => {
      await route.fetch()
      await route.fulfill({ status: 500, body: 'broken off on the way' })
    }
    await page.route(ORDERS, broken, { times: 1 })
    await page.getByLabel('Size, BTC').fill('0.002')
    const { dialog, act } = await openDialog(page, /^Buy 0\.002/)
    await act.click()
    await dialog.getByText('Result unknown').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alert').getByText('Order status unknown').waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    await page.locator('nav').getByRole('link', { name: 'Market', exact: true }).click()
    await page.getByRole('alert').getByText('Order status unknown').waitFor()
    expect(await page.getByLabel('Size, BTC').inputValue()).toBe('0.002')
    await (await openDialog(page, /^Buy 0\.002/)).act.click()
    await placedLast(page)
      .getByText(/^Bought 0\.002 BTCUSDT/)
      .waitFor()
    expect(await orders()).toHaveLength(before + 1)
  })

  it.each(everyNth(APPEARANCES.toReversed(), 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page } = await begin(appearance)
      await page.getByRole('tab', { name: 'Limit' }).click()
      await page.getByLabel('Size, BTC').fill('5.0001')
      await page.getByRole('tab', { name: 'Limit' }).focus()
      await page.getByText(/must be a whole multiple of 0\.001/).waitFor()
      await expectWell(page)
      await page.getByLabel('Size, BTC').fill('5')
      await page.getByText(/^\d+ checks passed$/).click()
      await expectWell(page)
      await page.getByLabel('Size, BTC').fill('0.004')
      await page.getByText('Passes all checks').waitFor()
      await openDialog(page, /^Buy 0\.004/)
      await expectWell(page)
    },
  )

  it('allows only reducing orders once everything is stopped, and gives the reason', async () => {
    const { page } = await begin()
    await page.getByLabel('Size, BTC').fill('0.002')
    await stage.server.post('/api/emergency-stop', { reason: 'to see' }, token)
    await page.getByText('! The emergency stop is engaged: only orders that reduce a position are accepted.').waitFor()
    const button = page.getByRole('button', { name: /^Buy 0\.002/ })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Size, BTC').press('Enter')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByLabel('Reduce-only').check()
    await page.getByRole('radio', { name: 'SELL' }).check()
    const { act } = await openDialog(page, /^Sell 0\.002 BTCUSDT at market, reduce-only/)
    await act.click()
    await placedLast(page)
      .getByText(/^Sold 0\.002 BTCUSDT/)
      .waitFor()
  })
})
