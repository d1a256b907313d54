import type { Instant } from '../core/instant.ts'
import type { KeyOutcome } from '../domain/account/key-permissions.ts'
import {
  judgeKeys,
  judgeMargin,
  judgeOrders,
  judgePermissions,
  judgePositionMode,
  judgePositions,
} from './account-checks.ts'
import { judgeClock, judgeRate, judgeReach, judgeStops, judgeSymbols } from './exchange-checks.ts'
import type { AccountFacts, ClockSample, ExchangeFacts, FactFault, FactResult } from './exchange-facts.ts'
import { type Finding, noted } from './finding.ts'

/** Runs every relevant check of an exchange before trading there; stops sending requests once it does not respond. */
export const examineExchange = async (facts: ExchangeFacts, options: ExamineExchangeOptions): Promise<Examination> => {
  const samples = await sampleClock(facts)
  const answered = samples.flatMap((sample) => (sample.ok ? [sample.value] : []))
  const reach = judgeReach(samples)
  const clock = judgeClock(answered)
  if (!clock) return { findings: [reach], key: null }
  const { symbols } = options
  const findings = [reach, clock, ...judgeSymbols(symbols, await facts.symbols()), ...judgeStops(await facts.stops())]
  const account = facts.account ? await examineAccount(facts.account, options) : { findings: [NO_KEYS], key: null }
  return { findings: [...findings, ...account.findings, judgeRate(await facts.rate())], key: account.key }
}

/** Results of an examination. */
interface Examination {
  readonly findings: Finding[]
  /** Permissions of the key, or the response with which the exchange rejected it; null when neither was read. */
  readonly key: KeyOutcome | null
}

export interface ExamineExchangeOptions {
  readonly symbols: readonly string[]
  readonly now: () => Instant
  /** Minimum remaining lifetime of the key. */
  readonly keyExpiryDays: number
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

const examineAccount = async (
  account: AccountFacts,
  { now, keyExpiryDays }: ExamineExchangeOptions,
): Promise<Examination> => {
  const wallet = await account.wallet()
  const keys = judgeKeys(wallet)
  if (!wallet.ok) return { findings: [keys], key: toOutcome(wallet) }
  const permissions = await account.permissions()
  const findings = [
    keys,
    ...judgePermissions(permissions, { nowMs: now(), expiryDays: keyExpiryDays }),
    judgePositionMode(await account.isHedged()),
    ...judgeMargin(await account.margin()),
    judgeOrders(await account.orders()),
    judgePositions(await account.positions()),
  ]
  return {
    findings,
    key: permissions.ok ? { permissions: permissions.value, rejection: null } : toOutcome(permissions),
  }
}

const toOutcome = ({ error: { kind, detail } }: { readonly error: FactFault }): KeyOutcome | null =>
  kind === 'KEY_REJECTED' ? { permissions: null, rejection: detail } : null
