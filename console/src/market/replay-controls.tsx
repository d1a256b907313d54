import { Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Candle } from '../chart/candles.ts'
import { replayedCandles, replayStep } from '../chart/replay.ts'
import { formatInstant } from '../figures/instants.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { Choice } from '../ui/choice.tsx'

/** Controls of a replay, marked so that its candles are not mistaken for the present market. */
export const ReplayControls = ({ candles, untilMs, onMove, onEnd }: Replaying) => {
  const [zone] = usePreference('zone')
  const [speed, setSpeed] = useState<Speed>('2')
  const [isPlaying, setPlaying] = useState(false)
  const closed = candles.filter((candle) => candle.closed)
  const reached = replayedCandles(candles, untilMs).length
  const isAtEnd = reached >= closed.length
  useEffect(() => {
    if (!isPlaying) return
    if (isAtEnd) return setPlaying(false)
    const next = setTimeout(() => onMove(replayStep(candles, untilMs, 1)), 1_000 / Number(speed))
    return () => clearTimeout(next)
  }, [isPlaying, isAtEnd, candles, untilMs, speed, onMove])
  const step = (bars: number): void => {
    setPlaying(false)
    onMove(replayStep(candles, untilMs, bars))
  }
  return (
    <section
      aria-label={t('Replay')}
      className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b-2 border-warn px-2 py-1 text-xs"
    >
      <strong className="text-warn">{t('REPLAY')}</strong>
      <span>{formatInstant(untilMs + 1, zone)}</span>
      <button type="button" aria-label={t('One candle back')} className="tool-button" onClick={() => step(-1)}>
        <StepBack aria-hidden="true" className="size-4" />
      </button>
      <button
        type="button"
        aria-label={isPlaying ? t('Pause the replay') : t('Play')}
        className="tool-button"
        disabled={isAtEnd}
        onClick={() => setPlaying(!isPlaying)}
      >
        {isPlaying ? <Pause aria-hidden="true" className="size-4" /> : <Play aria-hidden="true" className="size-4" />}
      </button>
      <button type="button" aria-label={t('One candle forward')} className="tool-button" onClick={() => step(1)}>
        <StepForward aria-hidden="true" className="size-4" />
      </button>
      <Choice label={t('Speed')} isNamed={false} value={speed} choices={SPEEDS} onChoose={setSpeed} />
      <input
        type="range"
        aria-label={t('Replay candle')}
        aria-valuetext={formatInstant(untilMs + 1, zone)}
        className="min-h-6 min-w-24 grow"
        min={1}
        max={closed.length}
        value={reached}
        onChange={({ target }) => step(Number(target.value) - reached)}
      />
      <button type="button" className="quiet-button text-xs" onClick={onEnd}>
        {t('End replay')}
      </button>
      <span className="text-muted">{t('Past candles. Orders go to the current market.')}</span>
    </section>
  )
}

/** Candles in a second. */
const SPEEDS = { '1': t('1 candle/s'), '2': t('2 candles/s'), '5': t('5 candles/s'), '10': t('10 candles/s') } as const
type Speed = keyof typeof SPEEDS

interface Replaying {
  /** All candles of the chart. */
  readonly candles: readonly Candle[]
  /** Instant that the replay has reached. */
  readonly untilMs: number
  readonly onMove: (untilMs: number) => void
  readonly onEnd: () => void
}
