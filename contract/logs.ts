/** Wire types of the server log. */

import { type Static, Type } from 'typebox'
import { At, Nullable, PAGE_QUERY } from './common.ts'

/** Levels of log records, the least severe first. */
export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Record of the server log. */
export const LogRecord = Type.Object({
  seq: Type.Integer({ description: 'Starts at 1 with the process' }),
  at: At,
  level: Type.Enum([...LOG_LEVELS]),
  message: Type.String(),
  fields: Type.Record(Type.String(), Type.Unknown()),
})
export type LogRecord = Static<typeof LogRecord>

export const LogQuery = Type.Object(
  {
    level: Type.Optional(Type.Enum([...LOG_LEVELS], { description: 'Minimum level' })),
    q: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Text in message or fields, in any case' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type LogQuery = Static<typeof LogQuery>

/** Records in memory, newest first. */
export const LogRecords = Type.Object({
  items: Type.Array(LogRecord),
  nextCursor: Nullable(Type.String()),
  asOf: At,
})
export type LogRecords = Static<typeof LogRecords>
