import type { FeedChannel, FeedItem, Feeding } from './feed.ts'
import { newestFirst } from './newest-first.ts'

const KEPT = 100

const newestOf = <C extends FeedChannel>(
  channel: C,
  atOf: (item: FeedItem<C>) => string,
  idOf: (item: FeedItem<C>) => string,
): Feeding<C> => ({ channel, idOf, order: newestFirst(atOf, idOf), max: KEPT })

/** What the strategies say. */
export const SIGNALS = newestOf(
  'signals',
  ({ barClosedAt }) => barClosedAt,
  ({ signalId }) => signalId,
)

/** What the account has executed, and what it was paid or has paid for holding. */
export const FILLS = newestOf(
  'account.fills',
  ({ executedAt }) => executedAt,
  ({ fillId }) => fillId,
)

/** The entries autotrading has thought of. */
export const DECISIONS = newestOf(
  'autotrading.decisions',
  ({ at }) => at,
  ({ candidateId }) => candidateId,
)
