import { setTimeout } from 'node:timers/promises'
import { createRandom } from '../../../server/core/random.ts'
import { callHost } from '../../../server/host/call-host.ts'
import { getSocketPath } from '../../../server/host/socket.ts'
import { type Fleet, openFleet, PASSPHRASE } from '../../support/fleet.ts'
import { type Caller, deliver, type Json, readAll, type Sent, tradeOnce } from '../../support/order-stream.ts'
import { toPatientUrl } from '../../support/postgres.ts'
import { API_KEY, API_SECRET } from '../../venue-wire/venue-stage.ts'
import { acknowledged, isAcknowledged } from '../checks/acknowledged.ts'
import { atMostOnce } from '../checks/at-most-once.ts'
import { compareBooks } from '../checks/compare-books.ts'
import { count, type Evidence, violate } from '../evidence.ts'
import { SOAK_CONSTITUTION } from '../fault-plan.ts'
import { waitFor } from '../stage/engine-host.ts'
import type { Place } from '../stage/place.ts'
import { createVenueReader } from '../stage/venue-reader.ts'
import { type EnginePair, openEnginePair } from './engine-pair.ts'
import { openUnfencedRelay } from './without-fence.ts'

export interface StormPlan {
  readonly seed: number
  readonly minutes: number
  /** True when the relay removes the epoch checks of the engines, which the storm must detect. */
  readonly withoutFence: boolean
}

export interface StormResult {
  readonly evidence: Evidence
  readonly outagesMs: readonly number[]
  /** Epoch checks that the relay should have removed, and did not find. */
  readonly missingChecks: readonly string[]
}

const STRIKE_EVERY_MS = { least: 1_000, most: 3_000 }
const THINKING_MS = { least: 300, most: 1_500 }
const CALLERS = ['alice', 'bob', 'carol']
const READERS = ['reader-0', 'reader-1', 'reader-2']
const UP_WITHIN_MS = 60_000
const SETTLED_WITHIN_MS = 90_000
const CHECKED_EVERY_MS = 3_000
const PROTECTED_WITHIN_MS = { median: 5_000, longest: 8_000 }

interface Storm {
  readonly fleet: Fleet
  readonly pair: EnginePair
  readonly evidence: Evidence
  readonly url: string
  readonly random: () => number
  readonly ended: AbortSignal
  isOver: boolean
}

/** Kills and freezes two engines of one account while callers trade through a gateway, and checks the guarantees. */
export const runStorm = async (plan: StormPlan, ended: AbortSignal, evidence: Evidence): Promise<StormResult> => {
  const random = createRandom(plan.seed)
  const fleet = await openFleet(SOAK_CONSTITUTION)
  const unfenced = plan.withoutFence ? await openUnfencedRelay(toPatientUrl(fleet.store.url)) : undefined
  try {
    const pair = await openEnginePair({ fleet, storeUrl: unfenced?.url ?? fleet.store.url, random, evidence })
    const { url } = await fleet.startGateway('gateway')
    const storm: Storm = { fleet, pair, evidence, url, random, ended, isOver: false }
    await waitFor(async () => ((await pair.isProtected()) ? true : undefined), { withinMs: UP_WITHIN_MS })
    const callers = await addCallers(fleet, CALLERS)
    const readers = await addCallers(fleet, READERS)
    const trading = callers.map((caller, index) => trade(storm, caller, plan.seed + index))
    const untilMs = performance.now() + plan.minutes * 60_000
    const working = [strike(storm, untilMs), checkOften(storm), ...trading]
    await Promise.all(working)
    pair.release()
    if (!hasEvidence(plan, evidence)) await settle(storm, callers, readers)
    judgeOutages(pair, evidence)
    return { evidence, outagesMs: pair.outages.map(({ ms }) => ms), missingChecks: unfenced?.listMissing() ?? [] }
  } finally {
    await fleet.close()
    await unfenced?.close()
  }
}

/** Returns whether a storm without fence has its first violation, which ends it. */
const hasEvidence = ({ withoutFence }: StormPlan, { violations }: Evidence): boolean =>
  withoutFence && violations.length > 0

const TOKEN_MS = 24 * 3_600_000

const addCallers = (fleet: Fleet, names: readonly string[]): Promise<Caller[]> =>
  Promise.all(
    names.map(async (username) => {
      const socket = getSocketPath(fleet.getDirectory('gateway'))
      const user = { username, roles: ['TRADER'], tier: 'PRO', password: 'correct horse battery' }
      await callHost(socket, 'user.add', user)
      const minted: Json = await callHost(socket, 'token.mint', { username, ttlMs: TOKEN_MS })
      return { name: username, token: minted.value.value.accessToken, sent: [] }
    }),
  )

/** Trades until the storm is over, and resends unanswered requests under their keys. */
const trade = async (storm: Storm, caller: Caller, seed: number): Promise<void> => {
  const random = createRandom(seed)
  const gone = (): boolean => storm.isOver
  const unanswered: Sent[] = []
  while (!storm.isOver) {
    const before = caller.sent.length
    await tradeOnce(caller, { url: storm.url, random, gone })
    for (const sent of caller.sent.slice(before)) {
      count(storm.evidence, `instructions ${sent.answer?.status ?? 'without an answer'}`)
      if (!sent.answer) unanswered.push(sent)
    }
    const again = unanswered.shift()
    if (again) await deliver(caller, storm.url, again)
    if (again && !again.answer) unanswered.push(again)
    await setTimeout(THINKING_MS.least + random() * (THINKING_MS.most - THINKING_MS.least))
  }
}

