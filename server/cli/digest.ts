import type { Command } from 'commander'
import type { HostDigest } from '../host/messenger-verbs.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

/** Prints a digest of now, or sends it over every channel that is enabled. */
export const addDigest = (program: Command, parts: CliParts): void => {
  const command = program
    .command('digest')
    .description('show a short summary of the platform, as sent by the messenger')
    .option('--send', 'send it over every channel that is enabled, too')
    .addHelpText('after', EXAMPLES)
    .action(async ({ send = false }: { readonly send?: boolean }) => {
      const question = { verb: 'messenger.digest', args: { send } }
      const digest = await requestServer<HostDigest>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) printJson(parts, digest)
      else parts.terminal.out(`${digest.text}\n`)
      for (const { channel, outcome } of digest.sent) parts.terminal.err(`${channel}: ${WORDS[outcome] ?? outcome}\n`)
      const failed = digest.sent.filter(({ outcome }) => outcome !== 'DELIVERED')
      if (failed.length > 0) throw notSent(failed.map(({ channel }) => channel))
    })
}

const REMEDY = 'Start it: plimsoll start.'

const WORDS: Readonly<Record<string, string>> = {
  DELIVERED: 'delivered',
  QUEUED: 'not delivered yet; it is tried again',
  DROPPED: 'dropped, the queue was full',
  TIMEOUT: 'no answer in time',
  UNREACHABLE: 'the recipient cannot be reached',
  REFUSED: 'refused by the other side',
  RATE_LIMITED: 'the recipient is limiting the message rate',
  AUTHENTICATION: 'token, password or address is not accepted',
  REMOTE_FAULT: 'the other side has a fault',
  CONFIGURATION: 'what is configured cannot be used; see the log of the server',
}

const notSent = (channels: readonly string[]): CliFailure =>
  new CliFailure(EXIT.failure, {
    code: 'NOT_DELIVERED',
    message: `It was not delivered over ${channels.join(', ')}.`,
    remedy: 'See: plimsoll doctor, docs/guide/messenger.md.',
  })

const EXAMPLES = `
Examples:
  $ plimsoll digest
  $ plimsoll digest --send
  $ plimsoll digest --json`
