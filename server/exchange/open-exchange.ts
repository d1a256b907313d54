import { readFileSync } from 'node:fs'
import { type ClearingVenue, openClearingVenue } from './adapters/exchanges/clearing/venue.ts'
import { type FaultPlan, parseFaultPlan, withFaults } from './adapters/exchanges/faults/index.ts'
import { delayCancels } from './adapters/exchanges/paper/delay-cancels.ts'
import { createPaperMatcher } from './adapters/exchanges/paper/paper-matcher.ts'
import { tapSource } from './adapters/exchanges/paper/tap-source.ts'
import { openReplay } from './adapters/exchanges/replay/index.ts'
import { createSimulatedExchange, type SimulatedExchange } from './adapters/exchanges/simulated/index.ts'
import { openVenueStore } from './adapters/store/sqlite/venue-store.ts'
import type { Config } from './config.ts'
import { SECOND_MS } from './core/instant.ts'
import { createRandom, type Random } from './core/random.ts'
import { moneyOf } from './domain/account/money.ts'
import type { BracketsOf } from './domain/margin/brackets.ts'
import type { Clock, ExecutionVenue, MarketSource } from './engine/ports.ts'
import { StartError } from './start-error.ts'

export interface ExchangeParts {
  readonly config: Config
  readonly brackets: BracketsOf
  readonly leverage: number
  readonly clock: Clock
  readonly random: Random
  /** Told when the exchange's own store has failed for good: nothing may go on. */
  readonly fail: (error: Error) => void
  /** Told when the exchange goes down because its store cannot be written, and when it is back. */
  readonly note?: (what: 'down' | 'up', detail: string) => void
}

/** Where this run trades: a market that is listened to, and an exchange that takes orders for it. */
export interface Exchange {
  readonly source: MarketSource
  /** Opens the exchange on what it remembers in a directory; the source speaks after that. */
  openVenue(directory: string): { readonly venue: ExecutionVenue; close(): void }
}

/** The simulated exchange, or paper execution over a recording that is played. */
export const openExchange = async (parts: ExchangeParts): Promise<Exchange> => {
  const { config, clock } = parts
  const plan = config.faultsPath === undefined ? undefined : readFaultPlan(config.faultsPath)
  if (config.market.kind === 'simulated') {
    return simulatedExchange(createSimulatedExchange({ seed: config.market.seed, clock }), parts, plan)
  }
  return paperExchange(await openReplay({ ...config.market, clock }), parts, plan)
}

const simulatedExchange = (source: SimulatedExchange, parts: ExchangeParts, plan: FaultPlan | undefined): Exchange => ({
  source,
  openVenue(directory) {
    const opened = openClearing(parts, {
      directory,
      source,
      matcher: source.matcher,
      fundingAt: source.fundingAt,
    })
    source.observe(opened.clearing.observe)
    return { venue: faulty(opened.clearing, opened.clearing, { plan, random: parts.random }), close: opened.close }
  },
})

const paperExchange = (recorded: MarketSource, parts: ExchangeParts, plan: FaultPlan | undefined): Exchange => {
  const matcher = createPaperMatcher()
  let clearing: ClearingVenue | undefined
  const source = tapSource(recorded, (event) => {
    matcher.observe(event)
    clearing?.observe(event)
  })
  return {
    source,
    openVenue(directory) {
      const opened = openClearing(parts, { directory, source, matcher })
      clearing = opened.clearing
      const venue = delayCancels(clearing, matcher)
      return { venue: faulty(venue, clearing, { plan, random: parts.random }), close: opened.close }
    },
  }
}

type ClearingParts = Parameters<typeof openClearingVenue>[0]

interface Place extends Pick<ClearingParts, 'matcher' | 'fundingAt'> {
  readonly directory: string
  readonly source: MarketSource
}

/** The pause between two attempts of an exchange that is down to write what it holds. */
const RETRY_MS = SECOND_MS

/** The account at the exchange, in a file of its own. */
const openClearing = (
  { config, brackets, leverage, clock, fail, note = () => {} }: ExchangeParts,
  { directory, source, matcher, fundingAt }: Place,
) => {
  const store = openVenueStore(directory)
  const clearing = openClearingVenue({
    matcher,
    store,
    instruments: source.instruments,
    brackets,
    leverage: () => leverage,
    openingBalance: moneyOf(config.paperBalance),
    clock,
    schedule: (task) => void setImmediate(guarded, task, fail),
    retry: (task) => void setTimeout(guarded, RETRY_MS, task, fail).unref(),
    onDown: (detail) => note('down', detail),
    onUp: () => note('up', 'everything that waited is written'),
    ...(fundingAt && { fundingAt }),
  })
  const close = (): void => {
    clearing.close()
    store.close()
  }
  return { clearing, close }
}

const guarded = (task: () => void, fail: (error: Error) => void): void => {
  try {
    task()
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)))
  }
}

interface Faults {
  readonly plan: FaultPlan | undefined
  readonly random: Random
}

const faulty = (venue: ExecutionVenue, { interfere }: ClearingVenue, { plan, random }: Faults): ExecutionVenue =>
  plan === undefined
    ? venue
    : withFaults(venue, plan, {
        random: plan.seed === null ? random : createRandom(plan.seed),
        schedule: (delayMs, task) => void setTimeout(task, delayMs).unref(),
        interfere,
      })

const readFaultPlan = (path: string): FaultPlan => {
  const plan = parseFaultPlan(readJson(path))
  if (plan.ok) return plan.value
  throw new StartError(`The fault plan ${path} cannot be used:\n${plan.error.map((line) => `  ${line}`).join('\n')}`)
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The fault plan ${path} cannot be read (${reason}). Give a file of JSON with --faults.`)
  }
}
