import { t } from '../messages/messages.ts'

/** Label of candidates, orders and trades that exist only because of `--explore`; empty for others. */
export const Exploratory = ({ of: { exploratory } }: { readonly of: { readonly exploratory: boolean } }) =>
  exploratory ? (
    <strong
      title={t('Without an expected edge after costs: traded only because the server runs with --explore')}
      className="text-sm text-warn"
    >
      {t('Exploratory')}
    </strong>
  ) : null
