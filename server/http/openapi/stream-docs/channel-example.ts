/** Example messages of a channel: its first data and, where the format differs, later data. */
export interface ChannelExample {
  /** Address of the family, as in the contract. */
  readonly address: string
  /** One of the family. */
  readonly channel: string
  readonly snapshot: unknown
  readonly delta?: unknown
}
