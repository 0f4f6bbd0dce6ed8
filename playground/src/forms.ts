import { imageSize } from 'image-size'
import type { Issue } from 'vite-plugin-turnout/contracts'
import { z } from 'zod'
import type { Picture } from './data/photos.ts'

/** What is wrong with a form, by field. */
export type Problems = Readonly<Record<string, string>>

/** A form that was sent: what was typed, and what is wrong with it. */
export interface Form<Values> {
  readonly values: Values
  readonly problems: Problems
}

export const isRight = ({ problems }: Pick<Form<unknown>, 'problems'>): boolean => Object.keys(problems).length === 0

/** A required text without spaces around it. */
export const textField = (label: string, most: number) =>
  z
    .string(`${label} is missing.`)
    .trim()
    .min(1, `${label} is missing.`)
    .refine((text) => [...text].length <= most, `${label} must have at most ${most} characters.`)

/** The first problem of each field, for the page of a form. */
export function problemsOf(issues: readonly Issue[]): Problems {
  return Object.fromEntries(issues.map(({ name, message }) => [name, message]).toReversed())
}

/** In bytes. */
export const MAX_PICTURE = 8 * 1024 * 1024

const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** The largest side that is taken, in pixels: a small file can hold a huge picture. */
const MAX_SIDE = 12_000

/**
 * The picture of an uploaded file, or what is wrong with it. What it is is told by its bytes; a name and a type say what
 * the sender likes.
 */
async function readPicture(file: unknown): Promise<Picture | string> {
  if (!(file instanceof File) || file.size === 0) return 'Choose a picture.'
  if (file.size > MAX_PICTURE) return `Choose a picture of at most ${MAX_PICTURE / 1024 / 1024} MB.`
  const bytes = Buffer.from(await file.arrayBuffer())
  const size = sizeOf(bytes)
  const type = TYPES[size?.type ?? '']
  if (size === null || type === undefined) return 'Choose a JPEG, PNG, WebP, AVIF or GIF.'
  const { width, height, orientation = 1 } = size
  if (Math.max(width, height) > MAX_SIDE) return `Choose a picture of at most ${MAX_SIDE} pixels on each side.`
  // Cameras that are held upright say so, and browsers turn the picture.
  return orientation >= 5 ? { width: height, height: width, type, bytes } : { width, height, type, bytes }
}

/** An uploaded picture. */
export const pictureField = z.unknown().transform(async (file, context): Promise<Picture> => {
  const picture = await readPicture(file)
  if (typeof picture !== 'string') return picture
  context.addIssue(picture)
  return z.NEVER
})

function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(bytes)
  } catch {
    return null
  }
}
