import type { TargetServer } from './target-server.ts'

/** Measurements of an attack. */
export interface Findings {
  /** Requests, connections or messages sent. */
  readonly tried: number
  /** Each promise that did not hold, in one sentence with its figures; empty when all held. */
  readonly broken: readonly string[]
  /** Shown in the row of the attack, with units: `{ 'stop latched p99': '14 ms' }`. */
  readonly figures: Readonly<Record<string, string | number>>
}

export interface AttackOptions {
  /** Duration of the attack; set-up and clean-up come on top. */
  readonly seconds: number
  /** Factor on time limits: a test leaves room for a busy machine. */
  readonly patience: number
  /**
   * Server under attack in a separate process, started at the first call with the flags of the attack. Attacks on
   * parts in this process never call it.
   */
  readonly server: () => Promise<TargetServer>
}

/**
 * One way to do harm, which must not succeed. It sends to loopback only, is bounded in connections and time, and leaves
 * nothing running.
 */
export interface Attack {
  /** In kebab case; the name of its file. */
  readonly name: string
  /** Short description of the attack. */
  readonly summary: string
  /** Flags its server is started with. */
  readonly flags?: readonly string[]
  /** True when the attack may run on a server that other attacks have used, and leaves it usable for others. */
  readonly sharesServer?: true
  run(options: AttackOptions): Promise<Findings>
}
