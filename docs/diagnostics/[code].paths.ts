import { codesOf } from './codes.ts'

/** Each diagnostic has an address of its own, made from the page of all of them. */
export default {
  paths: () => codesOf().map(({ code, text }) => ({ params: { code }, content: `# ${code}\n\n${text}` })),
}
