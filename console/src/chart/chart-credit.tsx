import { rich } from '../messages/rich.tsx'

/** Attribution of the chart library, as its licence requires. */
export const ChartCredit = ({ look }: { readonly look: string }) => (
  <a
    href="https://www.tradingview.com/"
    rel="noopener noreferrer"
    target="_blank"
    className={`inline-flex min-h-6 items-center text-muted hover:text-accent hover:underline ${look}`}
  >
    {rich('Charts by TradingView<span> Lightweight Charts™</span>', {
      span: (text) => <span className="sr-only">{text}</span>,
    })}
  </a>
)
