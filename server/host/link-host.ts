import { callHost } from './call-host.ts'
import { answerVerb, type HostLink, type VerbTable } from './verb.ts'

/** The verbs, done in this process. */
export interface DirectHost {
  readonly verbs: VerbTable
  close(): void
}

/** Queries the server at `socketPath`; when none runs, runs the verb here, on the host opened by `open`. */
export const linkHost = (socketPath: string, open: () => Promise<DirectHost>): HostLink => ({
  async call(verb, args) {
    const reached = await callHost(socketPath, verb, args)
    if (reached.ok) return reached.value
    const direct = await open()
    try {
      return await answerVerb(direct.verbs, verb, args)
    } finally {
      direct.close()
    }
  },
})
