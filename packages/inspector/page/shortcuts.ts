import { h } from './dom.ts'

const SHORTCUTS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['/'], 'Search the routes or the helpers'],
  [['↓', '↑'], 'Move from the search into the rows, and between them'],
  [['Enter'], 'Open the selected row'],
  [['Esc'], 'Close the drawer or the dialog'],
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
