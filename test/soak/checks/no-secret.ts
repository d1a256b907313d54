import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from '../stage/place.ts'
import type { Finding } from './settled-books.ts'

/** I14: no key, secret or passphrase appears in anything the engine has written or returned, except sealed keys. */
export const noSecret = ({ engineDir, logDir, secrets }: Place, answers: string): Finding[] => {
  const files = [engineDir, logDir].flatMap(filesIn)
  const outputs = [
    ...files.map((path) => ({ where: path, text: readFileSync(path) })),
    { where: 'answers', text: answers },
  ]
  return Object.entries(secrets).flatMap(([name, secret]) =>
    outputs
      .filter(({ text }) => text.includes(secret))
      .map(({ where }) => ({ promise: 'I14', words: `the ${name} is in ${where}` })),
  )
}

const filesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
