/** Rules of the surface `messenger-dynamic-truth`: the messages sent to the operator and their sources. */

import type { Static } from 'typebox'
import { messengerDynamicTruth as contract } from '../../../../contract/monitor/messenger-dynamic-truth.ts'
import { computeDigest } from '../../../core/digest.ts'
import { toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import { counted, seconds } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Finding, type Frame } from '../../frame/surface.ts'
import type { ChannelTruth, DigestLine, DigestTruth, Provenance } from '../../inputs/messenger.ts'

/** Source of each sentence of the operator's digest, and whether it still matches. */
export const messengerDynamicTruth = defineSurface({
  contract,
  needs: ['digest', 'channels'],
  fault: ({ digest }) => judgeMisleading(digest),
  judge: ({ digest, channels }, frame) => judge(digest, channels, frame),
  data: ({ digest, channels }, frame) => ({
    digest: digest ? digestBody(digest) : null,
    lines: digest ? lineBodies(digest, frame.nowMs) : [],
    provenanceShare: digest ? provenanceShares(digest) : null,
    channels: (channels ?? []).map(channelBody),
    nextDueAt: digest ? toRfc3339(digest.nextDueAtMs) : null,
  }),
})

/** Number of periods after which a digest is stale. */
const STALE_PERIODS = 2

type Data = Static<typeof contract.data>
type Verdict = keyof typeof contract.verdicts

const judgeMisleading = (digest: DigestTruth | undefined): Finding<Verdict> | null => {
  if (!digest) return null
  const reasons = [...altered(digest), ...changed(digest), ...advising(digest)]
  if (reasons.length === 0) return null
  return {
    verdict: 'DIGEST_MISLEADING',
    summary: `The digest of ${toRfc3339(digest.composedAtMs)} failed verification: ${reasons.length} of ${digest.lines.length + 1} checks failed.`,
    reasons,
  }
}

/** Returns a cause when the lines differ from the composed ones. */
const altered = ({ lines, contentHash }: DigestTruth): Cause[] => {
  const value = computeDigest(lines)
  if (value === contentHash) return []
  const message = 'The lines of the digest have changed since it was composed'
  return [{ code: 'CONTENT_CHANGED', message, value, threshold: contentHash, of: ['digest'] }]
}

/** Lists the lines that the recorded snapshot does not confirm. */
const changed = ({ lines, rechecks }: DigestTruth): Cause[] =>
  lines.flatMap(({ key, sourceSurface, pointer }, index) =>
    rechecks[index] === 'CHANGED'
      ? [{ code: 'LINE_CHANGED', message: `${key}: ${sourceSurface}${pointer} has another value`, of: ['digest'] }]
      : [],
  )

const advising = ({ lines }: DigestTruth): Cause[] =>
  lines.flatMap(({ key, text, provenance }) => {
    const fault = provenance === 'ADVISORY_TEXT' ? faultOfAdvice(text, lines) : null
    return fault
      ? [{ code: `ADVICE_${fault}`, message: `${key} contains a number without a source`, of: ['digest'] }]
      : []
  })

const judge = (digest: DigestTruth, channels: readonly ChannelTruth[], frame: Frame): Finding<Verdict> => {
  const { liveLinesShare } = frame.constitution.monitor
  const live = provenanceShares(digest).LIVE_STATE
  const enabled = channels.filter((channel) => channel.enabled)
  const failing = enabled.flatMap(findFailing)
  const common = { reasons: failing }
  const stale = staleFor(digest, { enabled: enabled.length, failing }, frame)
  if (stale) return stale
  if (live < liveLinesShare) {
    return {
      verdict: 'DIGEST_STATIC',
      summary: `${percent(live)} of the ${digest.lines.length} lines of the digest come from live state; at least ${percent(liveLinesShare)} is required.`,
      reasons: [
        { code: 'LIVE_LINES', message: 'Too few lines come from live state', ...inShare(live, liveLinesShare) },
      ],
    }
  }
  if (enabled.length === 0) {
    return {
      ...common,
      verdict: 'DIGEST_DISABLED',
      summary: `No channel is enabled on the host, so none of the ${digest.lines.length} digest lines is sent.`,
    }
  }
  return {
    ...common,
    verdict: 'DIGEST_LIVE',
    summary: `${percent(live)} of the ${digest.lines.length} lines of a digest ${seconds(digestAge(digest, frame))} old come from live state and still match it; ${enabled.length - failing.length} of ${counted(enabled.length, 'enabled channel')} ${enabled.length === 1 ? 'works' : 'work'}.`,
  }
}

const digestAge = ({ composedAtMs }: DigestTruth, { nowMs }: Frame): number => Math.max(0, nowMs - composedAtMs)

interface Ways {
  readonly enabled: number
  readonly failing: readonly Cause[]
}

/**
 * Returns a finding when no digest was composed for too long, or when it should be sent and no enabled channel works.
 */
