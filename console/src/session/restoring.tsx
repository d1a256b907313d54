interface Opening {
  /** Why the session from before could not be taken up yet; null before anything was in the way. */
  readonly trouble: string | null
  readonly onForget: () => void
}

/** While the session of before is taken up again, and for as long as something is in the way of that. */
export const Restoring = ({ trouble, onForget }: Opening) => (
  <main className="mx-auto flex max-w-md flex-col gap-4 p-6">
    <h1 className="sr-only">Plimsoll</h1>
    <p role="status" className="text-muted">
      {trouble === null ? 'Opening the console …' : `The console cannot be opened yet: ${trouble} Trying again …`}
    </p>
    {trouble !== null && (
      <div className="grid gap-4">
        <p>
          On the host <code>plimsoll stop</code> stops all trading without the console.
        </p>
        <button type="button" className="quiet-button justify-self-start" onClick={onForget}>
          Log in anew
        </button>
      </div>
    )}
  </main>
)
