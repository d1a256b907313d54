/** Navigation of the documentation site: its chapters and pages in reading order. */

/** A Markdown file and its name in the navigation. */
type Entry = readonly [file: string, label: string]

export interface Chapter {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** File of the first page of the site. */
export const HOME = 'docs/README.md'

/** Every page of the site, in reading order. */
export const NAVIGATION: readonly Chapter[] = [
  {
    title: 'Get started',
    entries: [
      ['docs/guide/install.md', 'Install'],
      ['docs/guide/first-trade.md', 'Your first trade'],
    ],
  },
  {
    title: 'Trade',
    entries: [
      ['docs/guide/trading.md', 'Trading and autotrading'],
      ['docs/guide/positions.md', 'Positions and stops'],
      ['docs/guide/strategies.md', 'Strategies'],
      ['docs/guide/research.md', 'Backtest a strategy'],
      ['docs/guide/constitution.md', 'Limits (constitution)'],
      ['docs/guide/pause-and-stop.md', 'Pause and emergency stop'],
    ],
  },
  {
    title: 'Markets',
    entries: [
      ['docs/guide/markets.md', 'Markets'],
      ['docs/guide/exchanges.md', 'Exchanges'],
      ['docs/guide/keys.md', 'API keys'],
      ['docs/guide/market-data.md', 'Market history'],
      ['docs/guide/local-exchange.md', 'Local exchange'],
      ['docs/guide/faults.md', 'Fault injection'],
    ],
  },
  {
    title: 'Build on it',
    entries: [
      ['docs/guide/api.md', 'API and stream'],
      ['client/README.md', 'TypeScript client'],
      ['docs/guide/python.md', 'Python bot'],
      ['docs/guide/cli.md', 'Host command'],
    ],
  },
  {
    title: 'Operate',
    entries: [
      ['docs/guide/configuration.md', 'Settings'],
      ['docs/guide/scale.md', 'Several machines'],
      ['docs/guide/operations.md', 'Monitor and metrics'],
      ['docs/guide/monitoring.md', 'Prometheus and Grafana'],
      ['docs/guide/messenger.md', 'Alerts and digests'],
      ['docs/guide/runbook.md', 'Runbook'],
      ['docs/guide/backup.md', 'Backup'],
      ['docs/guide/upgrade.md', 'Upgrade'],
      ['docs/guide/containers.md', 'Containers'],
      ['docs/guide/tls-and-proxies.md', 'TLS and proxies'],
      ['docs/guide/security.md', 'Security'],
      ['docs/guide/audit.md', 'Audit log'],
    ],
  },
  {
    title: 'Develop',
    entries: [
      ['CONTRIBUTING.md', 'Contributing'],
      ['docs/ARCHITECTURE.md', 'Architecture'],
      ['docs/DECISIONS.md', 'Decisions'],
      ['docs/dev/style.md', 'Style'],
      ['docs/dev/design.md', 'Design of the console'],
      ['docs/dev/glossary.md', 'Glossary'],
      ['docs/guide/testing.md', 'Testing'],
      ['docs/dev/simulation.md', 'Simulation'],
      ['docs/dev/performance.md', 'Performance'],
    ],
  },
  {
    title: 'Project',
    entries: [
      ['CHANGELOG.md', 'Changelog'],
      ['SECURITY.md', 'Report a vulnerability'],
    ],
  },
]
