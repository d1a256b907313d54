import { readFileSync } from 'node:fs'
import type { Locator, Route } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Json } from '../support/order-stream.ts'
import { PASSWORD } from '../support/platform.ts'
import { aTrader, readTicker, type Trader } from '../support/trader.ts'
import { cutOff, describeInBrowser, SOON, setStage } from './stage.ts'
import { APPEARANCES, expectWell, findUndeclared, putOn, type WatchedPage } from './watched-page.ts'

const SYMBOL = 'BTCUSDT'
/** Tabs of a phone, and the tables in them. */
const LISTS = [
  ['Positions', 'Open positions'],
  ['Orders', 'Open orders'],
  ['History', 'Order history'],
  ['Trades', 'Executions and funding'],
] as const
/** Press on a button that must be held for 1.5 s. */
const HELD = { delay: 1_700 }

describeInBrowser('positions and orders in a browser', () => {
  const stage = setStage({ symbols: 'BTCUSDT,ETHUSDT' })
  let trader: Trader
  let watched: WatchedPage
  beforeAll(async () => {
    const { server } = stage
    await server.post('/api/autotrading/pause', {}, await server.token({ role: 'OPERATOR' }))
    trader = await aTrader(server)
    watched = await stage.visit('/positions')
  })

  const card = (name: string | RegExp): Locator => watched.page.getByRole('region', { name }).first()
  const chooseList = (name: string): Promise<void> =>
    watched.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  const place = async (order: object): Promise<Json> =>
    (await trader.call('POST', '/trading/order', { symbol: SYMBOL, ...order })).body
  /** A gate may hold it back for as long as the machine has no time. */
  const untilPlaced = (order: () => Promise<object>): Promise<void> =>
    vi.waitFor(async () => expect(await place(await order())).toHaveProperty('filledQty'), SOON)
  const rest = (perMille: number): Promise<void> =>
    untilPlaced(async () => {
      const price = await shareOfMark(perMille)
      return { side: 'BUY', type: 'LIMIT', qty: '0.002', price, timeInForce: 'GTC' }
    })
  const shareOfMark = async (perMille: number): Promise<string> =>
    ((Number((await readTicker(trader, SYMBOL)).markPrice) * perMille) / 1_000).toFixed(1)
  const written = (price: string): string => Number(price).toLocaleString('en-US', { minimumFractionDigits: 1 })
  const openPosition = async (): Promise<Json> => (await trader.get('/trading/positions?status=OPEN')).items[0]
  const untilProtected = (stop?: string): Promise<Json> =>
    vi.waitFor(async () => {
      const position = await openPosition()
      expect(position.protection.state).toBe('VERIFIED')
      if (stop !== undefined) expect(position.protection.stopLoss.standingTriggerPrice).toBe(stop)
      return position
    }, SOON)

  it('shows a position automatically when it is opened and protected', async () => {
    const positions = card(/^Open positions: /)
    await positions.getByText('No open positions.').waitFor()
    await place({ side: 'BUY', type: 'MARKET', notional: '500' })
    await positions.getByRole('rowheader', { name: 'BTCUSDT LONG' }).waitFor()
    await positions.getByText('VERIFIED', { exact: true }).waitFor()
    expect(await positions.innerText()).toMatch(/Open positions: 1[\s\S]*at the exchange, 100%, default/)
    await card(/^Order history/)
      .getByText('FILLED', { exact: true })
      .waitFor()
    await chooseList('Trades')
    await card(/^Executions/)
      .getByRole('rowheader', { name: 'BTCUSDT BUY' })
      .waitFor()
    await chooseList('Order history')
  })

  it('moves a stop, and gives the reason when it cannot', async () => {
    const { page } = watched
    const editButton = page.getByRole('button', { name: 'Edit SL/TP of BTCUSDT' })
    await editButton.click()
    const dialog = page.getByRole('dialog')
    const stop = dialog.getByRole('textbox', { name: 'Stop' })
    expect(await dialog.getByRole('button', { name: 'Cancel' }).evaluate((element) => element.matches(':focus'))).toBe(
      true,
    )
    expect(await dialog.getByRole('button', { name: 'No changes' }).isDisabled()).toBe(true)
    await stop.fill(await shareOfMark(1_010))
    await dialog
      .getByText(/^! The stop of a LONG must be below the mark price, [\d,.]+\. At this price it would trigger/)
      .waitFor()
    expect(await dialog.innerText()).not.toMatch(/\bup\b/)
    await dialog.getByRole('button', { name: /^Move the stop to / }).click()
    expect(await dialog.getByRole('alert').innerText()).toMatch(
      /The stop must be below the mark price [\d,.]+, or .*\s+Choose a stop, target or quantity within the limit\./,
    )
    const moved = await shareOfMark(985)
    const target = await shareOfMark(1_050)
    await stop.fill(moved)
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    await dialog.getByRole('textbox', { name: 'Target' }).fill(target)
    await dialog
      .getByRole('button', { name: `Move the stop to ${written(moved)} and set the target to ${written(target)}` })
      .click()
    await dialog.waitFor({ state: 'hidden' })
    await untilProtected(moved)
    await card(/^Open positions: /)
      .getByText(written(moved))
      .first()
      .waitFor()
    expect(await page.getByRole('status').allInnerTexts()).toContainEqual(
      expect.stringMatching(/BTCUSDT: (stop and target confirmed|requested)/),
    )
  })

  it('asks for confirmation again when a position has changed in the meantime', async () => {
    const { page, calls } = watched
    const before = calls.length
    const { id } = await untilProtected()
    await page.getByRole('button', { name: 'Edit SL/TP of BTCUSDT' }).click()
    const dialog = page.getByRole('dialog')
    const [theirs, ours, target] = [await shareOfMark(980), await shareOfMark(983), await shareOfMark(1_050)]
    const move = (legs: Json) => trader.call('PATCH', `/trading/positions/${id}/sl-tp`, legs)
    await move({ stopLoss: { triggerPrice: theirs }, takeProfit: { triggerPrice: target } })
    await untilProtected(theirs)
    await dialog.getByRole('textbox', { name: 'Stop' }).fill(ours)
    await dialog.getByText(/^! This widens the stop: the result is [\d,.]+ USDT worse than at the current /).waitFor()
    const act = dialog.getByRole('button', { name: `Move the stop to ${written(ours)}`, exact: true })
    await act.click()
    expect(await dialog.getByRole('alert').innerText()).toMatch(/The position has changed\./)
    expect(await dialog.innerText()).toContain(written(theirs))
    expect((await openPosition()).protection.stopLoss.triggerPrice).toBe(theirs)
    await act.click()
    await dialog.waitFor({ state: 'hidden' })
    await untilProtected(ours)
    expect((await openPosition()).protection.takeProfit.triggerPrice).toBe(target)
    await move({ takeProfit: null })
    expect(calls.slice(before).filter((call) => call.startsWith('PATCH'))).toHaveLength(2)
  })

  it('cancels one order, and all orders that protect nothing', async () => {
    const { page } = watched
    const working = card(/^Open orders: /)
    const cancel = working.getByRole('button', { name: 'Cancel BTCUSDT BUY' })
    await rest(980)
    await cancel.click()
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await working.getByText(/^BUY 0\.002 BTCUSDT: (cancelled|the exchange has not confirmed it yet)\.$/).waitFor()
    await cancel.waitFor({ state: 'detached' })
    await rest(976)
    await cancel.click()
    const standing: Json[] = (await trader.get('/trading/orders?open=true')).items
    await trader.call('DELETE', `/trading/order/${standing.find(({ type }) => type === 'LIMIT')?.orderId}`)
    await page.getByRole('dialog').getByText('! These orders are no longer open; there is nothing to cancel.').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel the order' }).isDisabled()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await rest(975)
    await rest(970)
    await page.getByRole('button', { name: 'Cancel all except stops and targets (2)' }).click()
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Cancel 2 orders' }).click(HELD)
    await cancel.first().waitFor({ state: 'detached' })
    await vi.waitFor(async () => expect(await working.getByRole('listitem').count()).toBe(3), SOON)
    await working.getByRole('button', { name: 'Dismiss' }).click()
    await untilProtected()
    expect(await working.innerText()).toMatch(/position stop/)
  })

  it('shows what blocked an order, at a separate address', async () => {
    const { page } = watched
    await place({ side: 'BUY', type: 'LIMIT', qty: '900', price: '1.0', timeInForce: 'GTC' })
    const ended = card(/^Order history/)
    await ended.getByLabel('Outcome').selectOption('Denied or rejected')
    const link = ended.getByRole('row', { name: /DENIED.*of 900/ }).getByRole('link', { name: 'BTCUSDT BUY' })
    await link.click()
    const order = card('Order: BUY 900.000 BTCUSDT')
    await order.getByText(/the distance of the price from the mark is [\d.,]+ bps; it must be at most/).waitFor()
    await order.getByText('Pre-trade checks').click()
    expect(await order.getByRole('row', { name: /PRICE_COLLAR/ }).innerText()).toMatch(/blocked/)
    await page.reload()
    await order.getByText('Created, DENIED by the gates').waitFor()
    await order.getByRole('link', { name: /^Close order details/ }).click()
    await order.waitFor({ state: 'detached' })
  })

  it('lists orders that ended while the page was closed or disconnected', async () => {
    const { page } = watched
    const line = await cutOff(page.context())
    await page.reload()
    const deny = (qty: string) => place({ side: 'BUY', type: 'LIMIT', qty, price: '1.0', timeInForce: 'GTC' })
    const listed = (qty: string): Promise<void> =>
      card(/^Order history/)
        .getByRole('row', { name: new RegExp(`DENIED.*of ${qty}`) })
        .waitFor()
    await deny('901')
    await listed('901')
    await page.getByRole('link', { name: 'Overview' }).click()
    await page.getByRole('heading', { name: 'Exposure' }).waitFor()
    await deny('902')
    await page.getByRole('link', { name: 'Positions and orders' }).click()
    await listed('902')
    await line.cut()
    await page.getByText('Disconnected').waitFor()
    await deny('903')
    line.mend()
    await listed('903')
  })

  it.each([
    { ...APPEARANCES[0], act: 'Edit SL/TP of BTCUSDT' },
    { ...APPEARANCES[1], act: 'Close BTCUSDT' },
  ])('is accessible and fits, $viewport.width px wide in the $colorScheme theme', async (appearance) => {
    const { page } = watched
    await putOn(page, appearance)
    await page.getByText('VERIFIED', { exact: true }).waitFor()
    await page.getByRole('button', { name: appearance.act }).click()
    await page.getByRole('dialog').waitFor()
    await expectWell(page)
    await page.keyboard.press('Escape')
    await chooseList('(Order h|H)istory')
    await page.getByRole('link', { name: 'BTCUSDT BUY' }).first().click()
    await page.getByText('Pre-trade checks').click()
    await expectWell(page)
    await page.getByRole('link', { name: /^Close order details/ }).click()
  })

  it('shows rows as cards on a phone, with every figure below its name and nothing cut off', async () => {
    const { page } = watched
    await putOn(page, APPEARANCES[1])
    for (const [tab, name] of LISTS) {
      await chooseList(tab)
      const list = card(name)
      await list.getByRole('row').nth(1).waitFor()
      const cells = await list.getByRole('row').nth(1).getByRole('cell').count()
      expect(cells).toBe((await list.getByRole('columnheader').count()) - 1)
      expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
    await putOn(page, APPEARANCES[0])
  })

  it('offers no action to a read-only user', async () => {
    await stage.server.platform.identity.addUser({
      username: 'viewer',
      roles: ['VIEWER'],
      tier: 'STANDARD',
      password: PASSWORD,
    })
    const { page } = await stage.enter('viewer')
    await page.getByRole('link', { name: 'Positions and orders' }).click()
    await page.getByText('VERIFIED', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^(Close|Cancel|Edit SL)/ }).count()).toBe(0)
  })

  it('downloads the list as the server writes it', async () => {
    const [download] = await Promise.all([
      watched.page.waitForEvent('download'),
      card(/^Order history/)
        .getByRole('button', { name: 'Export newest 200' })
        .click(),
    ])
    expect(download.suggestedFilename()).toBe('orders.csv')
    expect(readFileSync(await download.path(), 'utf8')).toMatch(/^orderId,[\s\S]*BTCUSDT/)
    expect(watched.refused).toEqual([])
  })

  it('closes nothing twice when the answer is lost and the dialog is left', async () => {
    const { page } = await stage.enter()
    await page.getByRole('link', { name: 'Positions and orders' }).click()
    const { qty } = await untilProtected()
    const broken = async (route: Route): Promise<void> => {
      await route.fetch()
      await route.fulfill({ status: 500, body: 'broken off on the way' })
    }
    await page.route('**/positions/*/close', broken, { times: 1 })
    const close = page.getByRole('button', { name: 'Close BTCUSDT' })
    const dialog = page.getByRole('dialog')
    await close.click()
    await dialog.getByRole('button', { name: '50%' }).click()
    const half = await dialog.getByRole('textbox', { name: 'Quantity' }).inputValue()
    const act = dialog.getByRole('button', { name: `Close ${half} BTCUSDT LONG at market` })
    await act.click()
    await dialog.getByText('Result unknown').waitFor()
    await page.keyboard.press('Escape')
    await close.click()
    await dialog.getByText('The previous request got no response.').waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await act.click()
    await page.getByText(new RegExp(`^BTCUSDT: ${half} closed at `)).waitFor()
    expect(Number((await openPosition()).qty)).toBeCloseTo(Number(qty) - Number(half))
  })

  it('closes one half, then the rest, and shows the result', async () => {
    const { page, calls, refused, foreign, failures } = watched
    const { qty } = await untilProtected()
    const close = page.getByRole('button', { name: 'Close BTCUSDT' })
    const dialog = page.getByRole('dialog')
    await close.click()
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('0.0005')
    expect(await dialog.getByRole('button', { name: /at market$/ }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: '50%' }).click()
    const half = await dialog.getByRole('textbox', { name: 'Quantity' }).inputValue()
    await dialog.getByRole('textbox', { name: 'Reason (audit log)' }).fill('half of it is enough')
    await dialog.getByRole('button', { name: `Close ${half} BTCUSDT LONG at market` }).click()
    await page.getByText(new RegExp(`^BTCUSDT: ${half} closed at `)).waitFor()
    expect(Number((await openPosition()).qty)).toBeCloseTo(Number(qty) - Number(half))
    await close.click()
    await dialog.getByRole('button', { name: /at market$/ }).click()
    await card(/^Open positions: /)
      .getByText('No open positions.')
      .waitFor()
    await chooseList('Closed positions')
    await card('Closed positions').getByRole('rowheader', { name: 'BTCUSDT LONG' }).waitFor()
    await card(/^Open orders: /)
      .getByText('No open orders.')
      .waitFor()

    await untilPlaced(async () => ({ side: 'BUY', type: 'MARKET', qty: '0.002' }))
    const { id } = await untilProtected()
    await close.click()
    await trader.call('POST', `/trading/positions/${id}/close`)
    await dialog.getByText('! This position is closed: no further requests are sent.').waitFor()
    expect(await dialog.getByRole('button', { name: /at market$/ }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()

    expect(findUndeclared(calls)).toEqual([])
    expect({ refused, foreign, failures }).toEqual({ refused: [], foreign: [], failures: [] })
  })

  it('closes all positions after one confirmation', async () => {
    const { page } = watched
    await untilPlaced(async () => ({ side: 'BUY', type: 'MARKET', qty: '0.002' }))
    await untilPlaced(async () => ({ symbol: 'ETHUSDT', side: 'SELL', type: 'MARKET', qty: '0.05' }))
    await page.getByRole('button', { name: 'Close all (2)' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.innerText()).toMatch(
      /BTCUSDT LONG 0\.002[\s\S]*ETHUSDT SHORT 0\.05|ETHUSDT SHORT 0\.05[\s\S]*BTCUSDT LONG/,
    )
    await expectWell(page)
    // A page that is busy when the hold is complete does not lengthen it.
    await page.evaluate(`addEventListener('pointerdown', () => setTimeout(() => {
      for (const untilMs = performance.now() + 1_000; performance.now() < untilMs; );
    }, 1_200), { capture: true, once: true })`)
    await dialog.getByRole('button', { name: 'Close 2 positions at market' }).click(HELD)
    await card(/^Open positions: /)
      .getByText('No open positions.')
      .waitFor()
    expect((await trader.get('/trading/positions?status=OPEN')).items).toEqual([])
  })

  /** A fill is booked soon after its order is accepted. */
  const BOOKED = { timeout: 5_000, interval: 50 }

  it('reverses a position once, also when the answer to its opening is lost', async () => {
    const { page } = await stage.enter()
    await page.getByRole('link', { name: 'Positions and orders' }).click()
    const dialog = page.getByRole('dialog')
    /** Opens a position, and reverses it; a gate may block the opening while the machine has no time. */
    const reverse = (to: 'SHORT' | 'LONG', confirm: (act: Locator) => Promise<void>): Promise<void> =>
      vi.waitFor(async () => {
        const side = to === 'SHORT' ? 'BUY' : 'SELL'
        if ((await openPosition()) === undefined)
          await untilPlaced(async () => ({ side, type: 'MARKET', qty: '0.002' }))
        await untilProtected()
        await page.getByRole('button', { name: 'Reverse BTCUSDT' }).click()
        await dialog.getByText(/^This order closes (LONG|SHORT) 0\.002 BTCUSDT and opens /).waitFor()
        await expectWell(page)
        await confirm(dialog.getByRole('button', { name: `Reverse to ${to} 0.002 BTCUSDT at market` }))
        await dialog.waitFor({ state: 'detached' })
        await vi.waitFor(
          async () => expect(await openPosition()).toMatchObject({ direction: to, qty: '0.002' }),
          BOOKED,
        )
      }, SOON)
    await reverse('SHORT', (act) => act.click(HELD))

    const broken = async (route: Route): Promise<void> => {
      await route.fetch()
      await route.fulfill({ status: 500, body: 'broken off on the way' })
    }
    await reverse('LONG', async (act) => {
      await page.route('**/trading/order', broken, { times: 1 })
      await act.click(HELD)
      await dialog.getByText('Result unknown').waitFor()
      await dialog.getByText('The position is closed. Sending again opens the other side, once only.').waitFor()
      await act.click(HELD)
    })
    await untilProtected()
  })
})
