/** Request headers of instructions: idempotency key and expected version. */
import { Type } from 'typebox'

/** Header with a key under which the same request gets the same response for 24 hours; bare or in double quotes. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^([A-Za-z0-9_-]{16,64}|"[A-Za-z0-9_-]{16,64}")$',
      description:
        '16 to 64 letters, digits, `_` or `-`; the same key and request return the same response for 24 hours',
    }),
  ),
})

export const PatchHeaders = Type.Object({
  ...IdempotencyHeaders.properties,
  'if-match': Type.Optional(
    Type.String({
      pattern: '^(\\*|(W/)?"\\d{1,15}"|\\d{1,15})$',
      description: 'The `version` that was read; returns 412 if it has changed since',
    }),
  ),
})
