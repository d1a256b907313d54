import type { Result } from '../core/result.ts'
import type { ChannelFact } from '../doctor/channel-checks.ts'
import type { ExchangeFacts } from '../doctor/exchange-facts.ts'
import type { ExchangeId } from '../domain/market/exchange-id.ts'
import type { TypedKeys } from './key-files.ts'

/** What the settings of a start come to, as far as they can be tried without one. */
export interface TriedSettings {
  readonly host: string
  readonly port: number
  readonly constitutionPath: string | null
  /** Null where the market is our own. */
  readonly exchange: TriedExchange | null
}

export interface TriedExchange {
  readonly id: ExchangeId
  readonly symbols: readonly string[]
  /** Another place to reach it at. */
  readonly url: string | undefined
  /** Its own place of practice is meant, where no money is at stake. */
  readonly practice: boolean
  /** Where the passphrase of its keys is. */
  readonly passphrasePath: string | undefined
}

/** The flags of a start that are tried; only those that were typed. */
export interface TriedFlags {
  readonly dataDir?: string
  readonly host?: string
  readonly port?: string
  readonly constitution?: string
  readonly exchange?: string
  readonly exchangeUrl?: string
  readonly execution?: string
  readonly symbols?: string
  readonly passphraseFile?: string
}

/** What this verb needs from the program it belongs to. */
export interface DoctorParts {
  /** On failure everything that is wrong with them. */
  settings(flags: TriedFlags): Result<TriedSettings, readonly string[]>
  /** Why a constitution cannot be used; null when it can. */
  constitutionProblem(path: string | null): string | null
  /** Tries every channel of the messenger that is configured; sends nothing. */
  tryChannels(flags: TriedFlags): Promise<readonly ChannelFact[]>
  /** Ways to ask an exchange. */
  inspect(exchange: TriedExchange, keys: TypedKeys | undefined): Promise<ExchangeFacts>
}
