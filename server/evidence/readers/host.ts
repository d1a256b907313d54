/**
 * Readers of inputs outside the engine: audit verification, identity, request budget, exchange key, host, console,
 * process and messenger.
 */

import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { ExchangeKeyTruth, VenueBudgetTruth } from '../../monitor/inputs/exchange.ts'
import type { ConsoleManifestTruth, HttpAnswers, StreamStanding } from '../../monitor/inputs/http.ts'
import type { ChannelTruth, DigestTruth } from '../../monitor/inputs/messenger.ts'
import type { ProcessFigures } from '../../monitor/inputs/observation.ts'
import type { AuditVerificationTruth, HostSecurityTruth, IdentityTruth } from '../../monitor/inputs/security.ts'
import type { HostSources, TruthSources } from '../evidence-sources.ts'
import { always, type Reader } from '../reader.ts'

/**
 * Verifies the audit log twice per validity period of a verification. The log is read in chunks of a few milliseconds,
 * so that other work continues in between.
 */
export const auditVerificationReader = {
  at: 'BACKGROUND',
  everyMs: 12 * HOUR_MS,
  firstAfterMs: 3 * SECOND_MS,
  async read({ host }: Pick<TruthSources, 'host'>, nowMs: Instant) {
    const value = await host.verifyAudit()
    return { value, observedAtMs: nowMs, sampleSize: value.size }
  },
} as const satisfies Reader<AuditVerificationTruth>

export const identityReader = always<IdentityTruth>(({ host }, nowMs) => ({
  value: host.identity(),
  observedAtMs: nowMs,
}))

export const venueBudgetReader = always<VenueBudgetTruth>(({ host, state: { rules } }, nowMs) => ({
  value: readBudget(host, rules.constitution.monitor.throttleWindowMs),
  observedAtMs: nowMs,
}))

export const readBudget = (
  { allowance, venueName }: Pick<HostSources, 'allowance' | 'venueName'>,
  latelyMs: number,
): VenueBudgetTruth => {
  const { counts, rejected1h, silentUntilMs, delayedWithin } = allowance()
  return { venue: venueName, counts, rejected1h, silentUntilMs, delayedLately: delayedWithin(latelyMs) }
}

export const exchangeKeyReader = {
  at: 'BACKGROUND',
  everyMs: 4 * MINUTE_MS,
  async read({ host, now }: Pick<TruthSources, 'host' | 'now'>) {
    const rights = await host.keyPermissions()
    return rights === undefined ? undefined : { value: { rights }, observedAtMs: now() }
  },
} as const satisfies Reader<ExchangeKeyTruth>

export const hostSecurityReader: Reader<HostSecurityTruth> = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  read({ host }, nowMs) {
    const value = host.custody()
    return value && { value, observedAtMs: nowMs }
  },
}

export const consoleManifestReader: Reader<ConsoleManifestTruth> = {
  at: 'BACKGROUND',
  everyMs: MINUTE_MS,
  async read({ host }, nowMs) {
    const value = await host.consoleManifest()
    return value && { value, observedAtMs: nowMs, digest: value.bundleDigest }
  },
}

/** Reports the event-loop delay since the previous sample. */
const PROCESS_EVERY_MS = 10 * SECOND_MS

export const processFiguresReader: Reader<ProcessFigures> = {
  at: 'BACKGROUND',
  everyMs: PROCESS_EVERY_MS,
  read: ({ processFigures }, nowMs) => ({ value: processFigures(), observedAtMs: nowMs }),
}

export const httpAnswersReader = always<HttpAnswers>(({ httpAnswers }, nowMs) => ({
  value: httpAnswers(),
  observedAtMs: nowMs,
}))

export const streamStandingReader: Reader<StreamStanding> = {
  at: 'SNAPSHOT',
  everyMs: 0,
  read({ streamStanding }, nowMs) {
    const standing = streamStanding()
    return standing && { value: standing, observedAtMs: nowMs }
  },
}

export const channelsReader = always<readonly ChannelTruth[]>(({ messenger }, nowMs) => ({
  value: messenger.channels(),
  observedAtMs: nowMs,
}))

/** Reads the composed digest, and the result of the last check of its lines. */
export const digestReader = always<DigestTruth>(({ messenger }) => messenger.digest())
