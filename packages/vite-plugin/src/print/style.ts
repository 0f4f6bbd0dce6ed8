import { styleText } from 'node:util'

/** Colours a text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

export const plain: Style = (_format, text) => text

// Whether the stream takes colours has been asked already.
export const coloured: Style = (format, text) => styleText(format, text, { validateStream: false })

/**
 * How to write to a stream: in colours on a terminal, plain elsewhere. `NO_COLOR` and `FORCE_COLOR` decide if they are
 * there, `NO_COLOR` first, as in Vite.
 */
export function styleOf({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  if (env['NO_COLOR']) return plain
  const forced = env['FORCE_COLOR']
  if (forced !== undefined) return forced === '0' || forced === 'false' ? plain : coloured
  return isTTY === true && env['TERM'] !== 'dumb' ? coloured : plain
}
