import { Fragment, useId } from 'react'
import { usePreference } from '../preferences/preferences.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Modal } from '../ui/modal.tsx'
import { isSingleKey, type Shortcut, shortcutsFor } from './shortcuts.ts'

/** List of shortcuts, and the switch for single-key ones. */
export const Help = ({ onClose }: { readonly onClose: () => void }) => {
  const { user } = useSignedIn()
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
          {shortcutsFor(user.roles).map((shortcut) => (
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

/** Setting that disables single-key shortcuts, for users of speech input. */
export const SingleKeys = () => {
  const [singleKeys, choose] = usePreference('singleKeys')
  const id = useId()
  return (
    <p className="mt-2 flex min-h-8 items-center gap-2">
      <input
        id={id}
        type="checkbox"
        className="size-5 accent-paper"
        checked={singleKeys === 'on'}
        onChange={({ target }) => choose(target.checked ? 'on' : 'off')}
      />
      <label htmlFor={id}>Single-key shortcuts</label>
    </p>
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
