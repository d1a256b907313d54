/** Execution modes: what is at stake in each, and its colour. */
export const EXECUTIONS = {
  PAPER: { stake: 'no money is at stake', ground: 'bg-paper', frame: 'border-paper' },
  PRACTICE: { stake: 'at an exchange where no money is at stake', ground: 'bg-paper', frame: 'border-paper' },
  LIVE: { stake: 'this is real money', ground: 'bg-stop', frame: 'border-stop' },
} as const
