import type { Instant } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { HostFault } from '../host/verb.ts'

/** Whose keys are kept, without anything secret. */
export interface KeyHint {
  readonly exchange: string
  readonly label: string
  /** The ends of the key, to know it again by. */
  readonly apiKey: string
  readonly createdAt: string
}

/** What a person types to open an account at an exchange. */
export interface TypedKeys {
  readonly apiKey: string
  readonly secret: string
  readonly password: string | null
}

/** A text that shows nowhere unless it is asked for. */
export interface Secret {
  reveal(): string
}

/** The sealed keys of one data directory, as its files have them. */
export interface KeyFiles {
  readonly path: string
  list(): Result<readonly KeyHint[], HostFault>
  /** The entry as it is to be kept; whoever keeps it cannot open it. */
  seal(
    order: { readonly exchange: string; readonly label: string; readonly keys: TypedKeys; readonly atMs: Instant },
    passphrase: Secret,
  ): Promise<unknown>
  open(exchange: string, passphrase: Secret): Promise<Result<TypedKeys, HostFault>>
}

/** What verbs about keys need from the program they belong to. */
export interface KeyParts {
  keys(dataDir: string): KeyFiles
  /** From where the host keeps it; `ask` is for a person, undefined where there is none. */
  passphrase(source: {
    readonly file: string | undefined
    readonly prompt: (() => Promise<string>) | undefined
  }): Promise<Result<Secret, HostFault>>
}
