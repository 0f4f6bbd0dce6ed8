// Finds the media type that a request asks for, for conditions on `format`.
import { readHeader } from './origin.ts'
import { queryOf } from './request-attribute.ts'
import type { MatchRequest } from './route-match.ts'

/** The types that Rails registers, each with its other names and then its extensions (`mime_types.rb`, Rails 7.2). */
const REGISTERED_TYPES =
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

let typesByName: Map<string, string> | undefined

/** Returns the media type for a name or an extension; null if Rails registers none. */
function mediaTypeOf(name: string): string | null {
  typesByName ??= new Map(
    REGISTERED_TYPES.split(',').flatMap((line) => {
      const names = line.split(' ')
      return names.map((alias): [string, string] => [alias, names[0]!])
    }),
  )
  return typesByName.get(name) ?? null
}

const ANY = '*/*'

/** The Accept headers of browsers, which list many types. They are ignored (Rails' `BROWSER_LIKE_ACCEPTS`). */
const BROWSER_LIKE = /,\s*\*\/\*|\*\/\*\s*,/

/**
 * Returns the media type that a request asks for (`text/html`), as Rails' `request.format` names it during matching
 * (`MimeNegotiation#formats`). The first of these sources decides:
 *
 * 1. `format` in the query;
 * 2. the preferred type of the Accept header, unless it is the header of a browser;
 * 3. the extension of the path, if it belongs to a registered type;
 * 4. HTML, or JavaScript for an `XMLHttpRequest`, whose Accept header is always read.
 *
 * A path parameter named `format` is ignored, because no route has been chosen yet.
 */
export function requestFormat(path: string, request: MatchRequest, target: string): string | null {
  const queryFormat = new URLSearchParams(queryOf(target)).get('format')
  if (queryFormat) return mediaTypeOf(queryFormat)
  const accept = readHeader(request, 'accept')?.trim() ?? ''
  const xhr = /XMLHttpRequest/i.test(readHeader(request, 'x-requested-with') ?? '')
  if (accept !== '' && (xhr || !BROWSER_LIKE.test(accept))) return preferred(accept)
  const extension = /\.(\w+)$/.exec(path)
  const type = extension && mediaTypeOf(extension[1]!)
  if (type) return type
  return xhr ? 'text/javascript' : 'text/html'
}

/** Returns the registered type with the greatest weight, the first of several. A wildcard without a weight counts as 0. */
function preferred(accept: string): string | null {
  const items = accept.split(',').map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = /^q=(.*)/.exec(parameters.find((parameter) => parameter.startsWith('q=')) ?? '')?.[1]
    return { type: name === ANY ? ANY : mediaTypeOf(name), weight: Number(weight ?? (name === ANY ? 0 : 1)) }
  })
  const registered = items.filter(({ type }) => type !== null).sort((a, b) => b.weight - a.weight)
  return registered[0]?.type ?? null
}
