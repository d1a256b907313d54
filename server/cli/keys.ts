import { type Command, Option } from 'commander'
import { parseRecord } from '../core/json.ts'
import { EXCHANGE_IDS, EXCHANGES, type ExchangeId } from '../domain/market/exchanges.ts'
import { toCliFailure, usageFailure } from './failure.ts'
import type { CliParts, KeyHint, Secret, Terminal, TypedKeys } from './parts.ts'
import { printTable } from './print.ts'
import { getKeyFiles, printJson, requestHost, wantsJson } from './requests.ts'

/** Adds the commands that store, list and remove exchange API keys. */
export const addKeys = (program: Command, parts: CliParts): void => {
  const keys = program.command('keys').description('add, list and remove API keys of exchanges')
  addKeysAdd(keys, parts)
  addKeysList(keys, parts)
  addKeysRemove(keys, parts)
}

const HEADER = ['EXCHANGE', 'LABEL', 'KEY', 'SINCE']

const addKeysList = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('list')
    .description('list the stored keys without their secrets')
    .addHelpText('after', '\nExamples:\n  $ plimsoll keys list\n  $ plimsoll keys list --json')
    .action(() => {
      const listed = getKeyFiles(parts, command).list()
      if (!listed.ok) throw toCliFailure(listed.error)
      if (wantsJson(command)) return printJson(parts, { items: listed.value })
      if (listed.value.length === 0) parts.terminal.err('There are no keys yet.\n')
      else parts.terminal.out(printTable(HEADER, listed.value.map(toCells)))
    })
}

const toCells = ({ exchange, label, apiKey, createdAt }: KeyHint): string[] => [
  exchange,
  label,
  apiKey,
  createdAt.slice(0, 10),
]

const addKeysRemove = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('remove')
    .description('remove the keys of an exchange')
    .addOption(exchangeOption('exchange of the keys').makeOptionMandatory())
    .addHelpText('after', '\nExamples:\n  $ plimsoll keys remove --exchange okx')
    .action(async (args: { readonly exchange: string }) => {
      const removed = await requestHost<KeyHint>(parts, command, { verb: 'keys.remove', args })
      if (wantsJson(command)) return printJson(parts, removed)
      const { exchange, apiKey } = removed
      parts.terminal.err(
        `The keys of ${exchange} (${apiKey}) were removed from this host. Delete them at the exchange too; a running server uses them until it stops.\n`,
      )
    })
}

interface KeyOptions {
  readonly exchange: ExchangeId
  readonly label: string
  readonly replace?: boolean
  readonly passphraseFile?: string
}

/** Minimum length that makes guessing infeasible. */
const PASSPHRASE_MIN = 12

const addKeysAdd = (keys: Command, parts: CliParts): void => {
  const command = keys
    .command('add')
    .description('encrypt and store the keys of an exchange, typed at a prompt or read from standard input')
    .addOption(exchangeOption('exchange of the keys').makeOptionMandatory())
    .option('--label <text>', 'label of your choice', 'main')
    .option('--replace', 'replace the keys already stored')
    .option('--passphrase-file <file>', 'file with the passphrase that encrypts them, readable only by you (mode 0600)')
    .addHelpText('after', EXAMPLES)
    .action(async (options: KeyOptions) => {
      const added = await storeKeys(parts, command, options)
      if (wantsJson(command)) printJson(parts, added)
    })
}

/** Reads keys and a passphrase, and stores the keys encrypted in the data directory of the command. */
export const storeKeys = async (parts: CliParts, command: Command, options: KeyOptions): Promise<KeyHint> => {
  const { exchange, label, replace = false, passphraseFile: file } = options
  const files = getKeyFiles(parts, command)
  const listed = files.list()
  if (!listed.ok) throw toCliFailure(listed.error)
  if (!replace && listed.value.some((hint) => hint.exchange === exchange)) throw exists(exchange)
  const typed = await readKeys(parts.terminal, exchange)
  const passphrase = await newPassphrase(parts, file)
  const entry = await files.seal({ exchange, label, keys: typed, atMs: Date.now() }, passphrase)
  const args = { exchange, entry, replaces: replace }
  const added = await requestHost<KeyHint>(parts, command, { verb: 'keys.put', args })
  if (!wantsJson(command)) {
    parts.terminal.err(`The keys of ${exchange} (${added.apiKey}) are stored, encrypted, in ${files.path}.\n${NEXT}\n`)
  }
  return added
}

const exists = (exchange: string) =>
  toCliFailure({
    code: 'KEY_EXISTS',
    message: `Keys of ${exchange} are already stored.`,
    remedy: 'To replace them: --replace.',
  })

