import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../../../server/core/random.ts'
import { findFreePort } from '../../support/free-port.ts'

/** Protocol of the exchange. */
export type Wire = 'binance' | 'bybit'

/** Settings by which two programs find each other across restarts. */
export interface Place {
  readonly wire: Wire
  readonly root: string
  readonly engineDir: string
  readonly venueDir: string
  readonly logDir: string
  readonly constitutionPath: string
  readonly passphrasePath: string
  readonly enginePort: number
  readonly venuePort: number
  readonly symbols: readonly string[]
  readonly secrets: Secrets
}

/** Secrets that must not appear in any output. */
interface Secrets {
  readonly apiKey: string
  readonly apiSecret: string
  readonly passphrase: string
}

interface PlaceParts {
  readonly root: string
  readonly random: Random
  readonly constitution: object
  readonly symbols: readonly string[]
  readonly wire?: Wire
}

/** Creates directories and files, and picks two free ports. */
export const makePlace = async ({
  root,
  random,
  constitution,
  symbols,
  wire = 'binance',
}: PlaceParts): Promise<Place> => {
  const directory = (name: string): string => {
    mkdirSync(join(root, name), { recursive: true })
    return join(root, name)
  }
  const secrets = { apiKey: letters(random, 64), apiSecret: letters(random, 64), passphrase: letters(random, 24) }
  return {
    wire,
    root,
    engineDir: join(root, 'engine'),
    venueDir: join(root, 'exchange'),
    logDir: directory('logs'),
    constitutionPath: fileIn(root, 'constitution.json', JSON.stringify(constitution)),
    passphrasePath: fileIn(root, 'passphrase', `${secrets.passphrase}\n`),
    enginePort: await findFreePort(),
    venuePort: await findFreePort(),
    symbols,
    secrets,
  }
}

/** Writes a file that only its owner can read. */
export const fileIn = (root: string, name: string, content: string): string => {
  const path = join(root, name)
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

export const engineUrl = ({ enginePort }: Place): string => `http://127.0.0.1:${enginePort}`

export const venueUrl = ({ venuePort }: Place): string => `http://127.0.0.1:${venuePort}`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const letters = (random: Random, length: number): string =>
  Array.from({ length }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')
