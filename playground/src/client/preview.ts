const MEGABYTE = 1024 * 1024

/** Shows the picture that is about to be sent, and says at once where it is too large. */
export function preview(): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) return
  const most = Number(/up to (\d+) MB/.exec(document.getElementById(`${input.id}-hint`)?.textContent ?? '')?.[1] ?? 0)
  const image = document.createElement('img')
  image.className = 'preview'
  image.alt = ''
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    URL.revokeObjectURL(image.src)
    const isTooLarge = file !== undefined && most > 0 && file.size > most * MEGABYTE
    // What the server found in the last file is not about this one.
    input.removeAttribute('aria-invalid')
    document.getElementById(`${input.id}-problem`)?.remove()
    input.setCustomValidity(isTooLarge ? `Choose a picture of at most ${most} MB.` : '')
    input.reportValidity()
    if (file === undefined || isTooLarge) return image.remove()
    image.src = URL.createObjectURL(file)
    input.after(image)
    const title = input.form?.querySelector<HTMLInputElement>('input[name="title"]')
    if (title?.value === '') title.value = file.name.replace(/\.\w+$/, '').replace(/[-_]+/g, ' ')
  })
}
