import type { Command } from 'commander'
import { toCliFailure } from './failure.ts'
import { openOut } from './open-out.ts'
import type { CliParts } from './parts.ts'
import { getAuditFiles } from './requests.ts'

export const NO_CHECKPOINT = 'No checkpoint has been signed yet.'

export const addAuditCheckpoint = (audit: Command, parts: CliParts): void => {
  const command = audit
    .command('checkpoint')
    .description('print the newest signed checkpoint, to be kept on another machine')
    .option('--out <file>', 'write it there instead of to standard output')
    .addHelpText('after', EXAMPLES)
    .action(async ({ out: file }: { readonly out?: string }) => {
      const checkpoint = await getAuditFiles(parts, command).newestCheckpoint()
      if (checkpoint === undefined) {
        const remedy = 'Only the running server signs: within a minute of the first entry, and when it stops.'
        throw toCliFailure({ code: 'NO_CHECKPOINT', message: NO_CHECKPOINT, remedy })
      }
      const out = openOut(parts, file)
      out.write(`${checkpoint}\n`)
      out.close()
    })
}

const EXAMPLES = `
Examples:
  $ plimsoll audit checkpoint --out checkpoint.json
  $ plimsoll audit checkpoint | ssh other-host 'cat >> plimsoll-checkpoints.jsonl'`
