import { setTimeout } from 'node:timers/promises'
import { type Program, strike } from './program.ts'

/** One life of a program, timed by the machine's clock. */
export interface Life {
  readonly number: number
  readonly spawnedAtMs: number
  /** Instant at which it reported that it is up; null before that. */
  upAtMs: number | null
  endedAtMs: number | null
}

export interface KeeperParts {
  spawn(): Program
  /** Called when the program ended on its own. */
  onEnd(life: Life, ending: { readonly code: number | null; readonly output: string }): void
}

/** Supervisor that restarts a program whenever it ends. */
export interface Keeper {
  readonly parts: KeeperParts
  readonly lives: Life[]
  present: { readonly program: Program; readonly life: Life } | undefined
  struck: boolean
  downForMs: number
  leaving: boolean
  readonly left: Promise<void>
}

const AGAIN_AFTER_MS = 1_000

export const keepRunning = (parts: KeeperParts): Keeper => {
  const left = Promise.withResolvers<void>()
  const keeper: Keeper = {
    parts,
    lives: [],
    present: undefined,
    struck: false,
    downForMs: 0,
    leaving: false,
    left: left.promise,
  }
  void keep(keeper).then(left.resolve, left.reject)
  return keeper
}

const keep = async (keeper: Keeper): Promise<void> => {
  while (!keeper.leaving) {
    const program = keeper.parts.spawn()
    const life: Life = { number: keeper.lives.length, spawnedAtMs: Date.now(), upAtMs: null, endedAtMs: null }
    keeper.lives.push(life)
    keeper.present = { program, life }
    if ((await program.banner) !== undefined) life.upAtMs = Date.now()
    const code = await program.ended
    life.endedAtMs = Date.now()
    keeper.present = undefined
    if (!keeper.struck && !keeper.leaving) keeper.parts.onEnd(life, { code, output: program.err() })
    await setTimeout(keeper.struck ? keeper.downForMs : AGAIN_AFTER_MS)
    keeper.struck = false
  }
}

/** Kills the program and restarts it after the downtime. Resolves when it has ended. */
export const kill = async (keeper: Keeper, downForMs: number): Promise<void> => {
  const { present } = keeper
  if (!present || keeper.struck) return
  keeper.struck = true
  keeper.downForMs = downForMs
  await strike(present.program)
}

/** Ends the program without a restart; returns the exit code, or undefined when it was not running. */
export const leave = async (keeper: Keeper, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null | undefined> => {
  keeper.leaving = true
  const { present } = keeper
  present?.program.child.kill(signal)
  const code = await present?.program.ended
  await keeper.left
  return code
}

/** Suspends the program at an arbitrary point for a given time. */
export const freeze = async ({ present }: Keeper, forMs: number): Promise<void> => {
  present?.program.child.kill('SIGSTOP')
  await setTimeout(forMs)
  present?.program.child.kill('SIGCONT')
}

/** Returns the instant since which the program is up; undefined while it is not. */
export const upSince = ({ present, struck }: Keeper): number | undefined =>
  struck ? undefined : (present?.life.upAtMs ?? undefined)
