import { Fragment } from 'react'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Modal } from '../ui/modal.tsx'
import { isSingleKey, type Shortcut, shortcutsFor } from './shortcuts.ts'
import { SingleKeys } from './single-keys.tsx'

/** Dialog that lists the keyboard shortcuts, with the setting for single-key ones. */
export const Help = ({ onClose }: { readonly onClose: () => void }) => {
  const signedIn = useSignedIn()
  const [singleKeys] = usePreference('singleKeys')
  return (
    <Modal title={t('Keyboard')} onClose={onClose}>
      <table className="w-full">
        <caption className="sr-only">{t('Shortcuts')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Keys')}</th>
            <th scope="col">{t('Action')}</th>
          </tr>
        </thead>
        <tbody>
          {shortcutsFor(signedIn).map((shortcut) => (
            <tr key={shortcut.name} className="border-t border-line first:border-0">
              <th scope="row" className="py-1 pr-4 text-left font-normal whitespace-nowrap">
                <Keys of={shortcut} />
              </th>
              <td className="py-1">
                {shortcut.does}
                {singleKeys === 'off' && isSingleKey(shortcut) && <span className="text-muted"> {t('(off)')}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        {rich(
          'No shortcut sends an order. Single-key shortcuts are off while a text field has focus. {kbd} is {kbd2} on Mac.',
          { kbd: <kbd>Ctrl</kbd>, kbd2: <kbd>Cmd</kbd> },
        )}
      </p>
      <SingleKeys />
    </Modal>
  )
}

const Keys = ({ of: { chords } }: { readonly of: Shortcut }) =>
  chords.map((chord, index) => (
    <Fragment key={chord}>
      {index > 0 && t(' then ')}
      {chord.split('+').map((key, at) => (
        <Fragment key={key}>
          {at > 0 && ' + '}
          <kbd className="inline-block min-w-6 rounded border border-edge px-1.5 text-center text-sm">{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
