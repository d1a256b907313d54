import type { FeedChannel, FeedItem, Feeding } from './feed.ts'
import { newestFirst } from './newest-first.ts'

const RETAINED_MAX = 100

const newestFirstFeed = <C extends FeedChannel>(
  channel: C,
  getInstant: (item: FeedItem<C>) => string,
  getId: (item: FeedItem<C>) => string,
): Feeding<C> => ({ channel, getId, order: newestFirst(getInstant, getId), max: RETAINED_MAX })

/** What the strategies say. */
export const SIGNALS = newestFirstFeed(
  'signals',
  ({ barClosedAt }) => barClosedAt,
  ({ signalId }) => signalId,
)

/** What the account has executed, and what it was paid or has paid for holding. */
export const FILLS = newestFirstFeed(
  'account.fills',
  ({ executedAt }) => executedAt,
  ({ fillId }) => fillId,
)

/** The entries autotrading has thought of. */
export const DECISIONS = newestFirstFeed(
  'autotrading.decisions',
  ({ at }) => at,
  ({ candidateId }) => candidateId,
)
