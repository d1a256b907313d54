import { type Command, InvalidArgumentError } from 'commander'
import { type Instant, parseDuration } from '../core/instant.ts'
import type { HostUser } from '../host/user-verbs.ts'
import { type AuditReader, auditEntryBody, type LoggedEntry } from '../views/audit-view.ts'
import { toCliFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'
import { getAuditFiles, printJson, requestHost, wantsJson } from './requests.ts'

interface Options {
  readonly limit: number
  readonly since?: Instant
  readonly action?: string
  readonly actor?: string
}

const LIMIT = 50
const LIMIT_MAX = 10_000
const HEADER = ['SEQ', 'AT', 'ACTOR', 'ACTION', 'TARGET', 'OUTCOME', 'REASON']

export const addAuditList = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('list')
    .description('show the newest entries, the newest last')
    .option('--limit <number>', `how many, at most (default: ${LIMIT})`, limit, LIMIT)
    .option('--since <when>', 'only what was done since then: 90s, 15m, 12h, 30d or an instant', since)
    .option('--action <name>', 'only this action')
    .option('--actor <name>', 'only what this user did, by name or id; or HOST or ENGINE')
    .addHelpText('after', EXAMPLES)
    .action(async (options: Options) => {
      const who = await whoIs(parts, command, options.actor)
      const { limit: most, since: fromMs = null, action = null } = options
      const entries = await newest(getAuditFiles(parts, command), { ...who, fromMs, action, limit: most })
      if (wantsJson(command)) return printJson(parts, { items: entries.map(auditEntryBody) })
      if (entries.length === 0) parts.terminal.err('There are no such entries.\n')
      else parts.terminal.out(printTable(HEADER, entries.map(toCells)))
    })
}

const limit = (text: string): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= LIMIT_MAX) return number
  throw new InvalidArgumentError(`Give a number from 1 to ${LIMIT_MAX}.`)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

const since = (text: string): Instant => {
  const duration = parseDuration(text)
  if (duration !== undefined) return Date.now() - duration
  const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) return instant
  throw new InvalidArgumentError('Give a duration, such as 12h, or an instant, such as 2026-01-02T03:04:05Z.')
}

interface Who {
  readonly actorType: 'HOST' | 'ENGINE' | null
  readonly actor: string | null
}

/** Resolves a user name to its id: entries carry ids, because names can be reassigned. */
const whoIs = async (parts: CliParts, command: Command, name: string | undefined): Promise<Who> => {
  if (name === undefined) return { actorType: null, actor: null }
  if (name === 'HOST' || name === 'ENGINE') return { actorType: name, actor: null }
  if (name.startsWith('usr_')) return { actorType: null, actor: name }
  const { items } = await requestHost<{ items: HostUser[] }>(parts, command, { verb: 'user.list', args: {} })
  const user = items.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  if (user) return { actorType: null, actor: user.id }
  throw toCliFailure({
    code: 'USER_NOT_FOUND',
    message: `There is no user named ${name}.`,
    remedy: 'See who there is: plimsoll user list.',
  })
}

interface Wanted extends Who {
  readonly fromMs: Instant | null
  readonly action: string | null
  readonly limit: number
}

/** Oldest first, so that it reads like a log. */
const newest = async (reader: AuditReader, { limit: most, ...wanted }: Wanted): Promise<LoggedEntry[]> => {
  const entries: LoggedEntry[] = []
  const all = { toMs: null, outcome: null, target: null, requestId: null, ...wanted }
  let before: { readonly seq: number } | null = null
  do {
    const page = await reader.find({ ...all, before, limit: most - entries.length })
    entries.push(...page.entries)
    before = page.next
  } while (before !== null && entries.length < most)
  return entries.reverse()
}

const toCells = ({ seq, atMs, actor, action, target, outcome, reason }: LoggedEntry): string[] => [
  String(seq),
  new Date(atMs).toISOString(),
  actor.sub ?? actor.type,
  action,
  target,
  outcome,
  reason ?? '',
]

const EXAMPLES = `
Examples:
  $ plimsoll audit list --since 12h
  $ plimsoll audit list --actor alice --action ORDER_PLACE --limit 10`
