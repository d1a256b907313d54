/** Timeline bar with segments, each at least two pixels wide. */
export const TimeBar = ({ fromMs, toMs, segments, label }: Drawing) => {
  const toShare = (ms: number): number => ((ms - fromMs) / Math.max(1, toMs - fromMs)) * 100
  return (
    <span
      role="img"
      aria-label={label}
      className="relative block h-4 w-full overflow-hidden rounded-sm bg-hover sm:min-w-72"
    >
      {segments.map((segment) => (
        <span
          key={`${segment.fromMs} ${segment.colour}`}
          title={segment.title}
          className={`absolute inset-y-0 min-w-0.5 ${segment.colour}`}
          style={{ left: `${toShare(segment.fromMs)}%`, width: `${toShare(segment.toMs) - toShare(segment.fromMs)}%` }}
        />
      ))}
    </span>
  )
}

interface Segment {
  readonly fromMs: number
  readonly toMs: number
  /** Background class. */
  readonly colour: string
  readonly title: string
}

interface Drawing {
  readonly fromMs: number
  readonly toMs: number
  readonly segments: readonly Segment[]
  /** Describes the bar to screen readers. */
  readonly label: string
}
