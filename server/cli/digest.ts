import type { Command } from 'commander'
import type { HostDigest } from '../host/messenger-verbs.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds the command that prints the current digest, or sends it on every enabled channel. */
export const addDigest = (program: Command, parts: CliParts): void => {
  const command = program
    .command('digest')
    .description('show a short summary of the platform, as sent by the messenger')
    .option('--send', 'also send it over every enabled channel')
    .addHelpText('after', EXAMPLES)
    .action(async ({ send = false }: { readonly send?: boolean }) => {
      const question = { verb: 'messenger.digest', args: { send } }
      const digest = await requestServer<HostDigest>(getLocalServer(parts, command), question)
      if (wantsJson(command)) printJson(parts, digest)
      else parts.terminal.out(`${digest.text}\n`)
      for (const { channel, outcome } of digest.sent) parts.terminal.err(`${channel}: ${WORDS[outcome] ?? outcome}\n`)
      const failed = digest.sent.filter(({ outcome }) => outcome !== 'DELIVERED')
      if (failed.length > 0) throw notSent(failed.map(({ channel }) => channel))
    })
}

const WORDS: Readonly<Record<string, string>> = {
  DELIVERED: 'delivered',
  QUEUED: 'not delivered yet; retrying',
  DROPPED: 'dropped, the queue was full',
  TIMEOUT: 'timed out',
  UNREACHABLE: 'the recipient cannot be reached',
  REFUSED: 'rejected by the recipient',
  RATE_LIMITED: 'rate limited by the recipient',
  AUTHENTICATION: 'token, password or address was not accepted',
  REMOTE_FAULT: 'the recipient reported an internal error',
  CONFIGURATION: 'invalid configuration; see the server log',
}

const notSent = (channels: readonly string[]): CliFailure =>
  new CliFailure(EXIT.failure, {
    code: 'NOT_DELIVERED',
    message: `The digest was not delivered over ${channels.join(', ')}.`,
    remedy: 'See: plimsoll doctor, docs/guide/messenger.md.',
  })

const EXAMPLES = `
Examples:
  $ plimsoll digest
  $ plimsoll digest --send
  $ plimsoll digest --json`
