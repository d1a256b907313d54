/** Host command that lists the newest records of the server log. */

import { LOG_LEVELS, type LogLevel, type LogRecord } from '../../contract/logs.ts'
import { type LogReader, logRecordBody } from '../views/log-view.ts'
import { readArguments, readOptionalNumber, readOptionalText } from './arguments.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** Records as listed on the host, oldest first. */
export interface HostLog {
  readonly items: readonly LogRecord[]
}

/** The most records of one command. */
export const HOST_LOG_MAX = 2_000

export const logVerbs = (logs: LogReader): VerbTable => ({
  'log.list': async (args): Promise<HostLog> => {
    const given = readArguments(args)
    const limit = readOptionalNumber(given, 'limit') ?? HOST_LOG_MAX
    if (!Number.isInteger(limit) || limit < 1 || limit > HOST_LOG_MAX) {
      throw new HostRefusal('BAD_ARGUMENT', `'limit' must be a whole number from 1 to ${HOST_LOG_MAX}.`)
    }
    const text = readOptionalText(given, 'text') ?? null
    const all = { before: null, fromMs: null, toMs: null }
    const { records } = logs.find({ ...all, text, limit, level: readLevel(readOptionalText(given, 'level')) })
    return { items: records.map(logRecordBody).reverse() }
  },
})

const readLevel = (name: string | undefined): LogLevel | null => {
  const level = LOG_LEVELS.find((one) => one === name)
  if (name === undefined || level) return level ?? null
  throw new HostRefusal('BAD_ARGUMENT', `'level' must be one of ${LOG_LEVELS.join(', ')}.`)
}
