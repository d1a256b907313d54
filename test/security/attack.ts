import type { TargetServer } from './target-server.ts'

/** Measurements of an attack. */
export interface Findings {
  /** Requests, connections or messages sent. */
  readonly tried: number
  /** Broken guarantees, one sentence each with figures; empty when none is broken. */
  readonly broken: readonly string[]
  /** Figures in the row of the attack, with units: `{ 'stop latched p99': '14 ms' }`. */
  readonly figures: Readonly<Record<string, string | number>>
}

export interface AttackOptions {
  /** Duration of the attack; set-up and clean-up come on top. */
  readonly seconds: number
  /** Factor on time limits, above 1 in tests for busy machines. */
  readonly patience: number
  /**
   * Server under attack in a separate process, started at the first call with the flags of the attack. Attacks on
   * parts in this process never call it.
   */
  readonly server: () => Promise<TargetServer>
}

/**
 * Attack that must not succeed. It connects to loopback only, has limited connections and time, and leaves nothing
 * running.
 */
export interface Attack {
  /** File name, in kebab case. */
  readonly name: string
  /** Short description of the attack. */
  readonly summary: string
  /** Flags of its server. */
  readonly flags?: readonly string[]
  /** True when the attack may run on a server that other attacks have used, and leaves it usable for others. */
  readonly sharesServer?: true
  run(options: AttackOptions): Promise<Findings>
}
