import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { formatMeasured, formatReading } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'
import { Command } from '../ui/command.tsx'
import { CheckGlyph, CrossGlyph } from '../ui/glyphs.tsx'
import { ShareBar } from './share-bar.tsx'

type Packet = components['schemas']['LiveReadinessDecisionPacket']
type ReadinessGate = NonNullable<Packet['data']>['gates'][number]

/** Card with the requirements of live trading: failed, missing and met ones, and the host command that arms it. */
export const BeforeLiveCard = () => {
  const packet = useChannel('monitor.live-readiness-decision-packet')?.data
  const data = packet?.data
  if (!packet || !data) {
    return (
      <Card title={t('Before going live')}>
        <p className="text-muted">{packet ? packet.summary : t('Loading…')}</p>
      </Card>
    )
  }
  const done = data.counts.pass
  const open = data.gates
    .filter(({ status }) => status !== 'PASS')
    .toSorted((a, b) => RANKS[a.status] - RANKS[b.status])
  return (
    <Card title={t('Before going live')} age={<Age at={packet.generatedAt} allowed={REPORT} />}>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-3">
          <ShareBar share={data.gates.length === 0 ? 0 : done / data.gates.length} look="w-48" />
          <span>
            {rich('{strong} requirements met{waived}', {
              strong: <strong>{t('{done} of {length}', { done, length: data.gates.length })}</strong>,
              waived: data.counts.waived > 0 && t(', {waived} of them waived', { waived: data.counts.waived }),
            })}
          </span>
        </p>
        <p className="max-w-prose text-muted">
          {t('An operator arms live trading on the host once every requirement is met. It cannot be armed here.')}
        </p>
        <ol aria-label={t('Open requirements')} className="grid gap-2">
          {open.map((gate) => (
            <Requirement key={gate.id} gate={gate} />
          ))}
        </ol>
        <details>
          <summary className="min-h-8 font-semibold">{t('Met: {done}', { done })}</summary>
          <ol aria-label={t('Met requirements')} className="mt-2 grid gap-2">
            {data.gates
              .filter(({ status }) => status === 'PASS')
              .map((gate) => (
                <Requirement key={gate.id} gate={gate} />
              ))}
          </ol>
        </details>
        <div className="grid gap-1">
          {data.decision === 'GO' ? (
            <>
              <p className="text-sm text-muted">{t('Every requirement is met. To arm live trading, on the host:')}</p>
              <Command label={t('command that arms live trading')}>
                {`plimsoll live arm --packet ${data.packetHash} --reason "why" --for 3d`}
              </Command>
            </>
          ) : (
            <>
              <p className="text-sm text-muted">{t('Recorded checks, on the host:')}</p>
              <Command label={t('command that lists the recorded checks')}>plimsoll live checks</Command>
            </>
          )}
        </div>
      </div>
    </Card>
  )
}

const RANKS: Readonly<Record<ReadinessGate['status'], number>> = { FAIL: 0, MISSING: 1, PASS: 2 }

const MARKS: Readonly<Record<ReadinessGate['status'], { readonly mark: ReactNode; readonly look: string }>> = {
  FAIL: { mark: <CrossGlyph />, look: 'text-bad' },
  MISSING: { mark: '…', look: 'text-warn' },
  PASS: { mark: <CheckGlyph />, look: 'text-good' },
}

const Requirement = ({ gate }: { readonly gate: ReadinessGate }) => {
  const { id, title, status, waived, measured, threshold, unit, remedy } = gate
  const { mark, look } = MARKS[status]
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
      <strong className={look}>
        <span aria-hidden="true">{mark}</span>
        <span className="sr-only">{status}</span>
      </strong>
      <div>
        <p>
          {title} <span className="text-sm text-muted">{id}</span>
          {waived && <span className="text-sm text-warn"> {t('waived')}</span>}
          {measured !== null && (
            <span className="text-sm text-muted">
              {' '}
              ·{' '}
              <Prose>
                {t('measured {measured}, required {threshold}', {
                  measured: formatReading(measured),
                  threshold: formatMeasured(threshold, unit ?? ''),
                })}
              </Prose>
            </span>
          )}
        </p>
        {status !== 'PASS' && (
          <p className="text-sm text-muted">
            <Prose>{remedy}</Prose>
          </p>
        )}
      </div>
    </li>
  )
}
