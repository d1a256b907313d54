/** Metric families in the Prometheus data model. */

/** One sample of a family; null and non-finite values are omitted. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number | null | undefined
}

/** Samples of one metric. Names end in their base unit, and in `_total` for counters. */
export interface MetricFamily {
  readonly name: string
  readonly type: 'gauge' | 'counter'
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Creates a family with a single value. */
export const gauge = (name: string, help: string, value: Sample['value']): MetricFamily => ({
  name,
  type: 'gauge',
  help,
  samples: [{ value }],
})

/** Creates a family with a value for each value of a label. */
export const gauges = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  type: 'gauge',
  help,
  samples,
})

export const counters = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  type: 'counter',
  help,
  samples,
})

/** Converts a boolean to 1 or 0; null when undefined. */
export const flag = (isSo: boolean | undefined): number | null => (isSo === undefined ? null : Number(isSo))

export const toSeconds = (ms: number | null | undefined): number | null => (ms == null ? null : ms / 1_000)

/** Prints the Prometheus text format 0.0.4; omits a family without values. */
export const printFamilies = (families: readonly MetricFamily[]): string => families.map(printFamily).join('')

const printFamily = ({ name, type, help, samples }: MetricFamily): string => {
  const lines = samples.flatMap(({ labels = {}, value }) =>
    value == null || !Number.isFinite(value) ? [] : [`plimsoll_${name}${printLabels(labels)} ${value}\n`],
  )
  if (lines.length === 0) return ''
  return `# HELP plimsoll_${name} ${escapeHelp(help)}\n# TYPE plimsoll_${name} ${type}\n${lines.join('')}`
}

const printLabels = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"')
