import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { SURFACES } from '../../contract/monitor/index.ts'
import { auditFiles } from '../../server/adapters/store/audit/audit-files.ts'
import { aTerminal, engineParts } from '../../server/cli/cli-fixture.ts'
import { createProgram } from '../../server/cli/program.ts'
import { strategiesFor } from '../../server/domain/signal/strategies/index.ts'

const program = createProgram({
  version: '0',
  terminal: aTerminal({}).terminal,
  start: async () => {},
  dataDir: () => '',
  audit: auditFiles,
  ...engineParts(),
  host: () => ({ call: async () => ({ ok: true, value: null }) }),
})

const commandNames = ({ commands }: Command, before = ''): string[] =>
  commands.flatMap((command) => {
    const name = before + command.name()
    const inner = commandNames(command, `${name} `)
    return inner.length === 0 || ['backup', 'engine', 'stop', 'strategies'].includes(name) ? [name, ...inner] : inner
  })

const readGuide = (name: string): string => readFileSync(`docs/guide/${name}.md`, 'utf8')

it('gives the number of built-in strategies in the README as the server prints it', () => {
  const [, count] = /ON: (\d+) strategies/.exec(readFileSync('README.md', 'utf8')) ?? []
  expect(Number(count)).toBe(strategiesFor('1m').length)
})

describe('the guide', () => {
  it('lists every host command, and no other', () => {
    const listed = [...readGuide('cli').matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g)].map(([, name = '']) => name),
    )
    expect(listed.toSorted()).toEqual(commandNames(program).toSorted())
  })

  it('lists every flag of start, and no other', () => {
    const start = program.commands.find((command) => command.name() === 'start')
    const flags = [...(start?.options ?? []), ...program.options].map(({ long }) => long)
    const listed = [...readGuide('configuration').matchAll(/^\| (`--.*?) \| /gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(--[a-z-]+)`/g)].map(([, name]) => name),
    )
    expect(listed.toSorted()).toEqual(flags.filter((flag) => !['--json', '--version'].includes(flag ?? '')).toSorted())
  })

  it('lists every monitor surface with its question', () => {
    const listed = [...readGuide('operations').matchAll(/^\| `([a-z0-9-]+)` \| (.*) \|$/gm)]
    expect(listed.map(([, surface, question]) => [surface, question])).toEqual(
      SURFACES.map(({ surface, question }) => [surface, question]),
    )
  })
})
