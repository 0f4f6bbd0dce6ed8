/** Shows the question of a page that asks before it deletes in a dialog, in place of going there. */
export function askInPlace(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-ask]') : null
    if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    ask(link.href).catch(() => location.assign(link.href))
  })
}

async function ask(address: string): Promise<void> {
  const response = await fetch(address)
  const main = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main')
  if (!response.ok || main === null) return location.assign(address)
  const dialog = document.createElement('dialog')
  dialog.append(...main.childNodes)
  const title = dialog.querySelector('h1')!
  title.id = 'question'
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.querySelector('.buttons a')?.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
