/** SHA-256, each, of what a run was made of and held to. */
export interface RunHashes {
  readonly build: string
  readonly constitution: string
  readonly config: string
}
