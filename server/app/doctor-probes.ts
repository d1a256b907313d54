import { setTimeout } from 'node:timers/promises'
import type { DoctorParts } from '../cli/parts.ts'
import { loadConfig } from '../config/config.ts'
import { err, ok } from '../core/result.ts'
import type { Clock } from '../engine/model/ports.ts'

interface ProbeParts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Monotonic clock. */
  readonly monotonic: () => number
}

/**
 * Returns the connections that `doctor` tries: channels of the messenger, the bus, and the exchange. Their adapters are
 * loaded on demand, which takes half a second and is unnecessary for most commands.
 */
export const doctorProbes = ({
  env,
  clock,
  monotonic,
}: ProbeParts): Pick<DoctorParts, 'tryChannels' | 'tryBus' | 'inspect'> => ({
  async tryChannels(flags) {
    const config = loadConfig(env, flags)
    const { createSenders } = await import('./messenger.ts')
    const configured = config.ok ? createSenders(config.value.messenger, clock) : []
    const { signal } = new AbortController()
    return Promise.all(
      configured.map(async ({ id, sender }) => {
        if (!sender.ok) return { id, problem: sender.error }
        const tried = await sender.value.probe(signal)
        return { id, problem: tried.ok ? null : tried.category }
      }),
    )
  },
  async tryBus(flags) {
    const config = loadConfig(env, flags)
    if (!config.ok || !config.value.shared) return null
    const { tryBus } = await import('./open-bus.ts')
    return tryBus(config.value.shared).then(ok, (error: Error) => err(error.message))
  },
  async inspect(exchange, keys) {
    const { inspectExchange } = await import('../adapters/exchanges/ccxt/inspect/index.ts')
    return inspectExchange({ ...exchange, keys, clock, monotonic, delay: (ms) => setTimeout(ms) })
  },
})
