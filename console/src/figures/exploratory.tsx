/** Labels what autotrading would not have traded without `--explore`; nothing for anything else. */
export const Exploratory = ({ of: { exploratory } }: { readonly of: { readonly exploratory: boolean } }) =>
  exploratory ? (
    <strong
      title="Without an expected edge after costs: traded only because the server runs with --explore"
      className="text-sm text-warn"
    >
      Exploratory
    </strong>
  ) : null