const strike = async (storm: Storm, untilMs: number): Promise<void> => {
  const { pair, random, ended } = storm
  while (performance.now() < untilMs && !ended.aborted && !storm.isOver) {
    await setTimeout(STRIKE_EVERY_MS.least + random() * (STRIKE_EVERY_MS.most - STRIKE_EVERY_MS.least))
    await pair.strike()
  }
  storm.isOver = true
}

/** Reads the log during the storm; the first row of an old epoch ends the storm. */
const checkOften = async (storm: Storm): Promise<void> => {
  while (!storm.isOver) {
    await setTimeout(CHECKED_EVERY_MS)
    await checkLog(storm)
    await storm.pair.clearStop()
    if (storm.evidence.violations.length > 0) storm.isOver = true
  }
}

/** Checks that the log of the account has no gap, and no row of an old epoch after a newer one. */
const checkLog = async ({ fleet, evidence }: Storm): Promise<void> => {
  const [row] = await fleet.query<{ rows: string; gaps: string; old: string }>(`
    SELECT count(*) AS rows, max(number) - count(*) AS gaps, count(*) FILTER (WHERE epoch < before) AS old
    FROM (SELECT number, epoch, max(epoch) OVER (ORDER BY number) AS before
      FROM plimsoll.batches WHERE stream = 'engine') AS log`)
  evidence.counts.set('batches in the log', Number(row?.rows ?? 0))
  if (Number(row?.gaps)) violate(evidence, { promise: 'LOG', words: `${row?.gaps} batches are missing in the log` })
  if (Number(row?.old))
    violate(evidence, { promise: 'FENCE', words: `${row?.old} batches of an old epoch follow a newer one` })
}

const UNSETTLED = '/trading/orders?status=PENDING_NEW,OUTCOME_UNKNOWN,PENDING_CANCEL'

/** Resends unanswered requests, waits until the account is quiet and compares both sides. */
const settle = async (storm: Storm, callers: readonly Caller[], readers: readonly Caller[]): Promise<void> => {
  const { pair, evidence, url } = storm
  const [first] = readers
  if (!first) return
  const sent = callers.flatMap((caller) => caller.sent)
  await waitFor(
    async () => {
      await pair.clearStop()
      for (const caller of callers) {
        for (const each of caller.sent) if (!each.answer) await deliver(caller, url, each)
      }
      const pending: Json[] | undefined = await readAll(first, url, UNSETTLED).catch(() => undefined)
      return sent.every(({ answer }) => answer) && pending?.length === 0 ? true : undefined
    },
    { withinMs: SETTLED_WITHIN_MS, everyMs: 2_000 },
  )
  await checkLog(storm)
  const place = toPlace(storm)
  const { books, findings } = await compareBooks({
    place,
    reader: createVenueReader(place),
    readers,
    sent,
    everyMs: 2_000,
  })
  if (!books) return violate(evidence, { promise: 'I7', words: 'both sides could not be read at the end' })
  for (const finding of [...findings, ...atMostOnce(books), ...acknowledged(books)]) violate(evidence, finding)
  count(evidence, 'orders at the exchange', books.venue.orders.length)
  count(evidence, 'executions at the exchange', books.venue.fills.length)
  count(evidence, 'instructions acknowledged', sent.filter(isAcknowledged).length)
  count(evidence, 'instructions sent again', sent.filter(({ unheard }) => unheard > 0).length)
}

const readPort = (url: string): number => Number(new URL(url).port)

/** Returns the access of the soak checks to the account: through the gateway, and at the exchange. */
const toPlace = ({ fleet, url }: Storm): Place => ({
  wire: 'binance',
  root: '',
  engineDir: fleet.getDirectory('gateway'),
  venueDir: fleet.exchange.dataDir,
  logDir: '',
  constitutionPath: '',
  passphrasePath: '',
  enginePort: readPort(url),
  venuePort: readPort(fleet.exchange.url),
  symbols: ['BTCUSDT'],
  secrets: { apiKey: API_KEY, apiSecret: API_SECRET, passphrase: PASSPHRASE },
})

const judgeOutages = ({ outages }: EnginePair, evidence: Evidence): void => {
  const { median, longest } = findQuantiles(outages.map(({ ms }) => ms))
  if (median > PROTECTED_WITHIN_MS.median || longest > PROTECTED_WITHIN_MS.longest) {
    violate(evidence, {
      promise: 'PROTECTED',
      words: `half of the takeovers took up to ${median} ms, the longest ${longest} ms`,
      observed: outages.filter(({ ms }) => ms > PROTECTED_WITHIN_MS.longest),
    })
  }
}

/** Returns the median and the longest of some durations, in whole milliseconds; zero if there are none. */
export const findQuantiles = (durationsMs: readonly number[]) => {
  const sorted = durationsMs.toSorted((a, b) => a - b)
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return { median: Math.round(median), longest: Math.round(longest) }
}
