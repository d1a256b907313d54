/** Terminal of a command on the standard streams of the process, with prompts that do not echo. */

import { createInterface } from 'node:readline'
import { createInterface as createLineReader } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { printableLines } from '../core/printable.ts'
import { usageFailure } from './failure.ts'
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
      const lines = createLineReader({ input: stdin })
      for await (const line of lines) return line
      return ''
    },
    readText: () => text(stdin),
    promptHidden: (question) => promptHidden(question, { stdin, stderr }),
  }
}

interface Keyboard {
  readonly stdin: NodeJS.ReadableStream
  readonly stderr: NodeJS.WritableStream
}

/** Reads a line after a prompt without echoing it; throws when the user cancels. */
export const promptHidden = (question: string, { stdin, stderr }: Keyboard): Promise<string> =>
  new Promise((resolve, reject) => {
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const typing = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 })
    stderr.write(question)
    typing.once('line', (line) => {
      resolve(line)
      typing.close()
    })
    typing.once('SIGINT', () => typing.close())
    typing.once('close', () => {
      stderr.write('\n')
      reject(usageFailure('Cancelled; nothing was changed.'))
    })
  })
