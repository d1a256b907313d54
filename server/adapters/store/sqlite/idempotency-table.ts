/** SQLite table of idempotency keys with their orders and responses: statements, rows, purge and queries. */

import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { IdempotencyRef } from '../../../engine/model/events.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { StoredAnswer } from '../../../views/ports.ts'
import { createPurge, PURGED_AT_ONCE, type Purge } from './purge.ts'
import type { Row, Writes } from './rows.ts'

/** Queries of the idempotency keys of callers, with their orders and responses. */
export interface IdempotencyTable {
  find(scope: string, sinceMs: Instant): StoredAnswer | undefined
  countSince(sinceMs: Instant): number
}

export const IDEMPOTENCY_WRITES: Writes = {
  'idempotency.claim': `INSERT OR REPLACE INTO idempotency (scope, fingerprint, order_id, at_ms, status, body)
     VALUES (?, ?, ?, ?, NULL, NULL)`,
  'idempotency.answer': `INSERT INTO idempotency (scope, fingerprint, order_id, at_ms, status, body)
     VALUES (?, ?, NULL, ?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET
       order_id = iif(at_ms > excluded.at_ms - ${DAY_MS}, order_id, NULL),
       at_ms = iif(at_ms > excluded.at_ms - ${DAY_MS}, at_ms, excluded.at_ms),
       fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body
     WHERE fingerprint = excluded.fingerprint OR at_ms <= excluded.at_ms - ${DAY_MS}`,
  'idempotency.purge': `DELETE FROM idempotency WHERE scope IN (
       SELECT scope FROM idempotency LEFT JOIN orders USING (order_id)
       WHERE at_ms < ? AND coalesce(open, 0) = 0 ORDER BY at_ms LIMIT ${PURGED_AT_ONCE})`,
}

/** Records the order placed under a key. */
export const claimRow = ({ scope, fingerprint }: IdempotencyRef, orderId: string, atMs: Instant): Row => [
  'idempotency.claim',
  scope,
  fingerprint,
  orderId,
  atMs,
]

export const answerRow = ({
  idempotency: { scope, fingerprint },
  status,
  body,
  atMs,
}: Extract<Fact, { kind: 'answerRecorded' }>): Row => ['idempotency.answer', scope, fingerprint, atMs, status, body]

/** Deletes keys that are older than a day and whose order has ended. */
export const idempotencyPurge = (): Purge => createPurge((newestMs) => [['idempotency.purge', newestMs - DAY_MS]])

export const idempotencyTable = (database: DatabaseSync): IdempotencyTable => {
  const select = database.prepare(
    'SELECT fingerprint, order_id, status, body FROM idempotency WHERE scope = ? AND at_ms >= ?',
  )
  const count = database.prepare('SELECT COUNT(*) AS keys FROM idempotency WHERE at_ms >= ?')
  return {
    find(scope, sinceMs) {
      const row = select.get(scope, sinceMs)
      return row && toAnswer(row)
    },
    countSince: (sinceMs) => Number(count.get(sinceMs)?.keys),
  }
}

const toAnswer = ({ fingerprint, order_id, status, body }: Record<string, unknown>): StoredAnswer => ({
  fingerprint: String(fingerprint),
  orderId: order_id === null ? null : String(order_id),
  answer: status === null ? null : { status: Number(status), body: String(body) },
})
