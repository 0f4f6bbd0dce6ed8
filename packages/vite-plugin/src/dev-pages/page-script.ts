/**
 * The script of dev pages. The text is constant: no value of a request or an error is ever part of it. It reads addresses from
 * `data-` attributes, and writes no markup.
 *
 * - A link with `data-editor` opens a file in the editor instead of a page.
 * - A button with `data-copy` copies its text to the clipboard.
 * - `#search` hides the rows of `#routes` without its words.
 * - Vite's client reloads the page after a change of the code, if `<html>` has `data-client`.
 */
export const SCRIPT = `
document.documentElement.classList.add('has-script')
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-editor]')
  if (link !== null) {
    event.preventDefault()
    fetch(link.href).then(() => flash(link, 'opened'), () => flash(link, 'failed'))
  }
  const button = event.target.closest('[data-copy]')
  if (button !== null) navigator.clipboard.writeText(button.dataset.copy).then(() => flash(button, 'copied'), () => flash(button, 'failed'))
})
function flash(element, state) {
  element.dataset.state = state
  document.querySelector('#announcer').textContent = state
  setTimeout(() => delete element.dataset.state, 1500)
}
const search = document.querySelector('#search')
search?.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const row of document.querySelectorAll('#routes tbody tr')) {
    const text = row.textContent.toLowerCase()
    row.hidden = !words.every((word) => text.includes(word))
    if (!row.hidden) count += 1
  }
  document.querySelector('#announcer').textContent = count + (count === 1 ? ' route' : ' routes')
  document.querySelector('#none').hidden = count > 0
})
const { client, version } = document.documentElement.dataset
if (client !== undefined) {
  import(client).then(({ createHotContext }) => {
    const hot = createHotContext('/@turnout/page')
    hot.on('turnout:changed', () => location.reload())
    hot.send('turnout:opened', Number(version))
  })
}
`
