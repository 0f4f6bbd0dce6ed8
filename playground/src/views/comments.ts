import type { Comment } from '../db/schema.ts'
import type { Form } from '../forms.ts'
import { html, type Html } from '../html.ts'
import { field } from './fields.ts'

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** When it was written: a day, for people and for machines. */
export function written({ written: seconds }: Comment): Html {
  const date = new Date(seconds * 1000)
  return html`<time datetime="${date.toISOString()}">${DAY.format(date)}</time>`
}

export function commentList(comments: readonly Comment[]): Html | '' {
  if (comments.length === 0) return ''
  const item = (comment: Comment) =>
    html`<li>
      <p>${comment.body}</p>
      <p class="quiet">
        ${comment.author}, ${written(comment)}
        ${comment.isApproved ? '' : html`<span class="badge">awaiting approval</span>`}
      </p>
    </li>`
  return html`<ol>
    ${comments.map(item)}
  </ol>`
}

export type CommentValues = Pick<Comment, 'author' | 'body'>

export function commentForm(to: string, { values, problems }: Form<CommentValues>): Html {
  return html`<form class="sheet" method="post" action="${to}">
    ${field({ name: 'author', label: 'Your name', value: values.author, maxlength: 60, autocomplete: 'name' }, problems)}
    ${field({ name: 'body', label: 'Your comment', type: 'area', value: values.body, maxlength: 1000 }, problems)}
    <p class="buttons"><button>Send</button> <span class="hint">Comments appear after a keeper approves them.</span></p>
  </form>`
}
