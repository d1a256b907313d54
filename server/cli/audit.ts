import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { errorMessage } from '../core/errors.ts'
import { type Instant, parseDuration } from '../core/instant.ts'
import { printable } from '../core/printable.ts'
import type { HostUser } from '../host/user-verbs.ts'
import { type AuditReader, auditEntryBody, type LoggedEntry } from '../views/audit-view.ts'
import { CliFailure, EXIT, toCliFailure, usageFailure } from './failure.ts'
import { recordCheck } from './live.ts'
import type { AuditRemark, AuditVerification, CliParts } from './parts.ts'
import { printTable } from './print.ts'
import { getAuditFiles, printJson, requestHost, wantsJson } from './requests.ts'

/** Adds the commands that list, verify and export the audit log, and print its newest checkpoint. */
export const addAudit = (program: Command, parts: CliParts): void => {
  const audit = program.command('audit').description('read and verify the audit log')
  addAuditVerify(audit, parts)
  addAuditList(audit, parts)
  addAuditExport(audit, parts)
  addAuditCheckpoint(audit, parts)
}

interface Options {
  readonly out?: string
  readonly from: number
}

/** Lines are written together up to about this many characters. */
const WRITE_LENGTH = 256 * 1024

const addAuditExport = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('export')
    .description('write the entries as JSON lines, exactly as in the log')
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--from <seq>', 'number of the first entry', seq, 1)
    .addHelpText('after', EXAMPLES)
    .action(async ({ out: file, from }: Options) => {
      const files = getAuditFiles(parts, command)
      const checkpoint = await files.newestCheckpoint()
      const out = openOut(parts, file)
      try {
        for await (const text of gather(files.lines(from))) out.write(text)
      } finally {
        out.close()
      }
      parts.terminal.err(`${checkpoint ?? NO_CHECKPOINT}\n`)
    })
}

async function* gather(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const line of lines) {
    text += `${line}\n`
    if (text.length < WRITE_LENGTH) continue
    yield text
    text = ''
  }
  yield text
}

const seq = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Specify the number of an entry, from 1.')
}

const EXAMPLES = `
The newest checkpoint is printed to standard error at the end.

Examples:
  $ plimsoll audit export --out audit.jsonl
  $ plimsoll audit export --from 1001 >> audit.jsonl`

/** Destination of a command's data. */
interface Out {
  write(text: string): void
  close(): void
}

/** Opens a new file accessible only to its owner, or standard output if none is given. */
const openOut = ({ terminal }: CliParts, file: string | undefined): Out => {
  if (file === undefined) return { write: terminal.data, close: () => {} }
  const fd = orFail(file, () => openSync(file, 'w', 0o600))
  return {
    write: (text) => orFail(file, () => writeFileSync(fd, text)),
    close: () => closeSync(fd),
  }
}

const orFail = <T>(file: string, act: () => T): T => {
  try {
    return act()
  } catch (error) {
    const reason = errorMessage(error)
    throw toCliFailure({ code: 'FILE_NOT_WRITTEN', message: `${file} cannot be written (${reason}).` })
  }
}

const NO_CHECKPOINT = 'No checkpoint has been signed yet.'

const addAuditCheckpoint = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('checkpoint')
    .description('print the newest signed checkpoint, to be stored on another machine')
    .option('--out <file>', 'file to write (default: standard output)')
    .addHelpText('after', CHECKPOINT_EXAMPLES)
    .action(async ({ out: file }: { readonly out?: string }) => {
      const checkpoint = await getAuditFiles(parts, command).newestCheckpoint()
      if (checkpoint === undefined) {
        const remedy = 'Only a running server signs checkpoints: within a minute of the first entry, and when it stops.'
        throw toCliFailure({ code: 'NO_CHECKPOINT', message: NO_CHECKPOINT, remedy })
      }
      const out = openOut(parts, file)
      out.write(`${checkpoint}\n`)
      out.close()
    })
}

