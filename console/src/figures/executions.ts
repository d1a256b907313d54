/** Execution modes (paper, practice, live): a description of the money at risk, and the colour of each. */
export const EXECUTIONS = {
  PAPER: { stake: 'no real money', ground: 'bg-paper', frame: 'border-paper' },
  PRACTICE: { stake: 'exchange account without real money', ground: 'bg-paper', frame: 'border-paper' },
  LIVE: { stake: 'real money', ground: 'bg-stop', frame: 'border-stop' },
} as const
