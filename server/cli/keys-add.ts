import type { Command } from 'commander'
import { exchangeOption } from './exchange-option.ts'
import { toCliFailure, usageFailure } from './failure.ts'
import type { KeyHint, Secret } from './key-files.ts'
import type { CliParts } from './parts.ts'
import { readKeys } from './read-keys.ts'
import { getKeyFiles, printJson, requestHost, wantsJson } from './requests.ts'

interface Options {
  readonly exchange: string
  readonly label: string
  readonly replace?: boolean
  readonly passphraseFile?: string
}

/** Minimum length that makes guessing infeasible. */
const PASSPHRASE_MIN = 12

export const addKeysAdd = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('add')
    .description('seal and store the keys of an exchange; they are prompted for, or read from standard input')
    .addOption(exchangeOption('whose keys').makeOptionMandatory())
    .option('--label <text>', 'your own name for them', 'main')
    .option('--replace', 'in place of those that are there')
    .option('--passphrase-file <file>', 'what they are sealed with; yours alone (mode 0600)')
    .addHelpText('after', EXAMPLES)
    .action(async ({ exchange, label, replace = false, passphraseFile: file }: Options) => {
      const files = getKeyFiles(parts, command)
      const listed = files.list()
      if (!listed.ok) throw toCliFailure(listed.error)
      if (!replace && listed.value.some((hint) => hint.exchange === exchange)) throw exists(exchange)
      const typed = await readKeys(parts.terminal, exchange)
      const passphrase = await newPassphrase(parts, file)
      const entry = await files.seal({ exchange, label, keys: typed, atMs: Date.now() }, passphrase)
      const args = { exchange, entry, replaces: replace }
      const added = await requestHost<KeyHint>(parts, command, { verb: 'keys.put', args })
      if (wantsJson(command)) return printJson(parts, added)
      parts.terminal.err(`The keys of ${exchange} (${added.apiKey}) are sealed in ${files.path}.\n${NEXT}\n`)
    })
}

const exists = (exchange: string) =>
  toCliFailure({
    code: 'KEY_EXISTS',
    message: `There are keys of ${exchange} already.`,
    remedy: 'To put others in their place: --replace.',
  })

/** A passphrase that is being chosen here is typed twice. */
const newPassphrase = async ({ terminal, passphrase }: CliParts, file: string | undefined): Promise<Secret> => {
  const prompt = async (): Promise<string> => {
    const chosen = await terminal.promptHidden('Passphrase to seal them with: ')
    if (chosen === (await terminal.promptHidden('The same again: '))) return chosen
    throw usageFailure('These were two different passphrases; nothing was kept.')
  }
  const given = await passphrase({ file, prompt: terminal.isInteractive ? prompt : undefined })
  if (!given.ok) throw toCliFailure(given.error)
  const { length } = given.value.reveal()
  if (length >= PASSPHRASE_MIN) return given.value
  throw usageFailure(`The passphrase has ${length} characters; it needs ${PASSPHRASE_MIN}.`)
}

const NEXT = 'A server that runs takes them up at its next start. See whether they are good: plimsoll doctor.'

const EXAMPLES = `
Without a terminal the keys come from standard input: {"apiKey": …, "secret": …, "password": …}, or a line each.
The passphrase is systemd's credential plimsoll-keys, or in the file, or typed.

Examples:
  $ plimsoll keys add --exchange binanceusdm
  $ pass show okx.json | plimsoll keys add --exchange okx --passphrase-file ~/plimsoll.pass`
