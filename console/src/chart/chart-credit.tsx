/** Attribution of the chart library, as its licence requires. */
export const ChartCredit = ({ look }: { readonly look: string }) => (
  <a
    href="https://www.tradingview.com/"
    rel="noopener noreferrer"
    target="_blank"
    className={`inline-flex min-h-6 items-center text-muted hover:text-accent hover:underline ${look}`}
  >
    Charts by TradingView<span className="sr-only"> Lightweight Charts™</span>
  </a>
)
