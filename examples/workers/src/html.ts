import icon from './icon.svg?inline'
import styles from './style.css?inline'

/** Responds with a page. Both arguments are HTML: escape values of users. */
export function page(title: string, body: string): Response {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="${icon}">
    <style>${styles}</style>
  </head>
  <body>
    <main><h1><img src="${icon}" alt="" width="64" height="64">${title}</h1>${body}</main>
  </body>
</html>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
