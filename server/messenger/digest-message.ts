import type { Id } from '../core/id.ts'
import { toRfc3339 } from '../core/instant.ts'
import { printable } from '../core/printable.ts'
import type { Digest, DigestLine } from '../monitor/inputs/messenger.ts'
import type { Message } from './ports.ts'

/** A digest as it is sent: every line as it was composed, and for programs where each comes from. */
export const digestMessage = (digest: Digest, id: Id<'msg'>): Message => ({
  id,
  type: 'digest',
  title: `Digest of ${formatMinute(digest.composedAtMs)}`,
  text: digestText(digest),
  severity: 'INFO',
  atMs: digest.composedAtMs,
  data: digestBody(digest),
})

/** The lines, each marked where it is not live. */
export const digestText = ({ lines }: Digest): string => lines.map(formatLine).join('\n')

const formatLine = ({ text, provenance }: DigestLine): string =>
  printable(provenance === 'CACHED' ? `${text} (not fresh)` : text)

const formatMinute = (atMs: number): string => `${toRfc3339(atMs).slice(0, 16).replace('T', ' ')} UTC`

/** A digest in the form of the wire. */
export const digestBody = (digest: Digest) => ({
  digestId: digest.digestId,
  composedAt: toRfc3339(digest.composedAtMs),
  windowFrom: digest.windowFromMs === null ? null : toRfc3339(digest.windowFromMs),
  windowTo: toRfc3339(digest.windowToMs),
  contentHash: digest.contentHash,
  templateVersion: digest.templateVersion,
  lines: digest.lines.map(({ observedAtMs, ...line }) => ({ ...line, observedAt: toRfc3339(observedAtMs) })),
})