/** Prompts twice for a new passphrase. */
const newPassphrase = async ({ terminal, passphrase }: CliParts, file: string | undefined): Promise<Secret> => {
  const prompt = async (): Promise<string> => {
    const chosen = await terminal.promptHidden('New passphrase: ')
    if (chosen === (await terminal.promptHidden('Repeat the passphrase: '))) return chosen
    throw usageFailure('The passphrases do not match; nothing was stored.')
  }
  const given = await passphrase({ file, prompt: terminal.isInteractive ? prompt : undefined })
  if (!given.ok) throw toCliFailure(given.error)
  const { length } = given.value.reveal()
  if (length >= PASSPHRASE_MIN) return given.value
  throw usageFailure(`The passphrase has ${length} characters; at least ${PASSPHRASE_MIN} are required.`)
}

const NEXT = 'A running server uses them after its next start. To check them: plimsoll doctor.'

const EXAMPLES = `
Without a terminal the keys are read from standard input: {"apiKey": …, "secret": …, "password": …}, or one per line.
The passphrase is read from the systemd credential plimsoll-keys, from the file, or from a prompt.

Examples:
  $ plimsoll keys add --exchange binanceusdm
  $ pass show okx.json | plimsoll keys add --exchange okx --passphrase-file ~/plimsoll.pass`

/** Reads keys from prompts or standard input; errors describe what is wrong, never the keys. */
const readKeys = async (terminal: Terminal, exchange: ExchangeId): Promise<TypedKeys> => {
  const { keysHavePassword: hasPassword } = EXCHANGES[exchange]
  const given = terminal.isInteractive
    ? await promptForKeys(terminal, hasPassword)
    : parseInput(await terminal.readText())
  const keys = { apiKey: given.apiKey.trim(), secret: given.secret.trim(), password: given.password?.trim() || null }
  const fault = findFault(keys, exchange, hasPassword)
  if (fault) throw usageFailure(fault)
  return keys
}

const promptForKeys = async (terminal: Terminal, hasPassword: boolean): Promise<TypedKeys> => ({
  apiKey: await terminal.promptHidden('API key: '),
  secret: await terminal.promptHidden('Secret: '),
  password: hasPassword ? await terminal.promptHidden('Password of the key: ') : null,
})

/** Parses keys from a JSON object or from one line each. */
const parseInput = (text: string): TypedKeys => {
  const input = text.trim()
  if (input.startsWith('{')) return fromJson(input)
  const [apiKey = '', secret = '', password = null, ...more] = input.split(/\r?\n/)
  if (more.length > 0) throw usageFailure(`Standard input has more than three lines. ${FORM}`)
  return { apiKey, secret, password }
}

const FORM = 'Specify {"apiKey": …, "secret": …, "password": …}, or key, secret and password, one per line.'

const MEMBERS = ['apiKey', 'secret', 'password']

const fromJson = (text: string): TypedKeys => {
  // Discards the parser's error, which would quote the secret.
  const json = parseRecord(text)
  const [apiKey, secret, password = null] = MEMBERS.map((name) => json?.[name])
  const isWhole = typeof apiKey === 'string' && typeof secret === 'string'
  const isKnown = json && Object.keys(json).every((name) => MEMBERS.includes(name))
  if (isWhole && isKnown && (password === null || typeof password === 'string')) return { apiKey, secret, password }
  throw usageFailure(`The JSON on standard input is not in the expected format. ${FORM}`)
}

const VISIBLE = /^[\x21-\x7e]{1,512}$/
/** Pattern of a secret: one line, or the multi-line block of an asymmetric key. */
const SECRET = /^(?:[\x21-\x7e]{1,512}|-----BEGIN [\x20-\x7e\r\n]{1,8192})$/
const PASSWORD = /^[\x20-\x7e]{1,128}$/

const findFault = ({ apiKey, secret, password }: TypedKeys, exchange: string, hasPassword: boolean) => {
  if (apiKey === '' || secret === '') return `A key and its secret are required. ${FORM}`
  if (!VISIBLE.test(apiKey)) return 'The API key contains spaces or other invalid characters.'
  if (!SECRET.test(secret)) return 'The secret contains spaces or other invalid characters.'
  if (apiKey === secret) return 'Key and secret are the same.'
  if (!hasPassword) return password === null ? undefined : `Keys of ${exchange} have no password: omit it.`
  if (password === null) return `Keys of ${exchange} have a password, chosen when the key was created: add it.`
  return PASSWORD.test(password) ? undefined : 'The password contains invalid characters.'
}

/** Option for an exchange supported by this version. */
export const exchangeOption = (description: string): Option =>
  new Option('--exchange <id>', `${description}: ${EXCHANGE_IDS.join(', ')}`).choices(EXCHANGE_IDS)
