import type { DatabaseSync } from 'node:sqlite'
import { DAY_MS, type Instant } from '../../../core/instant.ts'
import type { IdempotencyRef } from '../../../engine/model/events.ts'
import type { Fact } from '../../../engine/model/facts.ts'
import type { StoredAnswer } from '../../../views/ports.ts'
import { createPurge, PURGED_AT_ONCE } from './purge.ts'

/** Idempotency keys of callers, with their orders and responses. */
export interface IdempotencyTable {
  /** Records the order placed under a key. */
  claim(ref: IdempotencyRef, orderId: string, atMs: Instant): void
  answer(answered: Extract<Fact, { kind: 'answerRecorded' }>): void
  find(scope: string, sinceMs: Instant): StoredAnswer | undefined
  countSince(sinceMs: Instant): number
  /** Deletes some keys that are older than a day and whose order has ended; at most once a minute. */
  purge(): void
}

export const idempotencyTable = (database: DatabaseSync): IdempotencyTable => {
  const claim = database.prepare(
    `INSERT OR REPLACE INTO idempotency (scope, fingerprint, order_id, at_ms, status, body)
     VALUES (?, ?, ?, ?, NULL, NULL)`,
  )
  const answer = database.prepare(
    `INSERT INTO idempotency (scope, fingerprint, order_id, at_ms, status, body) VALUES (?, ?, NULL, ?, ?, ?)
     ON CONFLICT (scope) DO UPDATE SET
       order_id = iif(at_ms > excluded.at_ms - ${DAY_MS}, order_id, NULL),
       at_ms = iif(at_ms > excluded.at_ms - ${DAY_MS}, at_ms, excluded.at_ms),
       fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body
     WHERE fingerprint = excluded.fingerprint OR at_ms <= excluded.at_ms - ${DAY_MS}`,
  )
  const select = database.prepare(
    'SELECT fingerprint, order_id, status, body FROM idempotency WHERE scope = ? AND at_ms >= ?',
  )
  const count = database.prepare('SELECT COUNT(*) AS keys FROM idempotency WHERE at_ms >= ?')
  const forget = database.prepare(
    `DELETE FROM idempotency WHERE scope IN (
       SELECT scope FROM idempotency LEFT JOIN orders USING (order_id)
       WHERE at_ms < ? AND coalesce(open, 0) = 0 ORDER BY at_ms LIMIT ${PURGED_AT_ONCE})`,
  )
  const { note, purge } = createPurge((newestMs) => forget.run(newestMs - DAY_MS))
  return {
    claim({ scope, fingerprint }, orderId, atMs) {
      claim.run(scope, fingerprint, orderId, atMs)
      note(atMs)
    },
    answer({ idempotency: { scope, fingerprint }, status, body, atMs }) {
      answer.run(scope, fingerprint, atMs, status, body)
      note(atMs)
    },
    find(scope, sinceMs) {
      const row = select.get(scope, sinceMs)
      return row && toAnswer(row)
    },
    countSince: (sinceMs) => Number(count.get(sinceMs)?.keys),
    purge,
  }
}

const toAnswer = ({ fingerprint, order_id, status, body }: Record<string, unknown>): StoredAnswer => ({
  fingerprint: String(fingerprint),
  orderId: order_id === null ? null : String(order_id),
  answer: status === null ? null : { status: Number(status), body: String(body) },
})
