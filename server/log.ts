import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'

const STDERR = 2

/** The log is talk and goes to stderr: pretty on a terminal, JSON lines otherwise. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => {
  const options = {
    level: logLevel,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password'],
  }
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: STDERR, sync: true }))
  return pino(
    options,
    pretty({ destination: STDERR, sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' }),
  )
}