const staleFor = (digest: DigestTruth, { enabled, failing }: Ways, frame: Frame): Finding<Verdict> | null => {
  const { digestEveryMs } = frame.constitution.monitor
  const ageMs = digestAge(digest, frame)
  const limitMs = STALE_PERIODS * digestEveryMs
  const isOld = ageMs > limitMs
  const isUnsent = enabled > 0 && failing.length === enabled
  if (!isOld && !isUnsent) return null
  return {
    verdict: 'DIGEST_STALE',
    summary: isOld
      ? `The last digest is ${seconds(ageMs)} old; a newer one was due every ${seconds(digestEveryMs)}.`
      : `The last digest is ${seconds(ageMs)} old and cannot be delivered: none of ${counted(enabled, 'enabled channel')} works.`,
    reasons: [
      ...(isOld ? [{ code: 'DIGEST_AGE', message: 'The last digest is too old', ...inMs(ageMs, limitMs) }] : []),
      ...(isUnsent ? [CHANNELS_DOWN] : []),
      ...failing,
    ],
  }
}

const CHANNELS_DOWN: Cause = {
  code: 'CHANNELS_DOWN',
  message: 'No enabled channel works',
  value: 0,
  threshold: 1,
  unit: 'channels',
  of: ['channels'],
}

const findFailing = ({ id, lastAttemptAtMs, lastErrorCategory }: ChannelTruth): Cause[] =>
  lastErrorCategory === null
    ? []
    : [
        {
          code: 'CHANNEL_FAILING',
          message:
            lastAttemptAtMs === null ? `The configuration of ${id} is invalid` : `The last attempt over ${id} failed`,
          value: lastErrorCategory,
          severity: 'WARN',
          of: ['channels'],
        },
      ]

const inMs = (value: number, threshold: number) => ({ value, threshold, unit: 'ms', of: ['digest'] as const })
const inShare = (value: number, threshold: number) => ({ value, threshold, unit: 'share', of: ['digest'] as const })

const percent = (share: number): string => `${Math.round(100 * share)}%`

/** Returns the share of the lines of a digest by their source. */
export const provenanceShares = ({ lines }: Pick<DigestTruth, 'lines'>): Readonly<Record<Provenance, number>> => {
  const of = (wanted: Provenance): number =>
    lines.length === 0 ? 0 : lines.filter(({ provenance }) => provenance === wanted).length / lines.length
  return {
    LIVE_STATE: of('LIVE_STATE'),
    CACHED: of('CACHED'),
    STATIC_TEMPLATE: of('STATIC_TEMPLATE'),
    ADVISORY_TEXT: of('ADVISORY_TEXT'),
  }
}

const digestBody = (digest: DigestTruth): Data['digest'] => ({
  digestId: digest.digestId,
  composedAt: toRfc3339(digest.composedAtMs),
  windowFrom: toRfc3339OrNull(digest.windowFromMs),
  windowTo: toRfc3339(digest.windowToMs),
  contentHash: digest.contentHash,
  templateVersion: digest.templateVersion,
  lineCount: digest.lines.length,
})

const lineBodies = ({ lines, rechecks }: DigestTruth, nowMs: number): Data['lines'] =>
  lines.map(({ observedAtMs, ...line }, index) => ({
    ...line,
    observedAt: toRfc3339(observedAtMs),
    ageMs: Math.max(0, nowMs - observedAtMs),
    recheck: rechecks[index] ?? 'SOURCE_GONE',
  }))

const channelBody = ({ lastAttemptAtMs, lastDeliveredAtMs, ...channel }: ChannelTruth): Data['channels'][number] => ({
  ...channel,
  lastAttemptAt: toRfc3339OrNull(lastAttemptAtMs),
  lastDeliveredAt: toRfc3339OrNull(lastDeliveredAtMs),
})

/** Prefix of every line of advice, so that it is not mistaken for a measurement. */
export const ADVICE_MARK = 'Advice: '

/** Matches a number in a sentence; digits in a name such as G08 do not count. */
const NUMBER = /(?<![\w.,])\d+(?:[.,]\d+)*/g

/**
 * Returns why a line of advice would be misleading: it is not marked, or contains a number of its own. Null otherwise.
 */
export const faultOfAdvice = (
  text: string,
  lines: readonly Pick<DigestLine, 'text' | 'provenance'>[],
): 'NOT_MARKED' | 'NUMBER_OF_ITS_OWN' | null => {
  if (!text.startsWith(ADVICE_MARK)) return 'NOT_MARKED'
  const liveNumbers = new Set(
    lines.filter(({ provenance }) => provenance === 'LIVE_STATE').flatMap(({ text }) => numbersIn(text)),
  )
  return numbersIn(text).every((number) => liveNumbers.has(number)) ? null : 'NUMBER_OF_ITS_OWN'
}

const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? []
