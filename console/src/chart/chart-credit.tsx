/** Attribution of the chart library, as its licence requires. */
export const ChartCredit = () => (
  <p className="mt-2 text-sm text-muted">
    Charts by{' '}
    <a
      href="https://www.tradingview.com/"
      rel="noopener noreferrer"
      target="_blank"
      className="inline-block min-h-6 text-accent underline"
    >
      TradingView Lightweight Charts™
    </a>
  </p>
)
