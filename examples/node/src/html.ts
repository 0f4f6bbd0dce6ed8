const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** A page around what is HTML already. */
export function page(body: string, status = 200): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title><body>${body}</body></html>`
  return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

/** A form with one button, for what a link must not do. */
export const button = (to: string, method: string, label: string): string =>
  `<form method="post" action="${to}"><input type="hidden" name="_method" value="${method}"><button>${label}</button></form>`
