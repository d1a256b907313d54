/** Log of a server: formatted lines on a terminal, JSON lines otherwise, newest records, and the log of an exchange. */

import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Config } from '../config/config.ts'
import { printable, printableLines } from '../core/printable.ts'
import type { ExchangeNote } from './exchange/exchange.ts'
import { createLogTail, type LogTail } from './log-tail.ts'

/** Creates the logger of a server, which writes to stderr: formatted on a terminal, JSON lines otherwise. */
export const createLogger = (config: Pick<Config, 'logLevel'>): ServerLog =>
  openLog(config, process.stderr.isTTY ? prettyLog((text) => void process.stderr.write(text)) : enduringLog())

/** A logger, and its newest records. */
export interface ServerLog {
  readonly logger: Logger
  readonly logTail: LogTail
}

/** Creates a logger that writes to `destination` and to memory, both after redaction. */
export const openLog = ({ logLevel }: Pick<Config, 'logLevel'>, destination: DestinationStream): ServerLog => {
  const options = {
    level: logLevel,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password'],
  }
  const logTail = createLogTail()
  const write = (line: string): void => {
    logTail.add(line)
    destination.write(line)
  }
  return { logger: pino(options, { write }), logTail }
}

const STDERR = 2

/** Maximum buffer for a reader that does not keep up. */
const UNWRITTEN_MAX = 1024 * 1024

/**
 * Creates the log. A line that cannot be written, because the disk is full or the pipe closed, is dropped: the log
 * never stops or stalls the server.
 */
const enduringLog = (): DestinationStream => {
  const destination = pino.destination({
    dest: STDERR,
    sync: true,
    maxLength: UNWRITTEN_MAX,
    retryEAGAIN: () => false,
  })
  destination.on('error', () => {})
  return destination
}

/**
 * Formats log lines for people: terminal control sequences other than the log's own colours are removed, and a message
 * stays on one line.
 */
export const prettyLog = (write: (text: string) => void, colorize = true): DestinationStream => {
  const prettify = prettyFactory({
    colorize,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    messageFormat: (line, messageKey) => printable(String(line[messageKey] ?? '')),
  })
  return { write: (line) => write(printableLines(prettify(line))) }
}

/** Returns the log of an exchange, which writes to the logger. */
export const exchangeNote = (logger: Logger): ExchangeNote => ({
  down: (detail) => logger.error({ detail }, 'the exchange is down: its store cannot be written'),
  up: (detail) => logger.info({ detail }, 'the exchange is available again'),
  trouble({ code, detail, remedy }, state) {
    if (state === 'raised') logger.error({ code, remedy }, detail)
    else logger.info({ code }, 'exchange trouble cleared')
  },
  remark: (words) => logger.warn(words),
})
