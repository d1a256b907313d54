/** Execution modes: what is at stake in each, and its colour. */
export const EXECUTIONS = {
  PAPER: { stake: 'no real money', ground: 'bg-paper', frame: 'border-paper' },
  PRACTICE: { stake: 'exchange account without real money', ground: 'bg-paper', frame: 'border-paper' },
  LIVE: { stake: 'real money', ground: 'bg-stop', frame: 'border-stop' },
} as const
