import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { errorMessage } from '../core/errors.ts'
import { printable } from '../core/printable.ts'
import type { AuditRemark, AuditVerification } from './audit-files.ts'
import { CliFailure, EXIT, usageFailure } from './failure.ts'
import { recordCheck } from './live-checks.ts'
import type { CliParts } from './parts.ts'
import { getAuditFiles, printJson, wantsJson } from './requests.ts'

interface Options {
  readonly checkpoint?: string
}

export const addAuditVerify = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('verify')
    .description('check whether anything in the log was changed')
    .option('--checkpoint <file>', 'a checkpoint that was kept on another machine')
    .addHelpText('after', EXAMPLES)
    .action(async ({ checkpoint: file }: Options) => {
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

/** Records the result of a comparison with a checkpoint from elsewhere. */
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

/** `log.jsonl line 3, entry 3, byte 714`. */
const formatLocation = ({ where: { file, line, seq, offset } }: AuditRemark): string => {
  const place = [line !== null && `line ${line}`, seq !== null && `entry ${seq}`, offset !== null && `byte ${offset}`]
  return `${file} ${place.filter(Boolean).join(', ')}`.trimEnd()
}

const describeVerdict = ({ ok, size, at, checkpoints, findings }: AuditVerification): string => {
  const things = findings.length === 1 ? 'one thing' : `${findings.length} things`
  if (!ok) return `The audit log is not as it was written: ${things} found.`
  if (at === null) return 'The audit log is whole: no entry yet.'
  return `The audit log is whole: ${size} entries up to ${at}, ${checkpoints.count} checkpoints.`
}

const ONLY_FROM_OUTSIDE =
  'Whether all of it was written anew only a checkpoint from another machine can show: see --checkpoint.'

const EXAMPLES = `
Examples:
  $ plimsoll audit verify
  $ plimsoll audit verify --checkpoint kept-elsewhere.json --json

Exit code 0: nothing found; 1: something found.`

const KEEP = 'Keep a copy of the folder as evidence.'
const COMPARE = `${KEEP} Compare with a backup or with what was exported before.`
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
  CHECKPOINT_MISSING: `Unless the disk refused checkpoints then, they were removed: the named entries have no signature near them. ${COMPARE}`,
  CHECKPOINT_SIGNATURE:
    'The line, or the key, is not the one written here. Compare the key with a checkpoint kept elsewhere.',
  OUTSIDE_MALFORMED: 'Give a file that plimsoll audit checkpoint wrote.',
  OUTSIDE_SIGNATURE: 'What was kept elsewhere was changed, or belongs to another log: take an earlier one.',
}

/** Returns the remedy for a finding. */
const getRemedy = (code: string): string => REMEDIES[code] ?? COMPARE
