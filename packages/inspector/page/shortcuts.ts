import { h } from './dom.ts'

/** The name of the key for commands: of Apple's keyboards, or of all other keyboards. */
export const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

const SHORTCUTS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [[COMMAND, 'K'], 'Jump to a route, helper, diagnostic or view'],
  [['/'], 'Search the routes or the helpers'],
  [['↓', '↑'], 'Move from the search into the rows, and between them'],
  [['Enter'], 'Open the selected row'],
  [['Esc'], 'Close the drawer or the dialog'],
  [['←', '→'], 'Close and open branches of the tree'],
  [['+', '−'], 'Zoom in the tree'],
  [['?'], 'Show this list'],
]

/** Returns a dialog with the shortcuts of the page. */
export function shortcutsDialog(): HTMLDialogElement {
  const close = h('button.quiet', { type: 'button' }, 'Close')
  const dialog = h(
    'dialog.shortcuts',
    { 'aria-label': 'Shortcuts' },
    h('div.dialog-head', {}, h('h2', {}, 'Shortcuts'), close),
    h(
      'dl.keys',
      {},
      ...SHORTCUTS.flatMap(([keys, effect]) => [
        h('dt', {}, ...keys.map((key) => h('kbd', {}, key))),
        h('dd', {}, effect),
      ]),
    ),
  )
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
  return dialog
}
