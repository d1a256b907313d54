/** Password policy: length, breached and easily guessed passwords, and generated passwords. */

import { err, ok, type Result } from '../core/result.ts'

/** Checks only the length in characters, because composition rules weaken passwords (NIST SP 800-63B). */
export const checkPassword = (password: string, min = PASSWORD_MIN): Result<string, PasswordRefusal> => {
  const length = countCharacters(password)
  if (length < min) return err({ kind: 'passwordTooShort', length, min })
  if (length > PASSWORD_MAX) return err({ kind: 'passwordTooLong', length, max: PASSWORD_MAX })
  return ok(password)
}

export type PasswordRefusal =
  | { readonly kind: 'passwordTooShort'; readonly length: number; readonly min: number }
  | { readonly kind: 'passwordTooLong'; readonly length: number; readonly max: number }
  /** Common or found in breaches; built from key runs, repetitions or the user's name; or the same as before. */
  | { readonly kind: 'passwordGuessable' }
  | { readonly kind: 'passwordUnchanged' }

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Minimum length for a server that listens on a network; shorter passwords are accepted on this machine. */
export const PASSWORD_STRONG_MIN = 15

/**
 * Checks the length, then whether the password is guessable: on lists of breached passwords, or built from a common
 * pattern.
 */
export const checkChosenPassword = async (
  password: string,
  { username, min }: { readonly username: string; readonly min: number },
): Promise<Result<string, PasswordRefusal>> => {
  const checked = checkPassword(password, min)
  if (!checked.ok) return checked
  const isGuessed = isGuessable(password, username) || (await isBreached(password))
  return isGuessed ? err({ kind: 'passwordGuessable' }) : checked
}

/** Checks the password that replaces `previous`. */
export const checkNewPassword = async (
  password: string,
  { previous, ...rules }: { readonly username: string; readonly previous: string; readonly min: number },
): Promise<Result<string, PasswordRefusal>> =>
  password === previous ? err({ kind: 'passwordUnchanged' }) : checkChosenPassword(password, rules)

/** Returns whether a password is short or guessable. */
export const isWeak = (password: string, username: string): boolean =>
  countCharacters(password) < PASSWORD_STRONG_MIN || isGuessable(password, username)

/** Returns whether a password is common, a run of keys, a repeated chunk, or the user's own name. */
const isGuessable = (password: string, username: string): boolean => {
  const plain = toPlain(password)
  if (isRun(plain)) return true
  const chunk = findChunk(plain)
  const rest = chunk.replaceAll(toPlain(username), '')
  return rest.length < PASSWORD_MIN || isRun(chunk) || madeOfCommonWords(extractLetters(rest))
}

const countCharacters = (text: string): number => [...text].length

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

const toPlain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns the letters of a password, plain and with look-alikes such as in `p4$$w0rd` replaced. */
const extractLetters = (text: string): readonly string[] => {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const spelled = bare.replace(/[@4310$5!]/g, (sign) => LOOKALIKES[sign] ?? sign)
  const whole = text.replace(/[@4310$5!]/g, (sign) => LOOKALIKES[sign] ?? sign)
  return [bare, spelled, whole].map((form) => form.replace(/[^\p{L}]/gu, ''))
}

/** Returns the repeated chunk of a string (`abcabcabc` → `abc`), or the string itself when nothing repeats. */
const findChunk = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text

const KEY_ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl']
  .concat(['zxcvbnm', 'yxcvbnm', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1q2w3e4r5t6y7u8i9o0p'])
  .flatMap((row) => [row, [...row].reverse().join('')])

const RUN_PIECE = 4

/**
 * Returns whether a string consists of runs of at least four keys that are adjacent on a keyboard, in the alphabet or
 * in counting.
 */
const isRun = (text: string): boolean => {
  let at = 0
  while (at < text.length) {
    const length = runLength(text, at)
    if (length < RUN_PIECE) return text.length - at < RUN_PIECE && at > 0
    at += length
  }
  return text.length > 0
}

const runLength = (text: string, from: number): number => {
  let length = 0
  while (from + length < text.length) {
    const piece = text.slice(from, from + length + 1)
    if (!KEY_ROWS.some((row) => row.includes(piece)) && !/^(.)\1*$/su.test(piece)) break
    length++
  }
  return length
}

const madeOfCommonWords = (forms: readonly string[]): boolean =>
  forms.some((form) => COMMON_STEMS.has(findChunk(form)) || isPairOfStems(form))

/**
 * Returns whether a password consists of two common words, such as `adminpassword`, which is hardly better than one.
 */
const isPairOfStems = (form: string): boolean => {
  for (let cut = 3; cut <= form.length - 3; cut++) {
    if (COMMON_STEMS.has(form.slice(0, cut)) && COMMON_STEMS.has(form.slice(cut))) return true
  }
  return false
}

/**
 * Returns whether a password is, in any case, among the 49,000 most often found in breaches
 * (`@zxcvbn-ts/language-common`). The list is read at the first call.
 */
const isBreached = async (password: string): Promise<boolean> => {
  loading ??= load()
  return (await loading).has(password.normalize('NFKC').toLowerCase())
}

let loading: Promise<ReadonlySet<string>> | undefined

const load = async (): Promise<ReadonlySet<string>> => {
  const list = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(list.default)
}

/** Random bytes from a cryptographic source. */
export type RandomBytes = (count: number) => Uint8Array

/** Thirty-two characters that are not confused when read aloud or typed: no l, o, 0, 1. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** Generates a password of 100 random bits, such as `k7mq-x2ab-9hte-wd4n-c3vy`. */
export const generatePassword = (randomBytes: RandomBytes): string => generateGroups(randomBytes, GROUPS)

/** Generates groups of four random characters, five bits each. */
export const generateGroups = (randomBytes: RandomBytes, count: number): string => {
  const signs = Array.from(randomBytes(count * GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length])
  const groups = Array.from({ length: count }, (_, i) => signs.slice(i * GROUP_LENGTH, (i + 1) * GROUP_LENGTH).join(''))
  return groups.join('-')
}

/** Stems of the most common passwords, without surrounding digits and symbols. */
const WORDS = `
  password passwort passwd passphrase secret geheim letmein welcome willkommen hello hallo bonjour login signin
  admin administrator root toor user guest test tester testing demo default changeme temp master superuser
  qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx wsxedc
  abc abcd abcdef iloveyou loveyou love lovely babygirl princess sunshine flower butterfly angel angels
  monkey dragon tiger lion eagle falcon panther shark dolphin horse puppy kitty kitten dog cat bear
  football baseball basketball hockey soccer golf tennis chelsea arsenal liverpool barcelona juventus
  superman batman spiderman ironman starwars pokemon naruto matrix hunter ninja killer shadow phantom ghost
  michael jordan jennifer jessica ashley daniel thomas robert andrew charlie george david joshua anthony
  summer winter spring autumn january february monday friday sunday december
  freedom trustno trustme access secure security private computer internet server network windows linux ubuntu
  samsung google facebook twitter apple microsoft android iphone
  money cash gold silver diamond rich million lambo moon tothemoon hodl bitcoin btc ethereum eth crypto satoshi
  binance bybit okx bitget kraken coinbase trader trading trade market bull bear pump wallet
  plimsoll pass pwd key keys please whatever nothing something anything forever blessed jesus
  cookie chocolate banana orange cherry pepper ginger coffee cheese pizza
  mustang ferrari porsche corvette harley yamaha mercedes toyota
  correcthorsebatterystaple thequickbrownfox`

const COMMON_STEMS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
