import type { ChannelFault } from '../monitor/inputs/messenger.ts'
import { type Finding, failed, fine, warned } from './finding.ts'

/** Delivery state of a configured channel. */
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
  CONFIGURATION: ['what is configured cannot be used', 'See docs/guide/messenger.md.'],
  RATE_LIMITED: ['the recipient is limiting the message rate', 'Try again in some minutes.'],
  REFUSED: [
    'the other side does not know whom to write to',
    'Check the chat or the addresses: docs/guide/messenger.md.',
  ],
  REMOTE_FAULT: ['the other side has a fault', 'Try again in some minutes.'],
  TIMEOUT: ['no answer in time', 'Check the network and the firewall of this host.'],
  UNREACHABLE: ['the recipient cannot be reached', 'Check the address, the network and the firewall of this host.'],
}