const CHECKPOINT_EXAMPLES = `
Examples:
  $ plimsoll audit checkpoint --out checkpoint.json
  $ plimsoll audit checkpoint | ssh other-host 'cat >> plimsoll-checkpoints.jsonl'`

interface ListOptions {
  readonly limit: number
  readonly since?: Instant
  readonly action?: string
  readonly actor?: string
}

const LIMIT = 50
const LIMIT_MAX = 10_000
const HEADER = ['SEQ', 'AT', 'ACTOR', 'ACTION', 'TARGET', 'OUTCOME', 'REASON']

const addAuditList = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('list')
    .description('show the newest entries, oldest first')
    .option('--limit <number>', 'maximum number of entries', limit, LIMIT)
    .option('--since <when>', 'only entries since then: a duration such as 15m, 12h or 30d, or a time', since)
    .option('--action <name>', 'only entries with this action')
    .option('--actor <name>', 'only entries of this user, by name or ID, or of HOST or ENGINE')
    .addHelpText('after', LIST_EXAMPLES)
    .action(async (options: ListOptions) => {
      const who = await resolveActor(parts, command, options.actor)
      const { limit: most, since: fromMs = null, action = null } = options
      const entries = await newest(getAuditFiles(parts, command), { ...who, fromMs, action, limit: most })
      if (wantsJson(command)) return printJson(parts, { items: entries.map(auditEntryBody) })
      if (entries.length === 0) parts.terminal.err('No matching entries.\n')
      else parts.terminal.out(printTable(HEADER, entries.map(toCells)))
    })
}

const limit = (text: string): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= LIMIT_MAX) return number
  throw new InvalidArgumentError(`Specify a number from 1 to ${LIMIT_MAX}.`)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

const since = (text: string): Instant => {
  const duration = parseDuration(text)
  if (duration !== undefined) return Date.now() - duration
  const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) return instant
  throw new InvalidArgumentError('Specify a duration, such as 12h, or a time, such as 2026-01-02T03:04:05Z.')
}

interface Who {
  readonly actorType: readonly ['HOST' | 'ENGINE'] | null
  readonly actor: string | null
}

/** Resolves a user name to its ID; entries contain IDs, because names can be reassigned. */
const resolveActor = async (parts: CliParts, command: Command, name: string | undefined): Promise<Who> => {
  if (name === undefined) return { actorType: null, actor: null }
  if (name === 'HOST' || name === 'ENGINE') return { actorType: [name], actor: null }
  if (name.startsWith('usr_')) return { actorType: null, actor: name }
  const { items } = await requestHost<{ items: HostUser[] }>(parts, command, { verb: 'user.list', args: {} })
  const user = items.find(({ username }) => username.toLowerCase() === name.toLowerCase())
  if (user) return { actorType: null, actor: user.id }
  throw toCliFailure({
    code: 'USER_NOT_FOUND',
    message: `There is no user named ${name}.`,
    remedy: 'List the users: plimsoll user list.',
  })
}

interface Wanted extends Who {
  readonly fromMs: Instant | null
  readonly action: string | null
  readonly limit: number
}

/** Returns the newest entries, oldest first like in a log. */
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

const LIST_EXAMPLES = `
Examples:
  $ plimsoll audit list --since 12h
  $ plimsoll audit list --actor alice --action ORDER_PLACE --limit 10`

interface VerifyOptions {
  readonly checkpoint?: string
}

const addAuditVerify = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('verify')
    .description('verify the integrity of the log')
    .option('--checkpoint <file>', 'checkpoint stored on another machine')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(async ({ checkpoint: file }: VerifyOptions) => {
      const checkpoint = file === undefined ? undefined : readCheckpoint(file)
      const verification = await getAuditFiles(parts, command).verify(checkpoint)
      if (wantsJson(command)) printJson(parts, verification)
      else printRemarks(parts, verification)
      await recordCheckpoint(parts, command, verification)
      if (!verification.ok)
        throw new CliFailure(EXIT.failure, { code: 'AUDIT_FINDINGS', message: describeVerdict(verification) })
      if (wantsJson(command)) return
      parts.terminal.out(`${describeVerdict(verification)}\n`)
      if (checkpoint === undefined) parts.terminal.err(`${ONLY_FROM_OUTSIDE}\n`)
    })
}

