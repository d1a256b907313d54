import type { Instant } from '../../server/core/instant.ts'
import { MINUTE_MS } from '../../server/core/instant.ts'
import type { Signal } from '../../server/domain/signal/signal.ts'
import type { ConsideredEntry, Fact } from '../../server/engine/model/facts.ts'
import type { Rules } from '../../server/engine/state/turn.ts'
import { NOON_MS } from '../support/market-samples.ts'
import { anAccount, answerRead, type Harness, openHarness } from '../support/trading-floor.ts'

/** Opens an engine on which autotrading runs. */
export const openScriptedHarness = (rules: Rules): Harness => openHarness({ rules })

/** Advances the time; the exchange answers every request that only reads. A minute closes two seconds after its end. */
export const passTo = (harness: Harness, atMs: Instant, account = anAccount()): void =>
  harness.pass(atMs - harness.nowMs, (request) =>
    answerRead(harness.publish, request, { account, serverTimeMs: harness.nowMs }),
  )

/** Returns the instant at which the minute that opens so many minutes after noon is received as closed. */
export const closedAt = (minute: number): Instant => NOON_MS + (minute + 1) * MINUTE_MS + 2_500

/** Returns the signals among the facts, in order. */
export const raisedSignals = ({ facts }: { readonly facts: readonly Fact[] }): Signal[] =>
  facts.flatMap((fact) => (fact.kind === 'signalRaised' ? [fact.signal] : []))

/** Returns the considered entries, in order. */
export const consideredEntries = ({ facts }: { readonly facts: readonly Fact[] }): ConsideredEntry[] =>
  facts.flatMap((fact) => (fact.kind === 'entryConsidered' ? [fact.entry] : []))

/** Returns the gates that block an entry. */
export const refusedBy = ({ decision }: ConsideredEntry): string[] =>
  decision.readings.flatMap(({ gateId, enforced, pass }) => (enforced && !pass ? [gateId] : []))
