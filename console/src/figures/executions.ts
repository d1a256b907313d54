/** Where orders go: what is at stake there, and the colour that says so. */
export const EXECUTIONS = {
  PAPER: { stake: 'no money is at stake', ground: 'bg-paper', frame: 'border-paper' },
  PRACTICE: { stake: 'at an exchange where no money is at stake', ground: 'bg-paper', frame: 'border-paper' },
  LIVE: { stake: 'this is real money', ground: 'bg-stop', frame: 'border-stop' },
} as const
