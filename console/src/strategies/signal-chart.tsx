import { t } from '../messages/messages.ts'
import { Part } from '../ui/part.tsx'
import { Problem } from '../ui/problem.tsx'
import { buildSignalBars, describeBars, type SignalBar } from './signal-bars.ts'
import { useLastSignals } from './use-strategies.ts'

/** Outcomes of the last signals of a strategy as bars, the newest at the right. */
export const SignalChart = ({ strategyId }: { readonly strategyId: string }) => {
  const { data, error } = useLastSignals(strategyId)
  const bars = data && buildSignalBars(data.items)
  return (
    <Part title={t('Net R of the last signals, traded or not')}>
      {error && <Problem title={t('Loading failed')} error={error} />}
      {!bars && !error && <p className="min-h-32 text-muted">{t('Loading…')}</p>}
      {bars?.length === 0 && <p className="text-muted">{t('No signals yet.')}</p>}
      {bars && bars.length > 0 && (
        <>
          <Bars bars={bars} />
          <p className="mt-1 text-sm text-muted">{describeBars(bars)}</p>
        </>
      )}
    </Part>
  )
}

const HEIGHT = 96
const MIDDLE = HEIGHT / 2
const STEP = 12
const WIDTH = 8
/** Mark of a signal without a result. */
const MARK = 6

const Bars = ({ bars }: { readonly bars: readonly SignalBar[] }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${Math.max(bars.length, SLOTS) * STEP} ${HEIGHT}`}
    className="h-24 w-full"
    preserveAspectRatio="none"
  >
    <line x1="0" x2="100%" y1={MIDDLE} y2={MIDDLE} className="stroke-edge" vectorEffect="non-scaling-stroke" />
    {bars.map((bar, index) => (
      <Bar key={bar.signalId} bar={bar} x={index * STEP + (STEP - WIDTH) / 2} />
    ))}
  </svg>
)

/** Minimum number of slots; unused ones stay empty at the right. */
const SLOTS = 50

const Bar = ({ bar: { netR, share, isLost }, x }: { readonly bar: SignalBar; readonly x: number }) => {
  if (netR === null) {
    return (
      <rect
        x={x}
        y={MIDDLE - MARK / 2}
        width={WIDTH}
        height={MARK}
        className={isLost ? 'fill-warn' : 'fill-raised stroke-edge'}
        vectorEffect="non-scaling-stroke"
      />
    )
  }
  const height = Math.max(1, share * MIDDLE)
  return (
    <rect
      x={x}
      y={netR > 0 ? MIDDLE - height : MIDDLE}
      width={WIDTH}
      height={height}
      className={netR > 0 ? 'fill-up' : 'fill-down'}
    />
  )
}
