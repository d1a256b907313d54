/** Audit entries for tests of the audit log. */

import type { AuditEntry } from '../../../engine/model/facts.ts'

/** Returns an entry for tests; `number` distinguishes one from the next. */
export const anEntry = (number: number, overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: `aud_${String(number).padStart(26, '0')}`,
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5) + number * 1_000,
  epoch: 1,
  actor: { type: 'USER', sub: 'usr_1', sid: 'ses_1', ip: '::1' },
  action: 'placeOrder',
  target: `ord_${number}`,
  before: null,
  after: null,
  outcome: 'ACCEPTED',
  reason: null,
  requestId: `req_${number}`,
  ...overrides,
})

export const entries = (count: number, from = 1): AuditEntry[] =>
  Array.from({ length: count }, (_, index) => anEntry(from + index))
