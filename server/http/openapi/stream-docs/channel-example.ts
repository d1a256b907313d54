/** What a channel could tell: its data at first, and, where that looks different, later. */
export interface ChannelExample {
  /** Of the family, as the contract has it. */
  readonly address: string
  /** One of the family. */
  readonly channel: string
  readonly snapshot: unknown
  readonly delta?: unknown
}
