import type { Attack, Findings } from './attack.ts'
import { startTargetServer, type TargetServer } from './target-server.ts'

/** Runs attacks, each on a separate server except those that may share one. */
export interface AttackRunner {
  run(attack: Attack, options: { readonly seconds: number; readonly patience?: number }): Promise<Findings>
  /** Ends the server that attacks have shared. */
  close(): Promise<void>
}

export const createAttackRunner = (): AttackRunner => {
  let shared: Promise<TargetServer> | undefined
  const share = (): Promise<TargetServer> => {
    shared ??= startTargetServer()
    return shared
  }
  return {
    run: (attack, { seconds, patience = 1 }) =>
      attack.sharesServer ? attack.run({ seconds, patience, server: share }) : runAlone(attack, { seconds, patience }),
    close: () => closeStarted(shared),
  }
}

interface Options {
  readonly seconds: number
  readonly patience: number
}

const runAlone = async (attack: Attack, options: Options): Promise<Findings> => {
  let starting: Promise<TargetServer> | undefined
  const server = (): Promise<TargetServer> => {
    starting ??= startTargetServer(attack.flags)
    return starting
  }
  try {
    return await attack.run({ ...options, server })
  } finally {
    await closeStarted(starting)
  }
}

const closeStarted = async (starting: Promise<TargetServer> | undefined): Promise<void> => {
  await (await starting?.catch(() => undefined))?.close()
}