/** Records the result of a comparison with a checkpoint stored elsewhere. */
const recordCheckpoint = async (parts: CliParts, command: Command, verification: AuditVerification): Promise<void> => {
  const { outside, findings } = verification
  if (!outside) return
  const [first] = findings
  const result = { check: 'CHECKPOINT', atMs: Date.parse(outside.at), count: outside.size } as const
  await recordCheck(parts, command, {
    ...result,
    faults: findings.length,
    ...(first && { note: `${first.code}: ${first.detail}` }),
  })
}

const readCheckpoint = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageFailure(`The checkpoint cannot be read: ${errorMessage(error)}.`)
  }
}

const printRemarks = ({ terminal }: CliParts, { findings, notes }: AuditVerification): void => {
  for (const finding of findings)
    terminal.out(
      `${finding.code} ${printable(`${formatLocation(finding)}: ${finding.detail}`)} ${getRemedy(finding.code)}\n`,
    )
  for (const note of notes) terminal.err(`Note: ${printable(`${formatLocation(note)}: ${note.detail}`)}\n`)
}

/** Formats a location: `log.jsonl line 3, entry 3, byte 714`. */
const formatLocation = ({ where: { file, line, seq, offset } }: AuditRemark): string => {
  const place = [line !== null && `line ${line}`, seq !== null && `entry ${seq}`, offset !== null && `byte ${offset}`]
  return `${file} ${place.filter(Boolean).join(', ')}`.trimEnd()
}

const describeVerdict = ({ ok, size, at, checkpoints, findings }: AuditVerification): string => {
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  if (!ok) return `The audit log was altered or damaged: ${count}.`
  if (at === null) return 'The audit log is intact: no entries yet.'
  return `The audit log is intact: ${size} entries up to ${at}, ${checkpoints.count} checkpoints.`
}

const ONLY_FROM_OUTSIDE =
  'Only a checkpoint stored on another machine can show that the whole log was not rewritten: see --checkpoint.'

const VERIFY_EXAMPLES = `
Examples:
  $ plimsoll audit verify
  $ plimsoll audit verify --checkpoint kept-elsewhere.json --json

Exit code 0: no findings; 1: findings.`

const KEEP = 'Keep a copy of the folder as evidence.'
const COMPARE = `${KEEP} Compare it with a backup or an earlier export.`
const RESTORE_KEY = 'Restore the file from a backup; without it no checkpoint can be signed or verified.'

const REMEDIES: Readonly<Record<string, string>> = {
  AUDIT_MISSING: 'Check whether --data-dir is correct.',
  FILE_UNREADABLE: 'Fix the system error, or read a copy.',
  KEY_MISSING: RESTORE_KEY,
  KEY_DAMAGED: RESTORE_KEY,
  HEAD_DAMAGED: 'After a power failure the next start repairs it; otherwise it was tampered with.',
  SEQ_GAP: `Entries are missing or out of order. ${COMPARE}`,
  LOG_CUT: `Entries are missing at the end. ${COMPARE}`,
  LOG_REPLACED: `Find the earlier log; when it is accounted for, plimsoll stop clear accepts this one. ${COMPARE}`,
  CHECKPOINT_MISSING: `Unless the disk could not be written at that time, checkpoints were removed: no signature covers the named entries. ${COMPARE}`,
  CHECKPOINT_SIGNATURE:
    'The line or the key was not written on this host. Compare the key with a checkpoint stored elsewhere.',
  OUTSIDE_MALFORMED: 'Specify a file written by plimsoll audit checkpoint.',
  OUTSIDE_SIGNATURE: 'The stored checkpoint was changed or belongs to another log: use an earlier one.',
}

/** Returns the remedy for a finding. */
const getRemedy = (code: string): string => REMEDIES[code] ?? COMPARE
