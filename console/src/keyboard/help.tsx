import { Fragment } from 'react'
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
    <Modal title="Keyboard" onClose={onClose}>
      <table className="w-full">
        <caption className="sr-only">Shortcuts</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Keys</th>
            <th scope="col">Action</th>
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
                {singleKeys === 'off' && isSingleKey(shortcut) && <span className="text-muted"> (off)</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted">
        No shortcut sends an order. Single-key shortcuts are off while a text field has focus. <kbd>Ctrl</kbd> is{' '}
        <kbd>⌘</kbd> on Mac.
      </p>
      <SingleKeys />
    </Modal>
  )
}

const Keys = ({ of: { chords } }: { readonly of: Shortcut }) =>
  chords.map((chord, index) => (
    <Fragment key={chord}>
      {index > 0 && ' then '}
      {chord.split('+').map((key, at) => (
        <Fragment key={key}>
          {at > 0 && ' + '}
          <kbd className="inline-block min-w-6 rounded border border-edge px-1.5 text-center text-sm">{key}</kbd>
        </Fragment>
      ))}
    </Fragment>
  ))
