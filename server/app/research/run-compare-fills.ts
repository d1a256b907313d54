import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readRecording } from '../../adapters/exchanges/recording/read-recording.ts'
import { listSegments, recordingPath } from '../../adapters/exchanges/recording/segments.ts'
import { readStoredFills } from '../../adapters/store/sqlite/stored-fills.ts'
import { CliFailure, EXIT } from '../../cli/failure.ts'
import type { BookComparison, FillCompareRequest } from '../../cli/research-parts.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import type { VenueFill } from '../../domain/order/venue-report.ts'
import { compareFills } from '../../research/compare-fills.ts'
import { playRecording, type Stretch } from './recorded-exchange.ts'

/** Plays the recording beside a paper account, and compares the fills of the account with those of the recorded market. */
export const runCompareFills = ({ dataDir, paperDir, fromMs }: FillCompareRequest): BookComparison => {
  const account = paperDir ?? findNewestAccount(dataDir)
  const recorded = account === undefined ? undefined : playRecording(readRecording(recordingPath(account)))
  const [first] = recorded?.stretches ?? []
  const last = recorded?.stretches.at(-1)
  const stored = account === undefined ? undefined : readStoredFills(account)
  if (account === undefined || !recorded || !first || !last || !stored)
    throw nothingRecorded(`${account ?? dataDir} contains no recording of a paper account.`)
  const since = fromMs ?? Number.NEGATIVE_INFINITY
  const trades = stored.filter(({ kind }) => kind === 'TRADE')
  const covered = recorded.stretches.map((stretch, index) =>
    coverStretch(stretch, trades, recorded.stretches[index + 1]),
  )
  const paper = covered.flatMap((cover) => cover.paper)
  const book = covered.flatMap((cover) => cover.book)
  const orders = ordersSince([...paper, ...book], since)
  const isCompared = ({ venueClientId }: VenueFill): boolean => orders.has(venueClientId)
  const leftOut = covered.flatMap((cover) => cover.leftOut).filter(({ executedAtMs }) => executedAtMs >= since)
  return {
    account,
    market: last.market,
    fromMs: Math.max(since, first.startedAtMs),
    toMs: last.endedAtMs,
    incomplete: [...listLosses(recorded, since), ...describeLeftOut(leftOut)],
    ...compareFills(paper.filter(isCompared), book.filter(isCompared)),
  }
}

const nothingRecorded = (message: string): CliFailure =>
  new CliFailure(EXIT.blocked, {
    code: 'NOTHING_RECORDED',
    message,
    remedy: 'Trade on paper first, with --paper-recording-days above 0.',
  })

/** Returns the directory of the paper account whose recording was written last. */
const findNewestAccount = (dataDir: string): string | undefined => {
  const accounts = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.endsWith('-paper')) : []
  const recorded = accounts.flatMap((name) => {
    const account = join(dataDir, name)
    const newest = listSegments(recordingPath(account)).at(-1)
    return newest === undefined ? [] : [{ account, atMs: statSync(join(recordingPath(account), newest)).mtimeMs }]
  })
  return recorded.toSorted((a, b) => a.atMs - b.atMs).at(-1)?.account
}

/** Fills of one stretch on both sides, and fills of the account that it does not cover. */
interface Cover {
  readonly paper: readonly VenueFill[]
  readonly book: readonly VenueFill[]
  readonly leftOut: readonly VenueFill[]
}

/** Time before an abrupt end whose orders cannot be compared: the last events may be missing. */
const EDGE_MS = 2 * SECOND_MS

/** Delay after the end of a recording in progress within which a fill may not be recorded yet. */
const PENDING_MS = 5 * SECOND_MS

const coverStretch = (stretch: Stretch, stored: readonly VenueFill[], next: Stretch | undefined): Cover => {
  const { firstExecution, endedAtMs, isClosed, fills } = stretch
  const own = stored.filter(
    ({ execId }) => BigInt(execId) >= firstExecution && !(next && BigInt(execId) >= next.firstExecution),
  )
  const coveredToMs = isClosed ? endedAtMs : endedAtMs - EDGE_MS
  // The account may fill an order slightly earlier than the recording shows.
  const covered = [...own, ...fills].filter(({ executedAtMs }) => executedAtMs <= coveredToMs)
  const orders = new Set(covered.map(({ venueClientId }) => venueClientId))
  const isCompared = ({ venueClientId, executedAtMs }: VenueFill): boolean =>
    orders.has(venueClientId) && executedAtMs <= endedAtMs
  const isPending = ({ executedAtMs }: VenueFill): boolean =>
    !(next || isClosed) && executedAtMs <= endedAtMs + PENDING_MS
  return {
    paper: own.filter(isCompared),
    book: fills.filter(isCompared),
    leftOut: own.filter((fill) => !isCompared(fill) && !isPending(fill)),
  }
}

/** Returns the orders whose first fill is not earlier. */
const ordersSince = (fills: readonly VenueFill[], fromMs: Instant): ReadonlySet<string | null> => {
  const firsts = new Map<string | null, Instant>()
  for (const { venueClientId, executedAtMs } of fills)
    firsts.set(venueClientId, Math.min(executedAtMs, firsts.get(venueClientId) ?? executedAtMs))
  return new Set([...firsts].filter(([, firstMs]) => firstMs >= fromMs).map(([orderId]) => orderId))
}

/** Describes what the recording lacks from an instant on. */
const listLosses = ({ stretches, damages }: ReturnType<typeof playRecording>, fromMs: Instant): readonly string[] => [
  ...stretches.flatMap(({ startedAtMs: atMs, dropped, damages: before }) => {
    if (atMs < fromMs) return []
    const drops = dropped === 0 ? [] : [`entries dropped before ${toRfc3339(atMs)}: ${dropped}`]
    return [...before, ...drops]
  }),
  ...damages,
]

const describeLeftOut = (fills: readonly VenueFill[]): readonly string[] => {
  const [first] = fills
  if (!first) return []
  const count = fills.length === 1 ? '1 fill is' : `${fills.length} fills are`
  return [`${count} not covered by the recording, the first at ${toRfc3339(first.executedAtMs)}`]
}
