import { formatInstantMs } from '../figures/instants.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type LogRecord, printLogFields } from './filters.ts'

/** One record of the log, which expands to its fields. */
export const LogLine = ({ record: { at, level, message, fields } }: { readonly record: LogRecord }) => {
  const [zone] = usePreference('zone')
  const line = (
    <>
      <time dateTime={at} className="whitespace-nowrap text-muted">
        {formatInstantMs(Date.parse(at), zone)}
      </time>
      <strong className={`w-12 shrink-0 ${COLOURS[level]}`}>{level}</strong>
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        {message} <span className="text-muted">{printLogFields(fields).slice(0, FIELDS_LENGTH_MAX)}</span>
      </span>
    </>
  )
  const style = 'flex flex-wrap items-baseline gap-x-3 px-3 py-1 sm:flex-nowrap'
  if (Object.keys(fields).length === 0) return <div className={style}>{line}</div>
  return (
    <details>
      <summary className={style}>{line}</summary>
      <pre className="border-t border-line bg-ground px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {JSON.stringify(fields, null, 2).replaceAll('\\n', '\n')}
      </pre>
    </details>
  )
}

/** Length of the fields on the line; all of them are in the expanded part. */
const FIELDS_LENGTH_MAX = 300

const COLOURS: Readonly<Record<LogRecord['level'], string>> = {
  TRACE: 'text-muted',
  DEBUG: 'text-muted',
  INFO: '',
  WARN: 'text-warn',
  ERROR: 'text-bad',
  FATAL: 'text-bad',
}
