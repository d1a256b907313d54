/** Logger of the server: formatted lines on a terminal, JSON lines otherwise, and the log of an exchange. */

import pino, { type DestinationStream, type Logger } from 'pino'
import { prettyFactory } from 'pino-pretty'
import type { Config } from '../config/config.ts'
import { printable, printableLines } from '../core/printable.ts'
import type { ExchangeNote } from './exchange/exchange.ts'

/** Creates the logger, which writes to stderr: formatted on a terminal, JSON lines otherwise. */
export const createLogger = ({ logLevel }: Pick<Config, 'logLevel'>): Logger => {
  const options = {
    level: logLevel,
    base: null,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password'],
  }
  if (!process.stderr.isTTY) return pino(options, enduringLog())
  return pino(
    options,
    prettyLog((text) => void process.stderr.write(text)),
  )
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
