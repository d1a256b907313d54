import { createInterface } from 'node:readline/promises'
import type { Terminal } from './parts.ts'

/** The terminal of this process. A reader that has heard enough, such as `head`, ends it quietly. */
export const processTerminal = ({ stdin, stdout, stderr }: NodeJS.Process): Terminal => {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    isInteractive: stdin.isTTY === true,
    readLine: async () => {
      const lines = createInterface({ input: stdin })
      for await (const line of lines) return line
      return ''
    },
  }
}
