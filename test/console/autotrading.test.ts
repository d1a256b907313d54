import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openEngineStore } from '../../server/adapters/store/sqlite/store.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import type { SignalFact } from '../../server/engine/model/facts.ts'
import { anId } from '../support/book-samples.ts'
import { json } from '../support/platform.ts'
import { everyNth } from '../support/runs.ts'
import { aLoss, anEntry, anOutcome, aSignal } from '../support/signal-samples.ts'
import { describeInBrowser, setStage } from './stage.ts'
import { APPEARANCES, expectWell, goTo } from './watched-page.ts'

/** Settings under which no bar closes during the test. */
const CALM = { autotrading: 'off', timeframes: '1d' } as const
const NOW_MS = Date.now()

/** Returns the signals of the last half hour with their candidates: four entries, three of them blocked. */
const thePast = (): readonly SignalFact[] => {
  const signals = [1, 2, 3, 4, 5].map((number) =>
    aSignal({ number, barClosedAtMs: NOW_MS - number * 5 * MINUTE_MS, origin: number === 5 ? 'HISTORY' : 'LIVE' }),
  )
  const entries = signals.slice(0, 4).map((signal, index) =>
    anEntry({
      number: index + 1,
      signals: [signal],
      atMs: signal.raisedAtMs,
      refusedBy: [['G20', 'G29'], ['G29'], [], ['G29']][index] ?? [],
      recorded: ['G24'],
    }),
  )
  return [
    ...signals.map((signal): SignalFact => ({ kind: 'signalRaised', signal, atMs: signal.raisedAtMs })),
    ...entries.map((entry): SignalFact => ({ kind: 'entryConsidered', entry, atMs: entry.candidate.atMs })),
    ...signals.map(({ signalId, barClosedAtMs: enteredAtMs }, index): SignalFact => {
      const resolvedAtMs = enteredAtMs + MINUTE_MS
      const outcome = index === 4 ? aLoss() : anOutcome({ netR: index - 1.06, enteredAtMs, resolvedAtMs })
      return { kind: 'signalResolved', signalId, outcome, atMs: NOW_MS }
    }),
  ]
}

const findRow = (list: Locator, ...texts: readonly string[]): Locator =>
  texts.reduce((rows, hasText) => rows.filter({ hasText }), list.getByRole('row'))
const getRegion = (page: Page | Locator, name: string): Locator => page.getByRole('region', { name, exact: true })

