import { editCommentPath, commentPath, photoPath } from 'virtual:routes'
import { html, type Html } from './html.ts'
import type { Comment, Photo } from './store.ts'

/** A picture that is drawn, not taken: its colours come from its number. */
export function picture(photo: Photo, size: 'small' | 'large'): Html {
  const hue = (photo.id * 67) % 360
  const ridge = 40 + ((photo.id * 13) % 25)
  return html`<svg class="picture ${size}" viewBox="0 0 120 80" role="img" aria-label="${photo.title}">
    <defs>
      <linearGradient id="sky${photo.id}${size}" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="hsl(${hue} 60% 75%)" />
        <stop offset="1" stop-color="hsl(${(hue + 40) % 360} 70% 88%)" />
      </linearGradient>
    </defs>
    <rect width="120" height="80" fill="url(#sky${photo.id}${size})" />
    <circle cx="${20 + ((photo.id * 29) % 80)}" cy="22" r="9" fill="hsl(${(hue + 20) % 360} 90% 96%)" />
    <path
      d="M0 ${ridge} L30 ${ridge - 14} L55 ${ridge + 4} L85 ${ridge - 20} L120 ${ridge} V80 H0 Z"
      fill="hsl(${hue} 30% 45%)"
    />
    <path d="M0 64 Q30 54 60 63 T120 60 V80 H0 Z" fill="hsl(${hue} 35% 30%)" />
  </svg>`
}

/** Photos as a grid of links. */
export function photoGrid(photos: readonly Photo[]): Html {
  if (photos.length === 0) return html`<p class="quiet">No photos yet.</p>`
  const item = (photo: Photo) =>
    html`<li>
      <a href="${photoPath(photo.id)}">${picture(photo, 'small')}<span>${photo.title}</span></a>
    </li>`
  return html`<ul class="grid">
    ${photos.map(item)}
  </ul>`
}

/** A button that sends a request of any verb; the router reads `data-verb`. */
export function buttonTo(label: string, path: string, verb: 'POST' | 'PATCH' | 'DELETE'): Html {
  return html`<form class="inline" action="${path}" data-verb="${verb}"><button>${label}</button></form>`
}

/** A form; fields are text inputs with their names and values. */
export function form(
  path: string,
  verb: 'POST' | 'PATCH',
  fields: readonly { name: string; label: string; value?: string; pattern?: string }[],
  submit: string,
): Html {
  const input = ({ name, label, value = '', pattern }: (typeof fields)[number]) =>
    html`<label
      >${label} <input name="${name}" value="${value}" required ${pattern ? html`pattern="${pattern}"` : ''}
    /></label>`
  return html`<form action="${path}" data-verb="${verb}">${fields.map(input)}<button>${submit}</button></form>`
}

export function commentItem(comment: Comment): Html {
  return html`<li>
    <b>${comment.author}</b> ${comment.text} ${comment.approved ? '' : html`<em class="quiet">(awaits approval)</em>`}
    <a href="${editCommentPath(comment.id)}">Edit</a> ${buttonTo('Delete', commentPath(comment.id), 'DELETE')}
  </li>`
}
