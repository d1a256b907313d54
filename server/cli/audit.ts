import { type Command, InvalidArgumentError } from 'commander'
import { addAuditCheckpoint, NO_CHECKPOINT } from './audit-checkpoint.ts'
import { addAuditList } from './audit-list.ts'
import { addAuditVerify } from './audit-verify.ts'
import { openOut } from './open-out.ts'
import type { CliParts } from './parts.ts'
import { getAuditFiles } from './requests.ts'

export const addAudit = (program: Command, parts: CliParts): void => {
  const audit = program.command('audit').description('read and verify the record of who did what')
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
    .description('write the entries, one line of JSON each, as they are in the log')
    .option('--out <file>', 'write them there instead of to standard output')
    .option('--from <seq>', 'begin with this entry (default: 1)', seq, 1)
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
  throw new InvalidArgumentError('Give the number of an entry, from 1.')
}

const EXAMPLES = `
The newest checkpoint follows on standard error.

Examples:
  $ plimsoll audit export --out audit.jsonl
  $ plimsoll audit export --from 1001 >> audit.jsonl`
