import type { TargetServer } from './target-server.ts'

/** What an attack measured. */
export interface Findings {
  /** Requests, connections or messages sent. */
  readonly tried: number
  /** Each promise that did not hold, in one sentence with its figures; empty when all held. */
  readonly broken: readonly string[]
  /** Shown in the row of the attack, with units: `{ 'stop latched p99': '14 ms' }`. */
  readonly figures: Readonly<Record<string, string | number>>
}

export interface AttackOptions {
  /** How long it runs; set-up and clean-up come on top. */
  readonly seconds: number
  /** Goals of time are multiplied by it: a test leaves room for a busy machine. */
  readonly patience: number
  /** The server under attack, a process of its own, started at the first call with the flags of the attack. An attack on parts in this process never calls it. */
  readonly server: () => Promise<TargetServer>
}

/**
 * One way to do harm, which must not succeed. It sends to loopback only, is bounded in connections and time, and leaves
 * nothing running.
 */
export interface Attack {
  /** In kebab case; the name of its file. */
  readonly name: string
  /** What is attempted, in a few words. */
  readonly summary: string
  /** Flags its server is started with. */
  readonly flags?: readonly string[]
  /** Whether it may run on a server that other attacks have used, and leaves that fit for others. */
  readonly sharesServer?: true
  run(options: AttackOptions): Promise<Findings>
}
