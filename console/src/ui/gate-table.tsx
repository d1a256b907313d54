/** Pre-trade checks (gates) as a table, and as lists of blocking and failed gates. */

import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { formatReading } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { CheckGlyph, CrossGlyph } from './glyphs.tsx'
import { type Column, Table } from './table.tsx'

/** Table of the gates that ran, with their measurements. */
export const GateTable = ({ gates }: { readonly gates: readonly Gate[] }) => (
  <Table
    label={t('Gates')}
    columns={COLUMNS}
    rows={gates}
    rowKey={({ gateId, code }) => `${gateId} ${code}`}
    empty={t('No checks were run.')}
  />
)

type Gate = components['schemas']['GateReading']

const KINDS: Readonly<Record<Gate['kind'], string>> = {
  S: 'safety',
  D: 'data',
  B: 'budget',
  Q: 'quality',
  C: 'configuration',
}

const COLUMNS: readonly [Column<Gate>, ...Column<Gate>[]] = [
  { name: t('Gate'), align: 'left', cell: ({ gateId, code }) => `${gateId} ${code}` },
  { name: t('Verdict'), align: 'left', cell: (gate) => <GateVerdict gate={gate} /> },
  { name: t('Measured'), cell: ({ observed }) => formatReading(observed) },
  { name: t('Limit'), cell: ({ limit }) => formatReading(limit) },
  { name: t('Unit'), align: 'left', cell: ({ unit }) => unit },
  { name: t('Kind'), align: 'left', cell: ({ kind }) => KINDS[kind] },
]

/** Verdict of a gate: passed, blocked, or recorded only. */
export const GateVerdict = ({ gate: { pass, enforced } }: { readonly gate: Gate }) => {
  if (pass)
    return (
      <span className="text-good">
        <CheckGlyph />
        {t('passed')}
      </span>
    )
  return enforced ? (
    <strong className="text-bad">
      <CrossGlyph />
      {t('gate|blocked')}
    </strong>
  ) : (
    <span className="text-warn">{t('! recorded only')}</span>
  )
}

/** List of the blocking gates; renders nothing if there are none. */
export const BlockingGates = ({ gates }: { readonly gates: readonly Gate[] }) => {
  const holding = gates.filter(({ pass, enforced }) => enforced && !pass)
  return holding.length === 0 ? null : <GateDetails gates={holding} />
}

/** List of the gates that failed but do not block; renders nothing if there are none. */
export const RecordedGates = ({ gates }: { readonly gates: readonly Gate[] }) => {
  const noted = gates.filter(({ enforced, pass }) => !enforced && !pass)
  return noted.length === 0 ? null : <GateDetails gates={noted} mark={NOTED} />
}

const BLOCKED = (
  <strong className="text-bad">
    <CrossGlyph />
  </strong>
)
const NOTED = <strong className="shrink-0 text-warn">{t('! Recorded only:')}</strong>

export type Holding = Pick<Gate, 'gateId' | 'code' | 'detail'>

interface Worded {
  readonly gates: readonly Holding[]
  readonly mark?: ReactNode
}

/** List of gates that failed, each with its measurement, limit and remedy. */
export const GateDetails = ({ gates, mark = BLOCKED }: Worded) => (
  <ul className="grid gap-1">
    {gates.map(({ gateId, code, detail }) => (
      <li key={`${gateId} ${code}`} className="flex items-baseline gap-1">
        {mark}{' '}
        <span className="block min-w-0 first-letter:uppercase">
          <Prose>{detail}</Prose>{' '}
          <span className="text-sm text-muted">
            {gateId} {code}
          </span>
        </span>
      </li>
    ))}
  </ul>
)
