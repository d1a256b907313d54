import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { printableLines } from '../core/printable.ts'
import { promptHidden } from './hidden-line.ts'
import type { Terminal } from './parts.ts'

/**
 * Returns the terminal of this process. A reader that closes the pipe early, such as `head`, ends it without an
 * error.
 */
export const processTerminal = ({ stdin, stdout, stderr }: NodeJS.Process): Terminal => {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: (text) => void stdout.write(printableLines(text)),
    err: (text) => void stderr.write(printableLines(text)),
    data: (text) => void stdout.write(stdout.isTTY ? printableLines(text) : text),
    isInteractive: stdin.isTTY === true,
    isWatched: stderr.isTTY === true,
    readLine: async () => {
      const lines = createInterface({ input: stdin })
      for await (const line of lines) return line
      return ''
    },
    readText: () => text(stdin),
    promptHidden: (question) => promptHidden(question, { stdin, stderr }),
  }
}
