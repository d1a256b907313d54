import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { usageFailure } from './failure.ts'

interface Keyboard {
  readonly stdin: NodeJS.ReadableStream
  readonly stderr: NodeJS.WritableStream
}

/** Reads a line after a prompt without echoing it; throws when the person cancels. */
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
