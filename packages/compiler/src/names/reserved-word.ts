import { isKeyword, isStrictBindReservedWord } from '@babel/helper-validator-identifier'

/** True for a word that can name neither a variable nor a parameter in a module: `static`, `await`, `arguments`. */
export function isReservedWord(word: string): boolean {
  return isKeyword(word) || isStrictBindReservedWord(word, true)
}
