import { useChannel } from '../live/use-live.ts'

const LOOKS = {
  PAPER: { colour: 'bg-paper text-white', about: 'No money is at stake' },
  PRACTICE: { colour: 'bg-paper text-white', about: 'At an exchange where no money is at stake' },
  LIVE: { colour: 'bg-stop text-white', about: 'Real money' },
} as const

/** Whether money is at stake, in a word. */
export const ModeBadge = () => {
  const status = useChannel('autotrading.status')
  if (!status) return <span className="text-muted">…</span>
  const { execution, name } = status.data.exchange
  const { colour, about } = LOOKS[execution]
  return (
    <strong title={`${about}: ${name}`} className={`rounded px-2 py-1 tracking-wide ${colour}`}>
      {execution}
    </strong>
  )
}
