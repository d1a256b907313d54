import { Age } from '../figures/age.tsx'
import { formatPercent, formatReading, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type Calibration, type StrategyRow, summariseCalibration } from './strategy-rows.ts'

/** Calibration of a strategy: how well its scores have predicted its outcomes, by timeframe and regime. */
export const CalibrationCard = ({ row: { calibration }, calibratedAt }: Calibrating) => (
  <Card title={t('Calibration')} age={calibratedAt && <Age at={calibratedAt} />}>
    <div className="grid grid-cols-1 gap-3">
      {calibration && calibration.length > 0 && <p>{describe(calibration)}</p>}
      <Table
        label={t('Calibration')}
        columns={COLUMNS}
        rows={calibration}
        rowKey={({ definitionDigest, timeframe, regime }) => `${definitionDigest} ${timeframe} ${regime}`}
        empty={t('No outcomes yet: win probabilities are still the prior, so no signal has an expected edge.')}
        detail={(one) => <Curve of={one} />}
      />
    </div>
  </Card>
)

interface Calibrating {
  readonly row: StrategyRow
  readonly calibratedAt: string | undefined
}

const describe = (calibration: readonly Calibration[]): string => {
  const { outcomes, groups, skilled } = summariseCalibration(calibration)
  return t(
    '{outcomes} outcomes. Its scores predict better than the base rate in {skilled} of {groups} groups of timeframe and regime.',
    { outcomes: formatReading(outcomes), skilled, groups },
  )
}

const METHODS: Readonly<Record<NonNullable<Calibration['method']>, string>> = {
  PRIOR_ONLY: t('Prior'),
  SHRUNK: t('Shrunk'),
  PLATT: t('Platt'),
  ISOTONIC: t('Isotonic'),
}

const COLUMNS: readonly [Column<Calibration>, ...Column<Calibration>[]] = [
  {
    name: t('Bars, regime, method'),
    align: 'left',
    cell: ({ timeframe, regime, method, reverted }) => (
      <Stacked note={reverted ? t('Base rate') : method === null ? UNKNOWN : METHODS[method]}>
        {timeframe} {regime.replaceAll('_', ' ').toLowerCase()}
      </Stacked>
    ),
  },
  { name: t('Outcomes'), cell: ({ outcomes }) => formatReading(outcomes) },
  {
    name: t('Base rate'),
    cell: ({ baseRate }) => (baseRate === null ? UNKNOWN : formatPercent(100 * baseRate)),
  },
  { name: t('Brier skill'), cell: ({ brierSkill }) => formatReading(brierSkill) },
]

const SIZE = 100

/** Probability by score. */
const Curve = ({ of: { curve } }: { readonly of: Calibration }) => {
  const [first, last] = [curve[0], curve.at(-1)]
  if (!first || !last || last.score === first.score)
    return <p className="text-sm text-muted">{t('There are too few outcomes for a curve.')}</p>
  const span = last.score - first.score
  const points = curve.map(({ score, p }) => `${(SIZE * (score - first.score)) / span},${SIZE * (1 - p)}`)
  return (
    <figure>
      <svg aria-hidden="true" viewBox={`0 0 ${SIZE} ${SIZE}`} className="h-32 w-full" preserveAspectRatio="none">
        <rect width={SIZE} height={SIZE} className="fill-none stroke-line" vectorEffect="non-scaling-stroke" />
        <polyline
          points={points.join(' ')}
          className="fill-none stroke-accent"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="text-sm text-muted">
        {t('Probability of the target: {percent} at score {score}, {percent2} at score {score2}.', {
          percent: formatPercent(100 * first.p),
          score: formatReading(first.score),
          percent2: formatPercent(100 * last.p),
          score2: formatReading(last.score),
        })}
      </figcaption>
    </figure>
  )
}
