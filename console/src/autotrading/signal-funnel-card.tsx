import { Age } from '../figures/age.tsx'
import { EventTime } from '../figures/event-time.tsx'
import { formatReading } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Decision } from './decision.ts'
import { barExtent, buildSignalFunnel, type FunnelStep } from './signal-funnel.ts'
import { useFilled } from './use-filled.ts'

/**
 * Card with the signal funnel of the last 24 hours, from the monitor's report: signals, candidates, those blocked by
 * each gate, orders and fills. The fills are counted from the decisions, including `liveDecisions`.
 */
export const SignalFunnelCard = ({ liveDecisions }: { readonly liveDecisions: readonly Decision[] }) => {
  const report = useChannel('monitor.pre-dispatch-root-cause-truth')?.data
  const data = report?.data
  const filled = useFilled(liveDecisions, data?.window)
  return (
    <Card
      title={t('Signal funnel')}
      age={report && <Age at={data?.window?.to ?? report.generatedAt} allowed={REPORT} />}
      wide
    >
      <div className={`grid grid-cols-1 content-start gap-3 ${report ? '' : 'min-h-88'}`}>
        {report && (
          <p>
            <Prose>{report.summary}</Prose>
          </p>
        )}
        {report && !data && <p className="text-muted">{t('Not available.')}</p>}
        {(!report || data) && (
          <Table
            label={t('Funnel steps')}
            columns={funnelColumns(data?.candidates ?? null)}
            rows={data ? buildSignalFunnel(data, filled) : undefined}
            rowKey={({ id }) => id}
            empty={t('No data yet.')}
            keepsColumns
          />
        )}
        {data?.window && (
          <p className="max-w-prose text-sm text-muted">
            {rich(
              'Decisions from {when} to {when2}{whole}. A candidate blocked by several gates is counted once, at the one with the lowest number. “Only blocker” counts the candidates that this gate alone blocked, “Any blocker” all that it blocked. Several signals can support one candidate, and signals on past bars create none.',
              {
                when: <EventTime at={data.window.from} />,
                when2: <EventTime at={data.window.to} />,
                whole: !data.window.whole && t(', less than the full 24 hours'),
              },
            )}
          </p>
        )}
      </div>
    </Card>
  )
}

const COLOURS: Readonly<Record<FunnelStep['kind'], string>> = {
  SIGNALS: 'bg-edge',
  CANDIDATES: 'bg-accent',
  BLOCKED: 'bg-warn',
  ORDERED: 'bg-good',
  FILLED: 'bg-good',
}

const funnelColumns = (candidates: number | null): readonly [Column<FunnelStep>, ...Column<FunnelStep>[]] => [
  {
    name: t('Step'),
    align: 'left',
    cell: (step) => <Step of={step} />,
  },
  { name: t('Count'), cell: ({ count }) => formatReading(count) },
  {
    name: t('Share of candidates'),
    align: 'left',
    cell: (fall) => <Bar of={fall} candidates={candidates} />,
  },
  { name: t('Only blocker'), isExtra: true, cell: ({ sole }) => sole !== null && formatReading(sole) },
  { name: t('Any blocker'), isExtra: true, cell: ({ any }) => any !== null && formatReading(any) },
]

/** Name of a step; in narrow layouts also the counts of a gate, which have no columns there. */
const Step = ({ of: { kind, name, sole, any } }: { readonly of: FunnelStep }) =>
  kind === 'BLOCKED' ? (
    <span className="block pl-3 font-normal whitespace-normal">
      − {name}
      <span className="block text-2xs text-muted @xl:hidden">
        {t('only blocker {sole}, any blocker {any}', { sole: formatReading(sole), any: formatReading(any) })}
      </span>
    </span>
  ) : (
    name
  )

const Bar = ({ of, candidates }: { readonly of: FunnelStep; readonly candidates: number | null }) => {
  const bar = barExtent(of, candidates)
  return (
    <span className="block h-4 w-20 @xl:w-full @xl:min-w-72">
      {bar && (
        <span
          className={`block h-full min-w-0.5 rounded-sm ${COLOURS[of.kind]}`}
          style={{ marginLeft: `${bar.startPct}%`, width: `${bar.widthPct}%` }}
        />
      )}
    </span>
  )
}
