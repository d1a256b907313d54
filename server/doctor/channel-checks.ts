import type { ChannelFault } from '../monitor/inputs/channels.ts'
import { type Finding, failed, fine, warned } from './finding.ts'

/** Whether messages could leave over a channel that is configured. */
export interface ChannelFact {
  readonly id: string
  /** Null where it is well; `message` where not even trying makes sense. */
  readonly problem: ChannelFault | { readonly message: string; readonly remedy: string } | null
}

/** Judgement on the ways out of the platform; nothing where none is configured, which is a choice. */
export const judgeChannels = (facts: readonly ChannelFact[]): Finding[] => facts.map(judge)

const judge = ({ id, problem }: ChannelFact): Finding => {
  const check = `messages: ${id}`
  if (problem === null) return fine(check, 'can be sent')
  if (typeof problem !== 'string') return failed(check, problem.message, problem.remedy)
  const [observed, remedy] = WORDS[problem]
  return PASSING.includes(problem) ? warned(check, observed, remedy) : failed(check, observed, remedy)
}

/** May be over in a while. */
const PASSING: readonly ChannelFault[] = ['RATE_LIMITED', 'REMOTE_FAULT']

const WORDS: Readonly<Record<ChannelFault, readonly [seen: string, remedy: string]>> = {
  AUTHENTICATION: ['token, password or address is not accepted', 'Make a new one and put it into its file.'],
  CONFIGURATION: ['what is configured cannot be used', 'See docs/MESSENGER.md.'],
  RATE_LIMITED: ['the other side asks for fewer messages', 'Try again in some minutes.'],
  REFUSED: ['the other side does not know whom to write to', 'Look at the chat or the addresses: docs/MESSENGER.md.'],
  REMOTE_FAULT: ['the other side has a fault', 'Try again in some minutes.'],
  TIMEOUT: ['nobody answers in time', 'Look at the network and the firewall of this machine.'],
  UNREACHABLE: ['nobody can be reached there', 'Look at the address, the network and the firewall of this machine.'],
}
