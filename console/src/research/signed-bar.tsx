/** Bar around a centre line: gains extend to the right, losses to the left. */
export const SignedBar = ({ value, largest }: Drawing) => {
  const width = largest === 0 ? 0 : (Math.abs(value) / largest) * 50
  return (
    <span aria-hidden="true" className="relative block h-4 w-24 border-x border-line sm:w-64">
      <span className="absolute inset-y-0 left-1/2 w-px bg-edge" />
      <span
        className={`absolute inset-y-0 rounded-sm ${value < 0 ? 'bg-down' : 'bg-up'}`}
        style={{ left: `${value < 0 ? 50 - width : 50}%`, width: `${width}%` }}
      />
    </span>
  )
}

interface Drawing {
  readonly value: number
  /** Size of the largest bar in the group. */
  readonly largest: number
}
