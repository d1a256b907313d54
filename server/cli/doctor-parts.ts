import type { Result } from '../core/result.ts'
import type { ChannelFact } from '../doctor/channel-checks.ts'
import type { ExchangeFacts } from '../doctor/exchange-facts.ts'
import type { ExchangeId } from '../domain/market/exchanges.ts'
import type { TypedKeys } from './key-files.ts'

/** Resulting settings of a start, as far as they can be checked without one. */
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
  /** Path of the passphrase for its keys. */
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

/** Dependencies of this verb. */
export interface DoctorParts {
  /** On failure everything that is wrong with them. */
  settings(flags: TriedFlags): Result<TriedSettings, readonly string[]>
  /** Returns why a constitution cannot be used; null when it can. */
  constitutionProblem(path: string | null): string | null
  /** Tries every channel of the messenger that is configured; sends nothing. */
  tryChannels(flags: TriedFlags): Promise<readonly ChannelFact[]>
  /** Inspects an exchange, with keys if there are any. */
  inspect(exchange: TriedExchange, keys: TypedKeys | undefined): Promise<ExchangeFacts>
}
