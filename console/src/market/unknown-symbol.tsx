import { Link } from 'wouter'
import { marketPath, type Place } from './place.ts'

/** Message that the symbol in the URL is not available, with links to the available ones. */
export const UnknownSymbol = ({ place: { symbol, interval }, instruments }: Unknown) => (
  <div role="alert">
    <p>
      <strong>{symbol}</strong> is not available. Available symbols:
    </p>
    <ul className="flex flex-wrap gap-x-4">
      {instruments.map((known) => (
        <li key={known.symbol}>
          <Link
            href={marketPath({ symbol: known.symbol, interval })}
            className="inline-block min-h-6 text-accent underline"
          >
            {known.symbol}
          </Link>
        </li>
      ))}
    </ul>
  </div>
)

interface Unknown {
  readonly place: Place
  readonly instruments: readonly { readonly symbol: string }[]
}
