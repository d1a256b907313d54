import { History } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Candle } from '../chart/candles.ts'
import { replayedCandles, replayStart } from '../chart/replay.ts'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

/** Returns the candles to show: all, or those of a replay; with the button that starts a replay, and its controls. */
export const useReplay = (candles: readonly Candle[] | undefined): Replay => {
  const [untilMs, setUntilMs] = useState<number>()
  const replayed = useMemo(
    () => (candles && untilMs !== undefined ? replayedCandles(candles, untilMs) : candles),
    [candles, untilMs],
  )
  const isOn = untilMs !== undefined
  const start = candles && replayStart(candles)
  return {
    isOn,
    candles: replayed,
    button: (
      <button
        type="button"
        aria-label={t('Replay')}
        title={t('Replay')}
        aria-pressed={isOn}
        className="tool-button"
        disabled={start === undefined}
        onClick={() => setUntilMs(isOn ? undefined : start)}
      >
        <History aria-hidden="true" className="size-4" />
      </button>
    ),
    controls: isOn && candles && (
      <ReplayControls candles={candles} untilMs={untilMs} onMove={setUntilMs} onEnd={() => setUntilMs(undefined)} />
    ),
  }
}

interface Replay {
  readonly isOn: boolean
  readonly candles: readonly Candle[] | undefined
  readonly button: ReactNode
  readonly controls: ReactNode
}

const ReplayControls = lazyComponent(async () => (await import('./replay-controls.tsx')).ReplayControls)
