/**
 * Account of a local (simulated or paper) exchange: opens its clearing with its own database, and adds the connection
 * faults of a configured fault plan.
 */

import { readFileSync } from 'node:fs'
import type { ClearingStore } from '../../adapters/exchanges/clearing/clearing-store.ts'
import { scheduleTasks } from '../../adapters/exchanges/clearing/tasks.ts'
import { type ClearingVenue, openClearingVenue } from '../../adapters/exchanges/clearing/venue.ts'
import { type FaultParts, type FaultPlan, parseFaultPlan, withFaults } from '../../adapters/exchanges/faults/index.ts'
import { readingDatabase } from '../../adapters/store/sqlite/store-error.ts'
import { openVenueStore, venueStorePath } from '../../adapters/store/sqlite/venue-store.ts'
import { errorMessage, StartError } from '../../core/errors.ts'
import { toRfc3339 } from '../../core/instant.ts'
import { createRandom } from '../../core/random.ts'
import { toMoney } from '../../domain/account/money.ts'
import type { ExecutionVenue, MarketSource } from '../../engine/model/ports.ts'
import type { ExchangeParts } from './exchange.ts'

/** Opens the account of a local (simulated or paper) exchange with its own database. */
export const openClearing = (
  { config, constitution, clock, fail, note }: ExchangeParts,
  { directory, commit, source, matcher, brackets, fundingAt }: Place,
): { readonly clearing: ClearingVenue; close(): Promise<void> } => {
  const store = openVenueStore(directory)
  const clearing = readingDatabase(venueStorePath(directory), () =>
    openClearingVenue({
      matcher,
      store: { ...store, commit },
      instruments: source.instruments,
      brackets,
      leverage: () => constitution.execution.leverage,
      openingBalance: toMoney(config.paperBalance),
      clock,
      ...scheduleTasks(fail),
      onDown: (detail) => note.down(detail),
      onUp: () => note.up('all pending changes are written'),
      onEstimatedFunding: ({ symbol, settledAtMs, rate }) =>
        note.remark(
          `The market returned no funding rate for ${symbol} at ${toRfc3339(settledAtMs)}: ` +
            `the settlement is estimated by the last known rate, ${rate}.`,
        ),
      ...(fundingAt && { fundingAt }),
    }),
  )
  const close = async (): Promise<void> => {
    await clearing.close()
    store.close()
  }
  return { clearing, close }
}

type ClearingParts = Parameters<typeof openClearingVenue>[0]

interface Place extends Pick<ClearingParts, 'matcher' | 'fundingAt' | 'brackets'> {
  readonly directory: string
  readonly commit: ClearingStore['commit']
  readonly source: MarketSource
}

/** Returns a function that wraps an exchange in a connection with the configured faults. */
export const onFaultyWire = (
  { config: { faultsPath }, random }: ExchangeParts,
  onThrottled: FaultParts['onThrottled'],
): ((venue: ExecutionVenue, clearing: ClearingVenue) => ExecutionVenue) => {
  if (faultsPath === undefined) return (venue) => venue
  const plan = readFaultPlan(faultsPath)
  return (venue, { interfere }) =>
    withFaults(venue, plan, {
      random: plan.seed === null ? random : createRandom(plan.seed),
      schedule: (delayMs, task) => void setTimeout(task, delayMs).unref(),
      interfere,
      ...(onThrottled && { onThrottled }),
    })
}

const readFaultPlan = (path: string): FaultPlan => {
  const plan = parseFaultPlan(readJson(path))
  if (plan.ok) return plan.value
  throw new StartError(`The fault plan ${path} is invalid:\n${plan.error.map((line) => `  ${line}`).join('\n')}`)
}

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = errorMessage(error)
    throw new StartError(`The fault plan ${path} cannot be read (${reason}). Specify a JSON file with --faults.`)
  }
}
