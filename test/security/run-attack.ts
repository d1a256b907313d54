import type { Attack, Findings } from './attack.ts'
import { startTargetServer, type TargetServer } from './target-server.ts'

/** Runs an attack on a server of its own and ends that server. */
export const runAttack = async (attack: Attack, seconds: number, patience = 1): Promise<Findings> => {
  let starting: Promise<TargetServer> | undefined
  const server = (): Promise<TargetServer> => {
    starting ??= startTargetServer(attack.flags)
    return starting
  }
  try {
    return await attack.run({ seconds, patience, server })
  } finally {
    await (await starting?.catch(() => undefined))?.close()
  }
}