describeInBrowser('signals and autotrading', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  beforeAll(() => {
    const store = openEngineStore(join(dataDir, 'simulated-paper'))
    store.journal.append({ facts: thePast(), orders: [], positions: [] })
    store.close()
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  const stage = setStage({ ...CALM, symbols: 'BTCUSDT,ETHUSDT', dataDir })

  it('shows the strategies’ signals and their results', async () => {
    const { page } = await stage.visit('/signals')
    const signals = getRegion(page, 'Signals')
    const lost = findRow(signals, 'LOST')
    await lost.waitFor()
    expect(await lost.innerText()).toMatch(/BTCUSDT LONG\s+15m[\s\S]*60\.0%\s+50 to 70%/)
    expect(await lost.innerText()).toMatch(/historical\s+LOST\s+a minute of data is missing/)
    await lost.getByRole('button').click()
    await signals.getByText('Not traded: BTCUSDT is a manual symbol. The signal is tracked to its outcome.').waitFor()
    await signals.getByText('HAMMER, DOJI').waitFor()
    await signals.getByText(/, n = 130$/).waitFor()
    const stopped = findRow(signals, '−1.06 R')
    expect(await stopped.innerText()).toMatch(/down\s*−1\.06 R\s+stopped out/)
    await page.getByLabel('Symbol').selectOption('ETHUSDT')
    await lost.waitFor({ state: 'detached' })
    expect(await findRow(signals, 'BTCUSDT').count()).toBe(0)
  })

  it('links a signal to the reason why it was not traded', async () => {
    const { page } = await stage.visit('/signals')
    const signals = getRegion(page, 'Signals')
    await findRow(signals, '−1.06 R').getByRole('button').click()
    await signals.getByRole('link', { name: 'view decision' }).click()
    const card = page.getByRole('region', { name: `Candidate ${anId('cnd', 1)}` })
    await card.getByText('Not traded: nothing is stopped. Also blocked by G29.').waitFor()
    const focused = await page.evaluate('document.activeElement.tagName + document.activeElement.textContent')
    expect(focused).toMatch(/^DIVCandidate cnd_/)
    await findRow(getRegion(card, 'Gates'), 'G20 CODE_G20', 'blocked').waitFor()
    await findRow(getRegion(card, 'Gates'), 'G24 CODE_G24', '! recorded only').waitFor()
    expect(await card.innerText()).toMatch(/After costs\s+up\s*\+18\.75 bps/)
    await card.getByRole('link', { name: 'Close' }).click()
    await card.waitFor({ state: 'detached' })
  })

  it('reports that a candidate does not exist', async () => {
    const { page } = await stage.visit(`/autotrading?candidate=${anId('cnd', 99)}`)
    await page.getByRole('alert').getByText('Loading failed').waitFor()
  })

  it('opens the gates of a candidate, and lists the candidates refused by one gate', async () => {
    const { page } = await stage.visit('/autotrading')
    const candidates = getRegion(page, 'Candidates')
    const held = findRow(candidates, 'Also blocked by G29.')
    await held.getByRole('button').click()
    await candidates.getByRole('region', { name: 'Gates' }).waitFor()
    expect(await findRow(candidates, 'Ordered.').count()).toBe(1)
    await page.getByLabel('Blocked by').selectOption('G20')
    await findRow(candidates, 'Ordered.').waitFor({ state: 'detached' })
    await held.waitFor()
  })

  it('shows the signal funnel with the monitor’s numbers', async () => {
    const { page } = await stage.visit('/autotrading')
    const falls = getRegion(page, 'Signal funnel')
    const first = findRow(falls, 'G29 symbol taken')
    await first.waitFor()
    const token = await stage.server.token({ role: 'VIEWER' })
    const { data } = await json(await stage.server.get('/api/monitor/pre-dispatch-root-cause-truth', token))
    expect(data).toMatchObject({ candidates: 4, passed: 1, blocked: 3 })
    const cells = await falls.getByRole('row').evaluateAll((rows) => rows.map(({ innerText }) => innerText.split('\t')))
    const counts = cells.map(([name = '', count = '', , sole = '', any = '']) => [name.trim(), count, sole, any])
    expect(counts.slice(2)).toEqual([
      ['Candidates', '4', '', ''],
      ['− G29 symbol taken', '2', '2', '3'],
      ['− G20 daily loss', '1', '0', '1'],
      ['Ordered', '1', '', ''],
      ['Filled', '0', '', ''],
    ])
  })

  it('shows the autotrading status, and which actions need the host', async () => {
    const { page } = await stage.visit('/autotrading')
    await page.getByRole('region', { name: 'Status' }).getByText('RUNNING').first().waitFor()
    await findRow(getRegion(page, 'Transitions'), 'PAUSED', 'host only', 'plimsoll pause').waitFor()
    await findRow(getRegion(page, 'Breakers'), 'Daily loss, %', 'armed', 'plimsoll resume').waitFor()
  })

  it.each(everyNth(APPEARANCES, 2))(
    'is accessible and fits, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page, failures } = await stage.visit('/signals', appearance)
      await findRow(getRegion(page, 'Signals'), 'LOST').getByRole('button').click()
      await expectWell(page)
      await goTo(page, 'Autotrading')
      await findRow(getRegion(page, 'Candidates'), 'Also blocked by G29.').getByRole('button').click()
      await findRow(getRegion(page, 'Signal funnel'), 'G29').waitFor()
      await expectWell(page)
      expect(failures).toEqual([])
    },
  )
})

describeInBrowser('autotrading without any candidate yet', () => {
  const stage = setStage(CALM)

  it('reads correctly', async () => {
    const { page } = await stage.visit('/autotrading')
    await page.getByText('No candidates yet.').waitFor()
    const falls = getRegion(page, 'Signal funnel')
    await findRow(falls, 'Candidates0').waitFor()
    expect(await falls.innerText()).toMatch(/Ordered\s+0\s+Filled\s+0/)
  })
})
