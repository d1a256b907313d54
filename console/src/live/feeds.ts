/** Definitions of the feeds that screens follow: signals, fills and decisions, each newest first. */

import type { FeedChannel, FeedItem, Feeding } from './feed.ts'
import { newestFirst } from './newest-first.ts'

const RETAINED_MAX = 100

const newestFirstFeed = <C extends FeedChannel>(
  channel: C,
  getInstant: (item: FeedItem<C>) => string,
  getId: (item: FeedItem<C>) => string,
): Feeding<C> => ({ channel, getId, order: newestFirst(getInstant, getId), max: RETAINED_MAX })

/** Feed of strategy signals. */
export const SIGNALS = newestFirstFeed(
  'signals',
  ({ barClosedAt }) => barClosedAt,
  ({ signalId }) => signalId,
)

/** Fills of the account, and its funding payments. */
export const FILLS = newestFirstFeed(
  'account.fills',
  ({ executedAt }) => executedAt,
  ({ fillId }) => fillId,
)

/** Candidates of autotrading. */
export const DECISIONS = newestFirstFeed(
  'autotrading.decisions',
  ({ at }) => at,
  ({ candidateId }) => candidateId,
)
