import { usageFailure } from './failure.ts'
import type { TypedKeys } from './key-files.ts'
import type { Terminal } from './parts.ts'

/** Exchanges whose keys have a password of their own. */
const WITH_PASSWORD = ['okx', 'bitget']

/** The keys a person types, or that come on standard input; throws what is wrong with them, never what they are. */
export const readKeys = async (terminal: Terminal, exchange: string): Promise<TypedKeys> => {
  const hasPassword = WITH_PASSWORD.includes(exchange)
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

/** One JSON object, or a line each. */
const parseInput = (text: string): TypedKeys => {
  const input = text.trim()
  if (input.startsWith('{')) return fromJson(input)
  const [apiKey = '', secret = '', password = null, ...more] = input.split(/\r?\n/)
  if (more.length > 0) throw usageFailure(`Standard input has more than three lines. ${FORM}`)
  return { apiKey, secret, password }
}

const FORM = 'Give {"apiKey": …, "secret": …, "password": …}, or key, secret and password, a line each.'

const MEMBERS = ['apiKey', 'secret', 'password']

const fromJson = (text: string): TypedKeys => {
  const json = parseJson(text)
  const [apiKey, secret, password = null] = MEMBERS.map((name) => json?.[name])
  const isWhole = typeof apiKey === 'string' && typeof secret === 'string'
  const isKnown = json && Object.keys(json).every((name) => MEMBERS.includes(name))
  if (isWhole && isKnown && (password === null || typeof password === 'string')) return { apiKey, secret, password }
  throw usageFailure(`The JSON on standard input is not what is expected. ${FORM}`)
}

/** Hides the parser's own error message, which would quote the secret text. */
const parseJson = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const VISIBLE = /^[\x21-\x7e]{1,512}$/
/** Keys of an asymmetric pair come as a block of lines. */
const SECRET = /^(?:[\x21-\x7e]{1,512}|-----BEGIN [\x20-\x7e\r\n]{1,8192})$/
const PASSWORD = /^[\x20-\x7e]{1,128}$/

const findFault = ({ apiKey, secret, password }: TypedKeys, exchange: string, hasPassword: boolean) => {
  if (apiKey === '' || secret === '') return `A key and its secret are needed. ${FORM}`
  if (!VISIBLE.test(apiKey)) return 'The API key has blanks or other characters that no key has.'
  if (!SECRET.test(secret)) return 'The secret has blanks or other characters that no secret has.'
  if (apiKey === secret) return 'Key and secret are the same.'
  if (!hasPassword) return password === null ? undefined : `Keys of ${exchange} have no password: leave it out.`
  if (password === null)
    return `Keys of ${exchange} have a password of their own, chosen when they were made: give it too.`
  return PASSWORD.test(password) ? undefined : 'The password has characters that no password has.'
}
