import { header, queryOf } from './conditions.ts'
import type { MatchRequest } from './route-match.ts'

/** The types that Rails registers, each with its other names and then its extensions (`mime_types.rb`, Rails 7.2). */
const REGISTERED =
  'text/html application/xhtml+xml html xhtml,text/plain text txt,' +
  'text/javascript application/javascript application/x-javascript js,text/css css,text/calendar ics,text/csv csv,' +
  'text/vcard vcf,text/vtt vtt,image/png png,image/jpeg jpeg jpg jpe pjpeg,image/gif gif,image/bmp bmp,' +
  'image/tiff tiff tif,image/svg+xml svg,image/webp webp,video/mpeg mpeg mpg mpe,audio/mpeg mp3 mp1 mp2,' +
  'audio/ogg ogg oga spx opus,audio/aac m4a mpg4 aac,video/webm webm,video/mp4 mp4 m4v,font/otf otf,font/ttf ttf,' +
  'font/woff woff,font/woff2 woff2,application/xml text/xml application/x-xml xml,application/rss+xml rss,' +
  'application/atom+xml atom,application/x-yaml text/yaml yaml yml,multipart/form-data multipart_form,' +
  'application/x-www-form-urlencoded url_encoded_form,' +
  'application/json text/x-json application/jsonrequest json,application/pdf pdf,application/zip zip,' +
  'application/gzip application/x-gzip gzip gz'

let types: Map<string, string> | undefined

/** The type that a name or an extension stands for; null where Rails has none. */
function typeOf(name: string): string | null {
  types ??= new Map(
    REGISTERED.split(',').flatMap((line) => {
      const names = line.split(' ')
      return names.map((each): [string, string] => [each, names[0]!])
    }),
  )
  return types.get(name) ?? null
}

const ANY = '*/*'

/** Accept headers of browsers, with their many types, say nothing (Rails' `BROWSER_LIKE_ACCEPTS`). */
const BROWSER_LIKE = /,\s*\*\/\*|\*\/\*\s*,/

/**
 * The type that a request asks for, as Rails' `request.format` names it while routes are matched: the query's `format`,
 * else what the Accept header prefers, unless it is a browser's, else the extension of the path where it is that of a
 * known type, else HTML (`MimeNegotiation#formats`). A param of the path makes no difference, whatever its name: no
 * route has been chosen yet.
 */
export function requestFormat(path: string, request: MatchRequest, target: string): string | null {
  const asked = new URLSearchParams(queryOf(target)).get('format')
  if (asked) return typeOf(asked)
  const accept = header(request, 'accept')?.trim() ?? ''
  const xhr = /XMLHttpRequest/i.test(header(request, 'x-requested-with') ?? '')
  if (accept !== '' && (xhr || !BROWSER_LIKE.test(accept))) return preferred(accept)
  const extension = /\.(\w+)$/.exec(path)
  const type = extension && typeOf(extension[1]!)
  if (type) return type
  return xhr ? 'text/javascript' : 'text/html'
}

/** The first of the known types of the greatest weight; a wildcard without a weight comes last. */
function preferred(accept: string): string | null {
  const items = accept.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = /^q=(.*)/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? '')?.[1]
    return { type: name === ANY ? ANY : typeOf(name), weight: Number(weight ?? (name === ANY ? 0 : 1)) }
  })
  const known = items.filter(({ type }) => type !== null).sort((a, b) => b.weight - a.weight)
  return known[0]?.type ?? null
}
