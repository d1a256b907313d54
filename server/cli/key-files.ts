import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { HostFault } from '../host/verb.ts'

/** Non-secret description of stored keys. */
export interface KeyHint {
  readonly exchange: string
  readonly label: string
  /** The ends of the key, to know it again by. */
  readonly apiKey: string
  readonly createdAt: string
}

/** Credentials typed by a person for an account at an exchange. */
export interface TypedKeys {
  readonly apiKey: string
  readonly secret: string
  readonly password: string | null
}

/** Text that is not displayed unless explicitly requested. */
export interface Secret {
  reveal(): string
}

/** The sealed keys of one data directory, as its files have them. */
export interface KeyFiles {
  readonly path: string
  list(): Result<readonly KeyHint[], HostFault>
  /** Seals the entry for storage; the store cannot open it. */
  seal(
    order: { readonly exchange: string; readonly label: string; readonly keys: TypedKeys; readonly atMs: Instant },
    passphrase: Secret,
  ): Promise<unknown>
  open(exchange: string, passphrase: Secret): Promise<Result<TypedKeys, HostFault>>
}

/** Dependencies of the verbs for keys. */
export interface KeyParts {
  keys(dataDir: string): KeyFiles
  /** Reads the passphrase from the host's configured source; `ask` prompts a person, undefined where there is none. */
  passphrase(source: {
    readonly file: string | undefined
    readonly prompt: (() => Promise<string>) | undefined
  }): Promise<Result<Secret, HostFault>>
}
