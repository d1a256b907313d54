import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { formatObjective } from './objectives.ts'
import { buildTrialMap, measureExtent, toShare } from './trial-map.ts'
import type { ResearchSearchDetail } from './types.ts'

/** Chart of a search: the objective by parameters, as a heat map over two or a scatter plot over one. */
export const TrialChart = ({ search, chosen }: Drawing) => {
  const names = search.space.map(({ name }) => name)
  const [across, setAcross] = useState(names[0] ?? '')
  const [down, setDown] = useState(names[1] ?? '')
  const choices = Object.fromEntries(names.map((name) => [name, name]))
  if (!measureExtent(search.scored))
    return (
      <p className="text-muted">
        {t(
          'No trial could be scored: a score requires 30 trades, and 30 days for a Sharpe or Sortino ratio. Use a longer range.',
        )}
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-3">
      {names.length > 1 && (
        <div className="flex flex-wrap gap-3">
          <Choice label={t('Across')} value={across} choices={choices} onChoose={setAcross} />
          <Choice label={t('Down')} value={down} choices={{ ...choices, '': t('scatter') }} onChoose={setDown} />
        </div>
      )}
      {down === '' || down === across ? (
        <Scatter search={search} name={across} chosen={chosen} />
      ) : (
        <HeatMap search={search} across={across} down={down} chosen={chosen} />
      )}
    </div>
  )
}

interface Drawing {
  readonly search: ResearchSearchDetail
  /** Number of the chosen trial. */
  readonly chosen: number | undefined
}

const STRENGTH = 45

const HeatMap = ({ search, across, down, chosen }: Drawing & { readonly across: string; readonly down: string }) => {
  const { columns, rows } = buildTrialMap(search.scored, across, down)
  const extent = measureExtent(search.scored) ?? [0, 0]
  return (
    <section
      aria-label={t('Heat map of trials')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="scrolls-aside"
    >
      <table className="border-separate border-spacing-0.5 text-sm max-sm:w-full max-sm:table-fixed max-sm:text-2xs">
        <caption className="pb-1 text-left text-muted">
          {t('Columns: {across}; rows: {down}. The framed cell is selected.', { across, down })}
        </caption>
        <thead>
          <tr>
            <th scope="col" className="px-2 text-left font-normal text-muted max-sm:px-0">
              <span className="max-sm:sr-only">{`${down} \\ ${across}`}</span>
            </th>
            {columns.map((value) => (
              <th key={value} scope="col" className="px-2 font-normal text-muted">
                {value}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, cells }) => (
            <tr key={value}>
              <th scope="row" className="px-2 text-right font-normal text-muted">
                {value}
              </th>
              {cells.map((trial, index) => (
                <td
                  key={columns[index]}
                  className={`h-9 rounded-sm text-center sm:min-w-16 sm:px-2 ${trial !== undefined && trial.number === chosen ? 'font-semibold outline-2 -outline-offset-2 outline-ink' : ''}`}
                  style={{ background: toGround(trial?.value, extent) }}
                >
                  {trial?.value == null ? '—' : formatObjective(search.objective, trial.value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const toGround = (value: number | null | undefined, extent: readonly [number, number]): string =>
  value == null
    ? 'transparent'
    : `color-mix(in srgb, var(--color-accent) ${Math.round(toShare(value, extent) * STRENGTH)}%, var(--color-hover))`

const [WIDTH, HEIGHT, LEFT, BOTTOM, PAD] = [640, 240, 56, 32, 12]

const Scatter = ({ search, name, chosen }: Drawing & { readonly name: string }) => {
  const extent = measureExtent(search.scored) ?? [0, 0]
  const values = search.scored.map(({ params }) => params[name] ?? 0)
  const range = [Math.min(...values), Math.max(...values)] as const
  const x = (value: number): number => LEFT + PAD + toShare(value, range) * (WIDTH - LEFT - 2 * PAD)
  const y = (value: number): number => HEIGHT - BOTTOM - PAD - toShare(value, extent) * (HEIGHT - BOTTOM - 2 * PAD)
  return (
    <svg
      role="img"
      aria-label={t('Objective by {name}; values in the table below', { name })}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="w-full max-w-3xl text-muted"
    >
      <path d={`M${LEFT} ${PAD}V${HEIGHT - BOTTOM}H${WIDTH}`} fill="none" stroke="currentColor" />
      <g fill="currentColor" fontSize="12">
        <text x={LEFT - 6} y={y(extent[1]) + 4} textAnchor="end">
          {formatObjective(search.objective, extent[1])}
        </text>
        <text x={LEFT - 6} y={y(extent[0]) + 4} textAnchor="end">
          {formatObjective(search.objective, extent[0])}
        </text>
        <text x={x(range[0])} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
          {range[0]}
        </text>
        <text x={x(range[1])} y={HEIGHT - BOTTOM + 16} textAnchor="end">
          {range[1]}
        </text>
        <text x={(LEFT + WIDTH) / 2} y={HEIGHT - 4} textAnchor="middle">
          {name}
        </text>
      </g>
      {search.scored.map(({ number, params, value }) =>
        value === null ? null : (
          <circle
            key={number}
            cx={x(params[name] ?? 0)}
            cy={y(value)}
            r={number === chosen ? 7 : 4}
            className={number === chosen ? 'fill-warn' : 'fill-accent'}
          >
            <title>
              {t('trial {number}: {name}={parameter}, {objective}', {
                number,
                name,
                parameter: params[name],
                objective: formatObjective(search.objective, value),
              })}
            </title>
          </circle>
        ),
      )}
    </svg>
  )
}
