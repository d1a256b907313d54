import type { Instant } from '../core/instant.ts'
import type { KeyPermissions } from '../domain/account/account.ts'
import {
  judgeKeys,
  judgeMargin,
  judgeOrders,
  judgePermissions,
  judgePositionMode,
  judgePositions,
} from './account-checks.ts'
import { judgeClock, judgeRate, judgeReach, judgeStops, judgeSymbols } from './exchange-checks.ts'
import type { AccountFacts, ClockSample, ExchangeFacts, FactResult } from './exchange-facts.ts'
import { type Finding, noted } from './finding.ts'

/** Runs every relevant check of an exchange before trading there; stops sending requests once it does not respond. */
export const examineExchange = async (facts: ExchangeFacts, options: ExamineExchangeOptions): Promise<Examination> => {
  const samples = await sampleClock(facts)
  const answered = samples.flatMap((sample) => (sample.ok ? [sample.value] : []))
  const reach = judgeReach(samples)
  const clock = judgeClock(answered)
  if (!clock) return { findings: [reach], permissions: null }
  const { symbols } = options
  const findings = [reach, clock, ...judgeSymbols(symbols, await facts.symbols()), ...judgeStops(await facts.stops())]
  const account = facts.account
    ? await examineAccount(facts.account, options)
    : { findings: [NO_KEYS], permissions: null }
  const { permissions } = account
  return { findings: [...findings, ...account.findings, judgeRate(await facts.rate())], permissions }
}

/** Results of an examination. */
interface Examination {
  readonly findings: Finding[]
  /** Permissions of the key; null when they were not read. */
  readonly permissions: KeyPermissions | null
}

export interface ExamineExchangeOptions {
  readonly symbols: readonly string[]
  readonly now: () => Instant
}

const CLOCK_SAMPLES = 5

const NO_KEYS = noted('keys', 'none given: checks that require them were skipped')

/** Samples the clock; stops at the first request without a response, since further ones would time out too. */
const sampleClock = async (facts: ExchangeFacts): Promise<FactResult<ClockSample>[]> => {
  const samples: FactResult<ClockSample>[] = []
  while (samples.length < CLOCK_SAMPLES && (samples.length === 0 || samples.some(({ ok }) => ok))) {
    samples.push(await facts.clock())
  }
  return samples
}

const examineAccount = async (account: AccountFacts, { now }: ExamineExchangeOptions): Promise<Examination> => {
  const wallet = await account.wallet()
  const keys = judgeKeys(wallet)
  if (!wallet.ok) return { findings: [keys], permissions: null }
  const permissions = await account.permissions()
  const findings = [
    keys,
    ...judgePermissions(permissions, now()),
    judgePositionMode(await account.isHedged()),
    ...judgeMargin(await account.margin()),
    judgeOrders(await account.orders()),
    judgePositions(await account.positions()),
  ]
  return { findings, permissions: permissions.ok ? permissions.value : null }
}
